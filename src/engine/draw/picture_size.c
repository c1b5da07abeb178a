#include "draw/picture_size.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

static int big16(const unsigned char *at)
{
    return at[0] << 8 | at[1];
}

static int big32(const unsigned char *at)
{
    return at[0] >= 0x80 ? INT_MAX : big16(at) << 16 | big16(at + 2);
}

/* The frame header of a JPEG follows segments of any length. */
static bool measure_jpeg(const unsigned char *bytes, size_t size, int *width_px, int *height_px)
{
    for (size_t at = 2; at + 9 <= size && bytes[at] == 0xFF;) {
        int kind = bytes[at + 1];
        if (kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC) {
            *height_px = big16(bytes + at + 5);
            *width_px = big16(bytes + at + 7);
            return true;
        }
        at += kind == 0xFF ? 1 : 2 + (size_t)big16(bytes + at + 2); /* fill bytes */
    }
    return false;
}

bool picture_size(const void *bytes, size_t size, int *width_px, int *height_px)
{
    const unsigned char *at = bytes;
    if (size >= 32 && memcmp(at, "\x89PNG\r\n\x1a\n", 8) == 0) {
        *width_px = big32(at + 16);
        *height_px = big32(at + 20);
        return true;
    }
    return size >= 32 && memcmp(at, "\xFF\xD8", 2) == 0 &&
           measure_jpeg(at, size, width_px, height_px);
}

bool picture_fits(int width_px, int height_px)
{
    return width_px <= PICTURE_SIDE_MAX_PX && height_px <= PICTURE_SIDE_MAX_PX &&
           (int64_t)width_px * height_px <= PICTURE_AREA_MAX_PX;
}
