/* The X server as a window manager and a person see it. Whatever goes wrong fails the test. */
#pragma once

#include <stdint.h>

typedef struct XRect {
    int left, top, width, height;
} XRect;

/* A window's pixels as they stand on the screen, 0xRRGGBB; for free. */
typedef struct XPicture {
    int width_px, height_px;
    uint32_t pixels[];
} XPicture;

/* The part of the screen that a window covers, or a rectangle of it. */
XPicture *x_picture_take(unsigned long window, XRect part);

/* The part of the pixels that differ, 0 to 1; 1 where the sizes do. */
double x_picture_difference(const XPicture *a, const XPicture *b);

/* The part of the pixels that have this colour, 0xRRGGBB, give or take 8 a channel. */
double x_picture_share(const XPicture *picture, uint32_t colour);

/* Different colours in a picture, counting up to 1,000. */
int x_picture_colours(const XPicture *picture);

/* Asks a window to close, as the cross in its corner would. */
void x_window_ask_to_close(unsigned long window);

/* Takes the keyboard away from every window. */
void x_unfocus(void);
