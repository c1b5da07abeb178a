/* The median of the last MEDIAN_WINDOW numbers, kept as they come: what a usual frame is, however
 * long the odd one was. The trace asks it; a plain struct of its owner, no allocation, and an
 * addition costs a walk over one small sorted array. */
#ifndef BASE_MEDIAN_WINDOW_H
#define BASE_MEDIAN_WINDOW_H

#include <stdint.h>

enum { MEDIAN_WINDOW = 63 };

/* Zero-initialise. */
typedef struct MedianWindow {
    int64_t recent[MEDIAN_WINDOW]; /* a ring */
    int64_t sorted[MEDIAN_WINDOW];
    int count, next;
} MedianWindow;

/* Takes a number; the oldest leaves when the window is full. */
void median_window_add(MedianWindow *window, int64_t number);

/* The upper median; 0 of nothing. */
int64_t median_window_get(const MedianWindow *window);

#endif
