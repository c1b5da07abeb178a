#include "draw/art.h"

#include <SDL_image.h>
#include <string.h>

SDL_Surface *art_surface(int width_px, int height_px)
{
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width_px, height_px, 32, SDL_PIXELFORMAT_ARGB8888);
    if (surface != NULL) {
        SDL_FillRect(surface, NULL, 0);
    }
    return surface;
}

static Uint32 *pixel_row(SDL_Surface *surface, int y)
{
    return (Uint32 *)(void *)((char *)surface->pixels + (ptrdiff_t)y * surface->pitch);
}

static bool has_suffix(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && SDL_strcasecmp(path + length - tail, suffix) == 0;
}

static SDL_Surface *decode(const char *path, int width_px, int height_px, Error *error)
{
    SDL_RWops *file = SDL_RWFromFile(path, "rb");
    if (file == NULL) {
        error_set(error, "%s can't be opened; put the file there or correct the sprite's name",
                  path);
        return NULL;
    }
    SDL_Surface *decoded = has_suffix(path, ".svg") ? IMG_LoadSizedSVG_RW(file, width_px, height_px)
                                                    : IMG_Load_RW(file, 0);
    SDL_RWclose(file);
    if (decoded == NULL) {
        error_set(error, "%s is no picture that can be read (%s); save it as plain SVG or PNG",
                  path, IMG_GetError());
        return NULL;
    }
    SDL_Surface *converted = SDL_ConvertSurfaceFormat(decoded, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(decoded);
    if (converted == NULL) {
        error_set(error, "%s needs more memory than there is; make the picture smaller", path);
    }
    return converted;
}

/* Hidden colours of transparent pixels beside visible ones: those of the neighbour. */
static Uint32 hidden_colour(SDL_Surface *surface, int x, int y)
{
    static const int beside[8][2] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                     {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    for (int i = 0; i < 8; i++) {
        int nx = x + beside[i][0], ny = y + beside[i][1];
        if (nx < 0 || ny < 0 || nx >= surface->w || ny >= surface->h) {
            continue;
        }
        Uint32 pixel = pixel_row(surface, ny)[nx];
        if (pixel >> 24 != 0) {
            return pixel & 0x00FFFFFF;
        }
    }
    return pixel_row(surface, y)[x];
}

static void fill_hidden_colours(SDL_Surface *surface)
{
    for (int y = 0; y < surface->h; y++) {
        Uint32 *row = pixel_row(surface, y);
        for (int x = 0; x < surface->w; x++) {
            if (row[x] >> 24 == 0) {
                row[x] = hidden_colour(surface, x, y);
            }
        }
    }
}

/* Copies the picture into the middle of a bordered surface, scaling it when it came in another
 * size. */
static SDL_Surface *add_border(SDL_Surface *picture, int width_px, int height_px)
{
    SDL_Surface *bordered =
        art_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    if (bordered == NULL) {
        return NULL;
    }
    SDL_Rect middle = {ART_BORDER_PX, ART_BORDER_PX, width_px, height_px};
    SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE);
    if (picture->w == width_px && picture->h == height_px) {
        SDL_BlitSurface(picture, NULL, bordered, &middle);
    } else {
        SDL_SoftStretchLinear(picture, NULL, bordered, &middle);
    }
    fill_hidden_colours(bordered);
    return bordered;
}

SDL_Surface *art_load(const char *path, int width_px, int height_px, Error *error)
{
    SDL_Surface *picture = decode(path, width_px, height_px, error);
    if (picture == NULL) {
        return NULL;
    }
    SDL_Surface *bordered = add_border(picture, width_px, height_px);
    SDL_FreeSurface(picture);
    if (bordered == NULL) {
        error_set(error, "%s needs more memory than there is; make the picture smaller", path);
    }
    return bordered;
}

SDL_Surface *art_placeholder(int width_px, int height_px)
{
    SDL_Surface *surface = art_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    if (surface == NULL) {
        return NULL;
    }
    for (int y = 0; y < height_px; y++) {
        Uint32 *row = pixel_row(surface, y + ART_BORDER_PX) + ART_BORDER_PX;
        for (int x = 0; x < width_px; x++) {
            bool even = ((x * 4 / width_px) + (y * 4 / height_px)) % 2 == 0;
            row[x] = even ? 0xFFFF00FF : 0xFF000000;
        }
    }
    return surface;
}
