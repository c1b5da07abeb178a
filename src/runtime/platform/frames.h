/* Runs the frames of cw_main. A page has no main loop: the browser calls for each frame. */
#pragma once

#include <stdbool.h>

typedef struct Frames {
    bool (*run)(void *context); /* runs a frame; false after the last */
    int (*end)(void *context);  /* called after the last frame; returns the exit status */
    void *context;
    bool are_shown; /* shown in a window */
} Frames;

/* Runs all frames and returns the exit status; in a page they run after it has returned 0. */
int frames_run(const Frames *frames);

bool frames_may_wait(void);

/* Shows the window's picture from SDL, red in the lowest bytes. False: SDL must show it. */
bool frames_show(const void *pixels, int width_px, int height_px);
