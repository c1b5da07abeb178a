#include "draw/renderer.h"

#include "draw/art.h"
#include "draw/sdl_image.h"

static void make_opaque(SDL_Surface *picture)
{
    uint32_t *pixels = picture->pixels;
    for (int i = 0; i < picture->w * picture->h; i++) {
        pixels[i] |= 0xFF000000U;
    }
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
    if (saved && image.save_png(picture, path) != 0) {
        saved = cw_error_set(error,
                             "%s can't be written (%s); name a file in a folder that exists "
                             "and is writable",
                             path, SDL_GetError());
    }
    SDL_FreeSurface(picture);
    return saved;
}
