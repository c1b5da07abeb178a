/* Colours that tests compare. */
#pragma once

#include <stdint.h>
#include <stdlib.h>

/* The largest difference of a channel of two colours, 0xRRGGBB. */
static inline int colour_distance(uint32_t a, uint32_t b)
{
    int largest = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        largest = difference > largest ? difference : largest;
    }
    return largest;
}
