#include "paint/sdl_image.h"

bool sdl_image_load(SdlImage *image, CwError *error)
{
    (void)error;
    *image = (SdlImage){IMG_LoadSizedSVG_RW, IMG_Load_RW, IMG_SavePNG_RW};
    return true;
}

/* The library is part of the program, whose version is in other keys. */
CacheKey sdl_image_key(void)
{
    const SDL_version *version = IMG_Linked_Version();
    return cache_key((CacheKey){0}, version, sizeof *version);
}
