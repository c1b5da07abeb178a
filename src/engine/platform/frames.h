/* The frames of a program that owns its main loop (cw_main). A page has none to own: the browser
 * calls for a frame whenever its display can show one, and lives in between. */
#pragma once

#include <stdbool.h>

typedef struct Frames {
    bool (*run)(void *context); /* a frame; false when it was the last */
    int (*end)(void *context);  /* after it; returns the exit status */
    void *context;
    bool are_shown; /* in a window */
} Frames;

/* Runs them all and returns the exit status. In a page, those that are shown run after this has
 * returned 0. */
int frames_run(const Frames *frames);

/* Whether a frame may wait for its time. */
bool frames_may_wait(void);
