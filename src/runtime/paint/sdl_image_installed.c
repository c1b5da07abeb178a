#include "paint/sdl_image.h"

#include "platform/library.h"

static void find_file(char path[PATH_BYTES_MAX])
{
    library_find_next_to(path, (const void *)(uintptr_t)SDL_GetError, LIBRARY_SDL_IMAGE);
}

bool sdl_image_load(SdlImage *image, CwError *error)
{
    char path[PATH_BYTES_MAX];
    find_file(path);
    __typeof__(IMG_Init) *init = NULL;
    CwError why = {0};
    void *library = library_open(path, &why);
    if (library == NULL || !library_find_symbol(library, "IMG_Init", &init, &why) ||
        !library_find_symbol(library, "IMG_LoadSizedSVG_RW", &image->load_svg, &why) ||
        !library_find_symbol(library, "IMG_Load_RW", &image->load, &why) ||
        !library_find_symbol(library, "IMG_SavePNG_RW", &image->save_png, &why)) {
        return cw_error_set(error,
                            "SDL_image can't be loaded (%s); install SDL2_image 2.6 or "
                            "later",
                            why.text);
    }
    init(IMG_INIT_PNG | IMG_INIT_JPG); /* before two threads load their first picture */
    return true;
}

CacheKey sdl_image_key(void)
{
    char path[PATH_BYTES_MAX];
    CacheKey key = {0};
    find_file(path);
    if (!cache_key_of_file(&key, path)) {
        SDL_version header;
        SDL_IMAGE_VERSION(&header);
        key = cache_key(key, &header, sizeof header);
    }
    return key;
}
