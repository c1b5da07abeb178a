#include "draw/renderer.h"

#include "base/file.h"
#include "draw/art.h"
#include "draw/sdl_image.h"

#include <errno.h>

static void make_opaque(SDL_Surface *picture)
{
    uint32_t *pixels = picture->pixels;
    for (int i = 0; i < picture->w * picture->h; i++) {
        pixels[i] |= 0xFF000000U;
    }
}

/* A disk may be full only when the file is closed. */
static bool save(const SdlImage *image, SDL_Surface *picture, const char *path, CwError *error)
{
    FILE *file = file_create(path);
    SDL_RWops *stream = file == NULL ? NULL : SDL_RWFromFP(file, SDL_FALSE);
    bool encoded = stream != NULL && image->save_png(picture, stream, 1) == 0;
    bool written = file != NULL && !ferror(file);
    int cause = errno;
    if (file != NULL && fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    return (encoded && written) ||
           cw_error_set(error,
                        "%s can't be written (%s); name a file in a folder that exists "
                        "and is writable",
                        path, written ? SDL_GetError() : file_reason(cause));
}

bool renderer_save_png(Renderer *renderer, const char *path, CwError *error)
{
    const Viewport *viewport = renderer_viewport(renderer);
    SDL_Surface *picture = bitmap_surface(viewport->width_px, viewport->height_px);
    if (picture == NULL) {
        return cw_error_set(error, "out of memory for the screenshot %s", path);
    }
    SdlImage image;
    bool saved =
        sdl_image_load(&image, error) && renderer_read_pixels(renderer, picture->pixels, error);
    make_opaque(picture);
    saved = saved && save(&image, picture, path, error);
    SDL_FreeSurface(picture);
    return saved;
}
