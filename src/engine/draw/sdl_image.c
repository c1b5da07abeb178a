#include "draw/sdl_image.h"

#include "base/late_library.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

static void find_file(char path[PATH_BYTES_MAX])
{
    late_library_find(path, (const void *)(uintptr_t)SDL_GetError, LATE_SDL_IMAGE);
}

/* To where `function` points. */
static bool take(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

bool sdl_image_load(SdlImage *image, CwError *error)
{
    char path[PATH_BYTES_MAX];
    find_file(path);
    __typeof__(IMG_Init) *init = NULL;
    void *library = dlopen(path, RTLD_NOW); /* stays: another time finds it again */
    if (library == NULL || !take(library, "IMG_Init", &init) ||
        !take(library, "IMG_LoadSizedSVG_RW", &image->load_svg) ||
        !take(library, "IMG_Load_RW", &image->load) ||
        !take(library, "IMG_SavePNG_RW", &image->save_png)) {
        return cw_error_set(error,
                            "SDL_image can't be loaded (%s); install SDL2_image 2.6 or "
                            "later",
                            dlerror());
    }
    init(IMG_INIT_PNG | IMG_INIT_JPG); /* not by two threads that load their first picture */
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
