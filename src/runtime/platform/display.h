/* The display: whether this machine has one, and who calls for its frames. */
#pragma once

#include <stdbool.h>

/* Whether this machine may show pictures, for SDL's start. These only look at files and variables:
 * asking a library would load OpenGL, which is slow and complains without a display. */
bool display_may_exist(void);
bool display_may_have_gpu(void);

/* The frames of cw_main. A page has no main loop: the browser calls for each frame. */
typedef struct Frames {
    bool (*run)(void *context); /* runs a frame; false after the last */
    int (*end)(void *context);  /* called after the last frame; returns the exit status */
    void *context;
    bool are_shown; /* shown in a window */
} Frames;

/* Runs all frames and returns the exit status; in a page they run after it has returned 0. */
int display_run_frames(const Frames *frames);

bool display_frames_may_wait(void);

/* Shows the window's picture from SDL, red in the lowest bytes. False: SDL must show it. */
bool display_show(const void *pixels, int width_px, int height_px);
