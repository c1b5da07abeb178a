/* Loads SDL_image when the first picture is decoded or written: it is a fourth of the linker's work
 * at a start, and a start with a cache needs none of it. */
#pragma once

#include "base/cache.h"

#include <SDL_image.h>

typedef struct SdlImage {
    __typeof__(IMG_LoadSizedSVG_RW) *load_svg;
    __typeof__(IMG_Load_RW) *load;
    __typeof__(IMG_SavePNG_RW) *save_png;
} SdlImage;

/* Loads the library; further calls are cheap. One thread at a time. False with what to install. */
bool sdl_image_load(SdlImage *image, CwError *error);

/* Identifies the library file that would be loaded, without loading it. */
CacheKey sdl_image_key(void);
