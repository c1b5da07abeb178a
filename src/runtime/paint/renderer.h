/* The renderer paints a draw list with SDL; its caller presents the picture. A frame is
 * draw_list_begin, pushes, draw_list_sort, renderer_draw.
 *
 * The command line creates one over the window's SDL_Renderer, or over memory for screenshots. It
 * owns the atlas and the pictures of letters, and picks a painter. Knows no window, events or
 * games. */
#pragma once

#include "paint/canvas.h"

#include <SDL.h>

typedef enum RenderPath {
    RENDER_PATH_AUTO,     /* triangles on graphics hardware, else rows of pixels */
    RENDER_PATH_GEOMETRY, /* triangles */
    RENDER_PATH_SPANS     /* rows of pixels in memory */
} RenderPath;

typedef struct RendererDesc {
    SpriteTable table;
    const char *art_dir; /* copied */
    const Cache *cache;  /* keeps rasterised files; the caller's; NULL: none */
    RenderPath path;
} RendererDesc;

typedef struct Renderer Renderer;

/* Creates a renderer over SDL's, which stays the caller's. Call renderer_set_viewport before the
 * first frame. NULL with a cause: memory or textures are refused. */
Renderer *renderer_create(SDL_Renderer *sdl, const RendererDesc *desc, CwError *error);

/* A renderer over memory of a fixed size; needs no display. */
Renderer *renderer_create_offscreen(int width_px, int height_px, const RendererDesc *desc,
                                    CwError *error);

void renderer_destroy(Renderer *renderer); /* NULL is fine */

/* Keeps `viewport`, which stays the caller's; call it again after a change. Rasterises sprites
 * again if the scale differs by a tenth (in software: at all). False: textures are refused. */
bool renderer_set_viewport(Renderer *renderer, const Viewport *viewport, CwError *error);

/* Replaces the level's pictures; common ones stay loaded. Rows and names are copied. False: no
 * memory or textures; a file that can't be read becomes a chequer. */
bool renderer_set_pictures(Renderer *renderer, const CwSpriteDef *rows, int count, CwError *error);

/* Paints a sorted list: black bars, the picture; does not present. */
void renderer_draw(Renderer *renderer, const CwDrawList *list);

/* Makes all textures anew. Call it on SDL_RENDER_DEVICE_RESET and SDL_RENDER_TARGETS_RESET. */
bool renderer_restore_textures(Renderer *renderer, CwError *error);

/* Changes whenever the same list may look different: viewport, pictures, textures. */
uint32_t renderer_generation(const Renderer *renderer);

RendererStats renderer_stats(const Renderer *renderer);

/* Reads the whole drawable as 8-bit A, R, G, B in native 32-bit words, row by row; `pixels` has
 * room for width_px * height_px of the viewport. Call it between renderer_draw and presenting. */
bool renderer_read_pixels(Renderer *renderer, uint32_t *pixels, CwError *error);

/* Saves the drawable as a PNG file; call it like renderer_read_pixels. */
bool renderer_save_png(Renderer *renderer, const char *path, CwError *error);
