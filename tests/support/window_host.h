/* One open SDL host and what it sent, for tests with a real window.
 *
 * Fixture of the tests that start an X server (xvfb.h): set up before each, torn down after it;
 * between them the test opens the host, with `desc` changed if it likes. */
#pragma once

#include "host/host_sdl.h"

enum { WINDOW_HOST_EVENTS_MAX = 256 };

#define WINDOW_PATIENCE_NS INT64_C(120000000000)

typedef struct WindowHost {
    Host host;
    HostSdlDesc desc; /* software renderer, 640x360, title "host test" */
    InputEvent events[WINDOW_HOST_EVENTS_MAX];
    int event_count;
    char typed[256]; /* text of its INPUT_TEXT, joined */
} WindowHost;

extern WindowHost window_host;

void window_host_set_up(void);
void window_host_tear_down(void);

void window_host_open(void);

/* Opens it, gives it the keyboard and forgets the events so far. */
void window_host_open_focused(void);

/* A frame of about 5 ms. Its events are added to those before. */
void window_host_frame(void);

HostStatus window_host_status(void);

/* Runs frames until the status is as it should be; gives up after WINDOW_PATIENCE_NS. */
bool window_host_becomes(bool (*condition)(HostStatus status));
