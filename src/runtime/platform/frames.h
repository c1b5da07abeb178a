/* The frames of cw_main. A page has no main loop: the browser calls for each frame. */
#pragma once

#include <stdbool.h>

typedef struct Frames {
    bool (*run)(void *context); /* a frame; false when it was the last */
    int (*end)(void *context);  /* after it; returns the exit status */
    void *context;
    bool are_shown; /* in a window */
} Frames;

/* Runs them all and returns the exit status; in a page they run after it has returned 0. */
int frames_run(const Frames *frames);

bool frames_may_wait(void);

/* Shows the window's picture that SDL has in memory, red in its lowest bytes; false: SDL has to. */
bool frames_show(const void *pixels, int width_px, int height_px);
