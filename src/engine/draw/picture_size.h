/* How large a PNG or JPEG would be, from the first bytes of its file: a few KiB can stand for
 * gigabytes, so SDL_image is asked after this. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    PICTURE_SIDE_MAX_PX = 16384,
    PICTURE_AREA_MAX_PX =
        1 << 25, /* all pixels of one: 8192 x 4096; 128 MiB, and twice that to decode */
    PICTURES_AREA_MAX_PX = 1 << 27 /* of those that are loaded together: 512 MiB */
};

/* False for what is neither of these formats, or too short to say. */
bool picture_size(const void *bytes, size_t size, int *width_px, int *height_px);

/* True for what may be decoded or rasterised. */
bool picture_fits(int width_px, int height_px);
