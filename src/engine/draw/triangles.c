#include "draw/triangles.h"

static const float PLAIN_LEAST_PX = 4096;

/* ---- Blends ---- */

static Uint8 times(Uint8 channel, Uint8 alpha)
{
    return (Uint8)((channel * alpha + 127) / 255);
}

/* Multiplying needs colours that are multiplied by alpha already. */
static void premultiply_vertices(Canvas *canvas)
{
    for (int i = 0; i < canvas->vertex_count; i++) {
        SDL_Color *colour = &canvas->vertices[i].color;
        colour->r = times(colour->r, colour->a);
        colour->g = times(colour->g, colour->a);
        colour->b = times(colour->b, colour->a);
    }
}

/* By the device itself. NULL when it refuses. */
static SDL_Texture *multiplied_copy(SDL_Renderer *sdl, SDL_Texture *texture)
{
    int width = 0, height = 0;
    SDL_ScaleMode mode = SDL_ScaleModeLinear;
    SDL_BlendMode by_alpha = SDL_ComposeCustomBlendMode(
        SDL_BLENDFACTOR_SRC_ALPHA, SDL_BLENDFACTOR_ZERO, SDL_BLENDOPERATION_ADD,
        SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ZERO, SDL_BLENDOPERATION_ADD);
    SDL_QueryTexture(texture, NULL, NULL, &width, &height);
    SDL_GetTextureScaleMode(texture, &mode);
    SDL_Texture *copy =
        SDL_CreateTexture(sdl, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, width, height);
    if (copy == NULL || SDL_SetTextureBlendMode(texture, by_alpha) != 0 ||
        SDL_SetRenderTarget(sdl, copy) != 0) {
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        SDL_DestroyTexture(copy);
        return NULL;
    }
    SDL_RenderCopy(sdl, texture, NULL, NULL);
    SDL_SetRenderTarget(sdl, NULL);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(copy, mode);
    return copy;
}

/* What to multiply by; `texture` itself where the device can't make it: right where it is opaque.
 */
static SDL_Texture *multiplied(Canvas *canvas, SDL_Texture *texture)
{
    for (int i = 0; i < MULTIPLIED_MAX; i++) {
        MultipliedTexture *made = &canvas->multiplied[i];
        if (texture == made->of || texture == made->copy) {
            return made->copy != NULL ? made->copy : texture;
        }
        if (made->of == NULL) {
            *made = (MultipliedTexture){texture, multiplied_copy(canvas->sdl, texture)};
            return made->copy != NULL ? made->copy : texture;
        }
    }
    return texture;
}

/* Then nothing below is read: a sky is as large as the window. */
static bool is_opaque(const Canvas *canvas)
{
    bool opaque = canvas->texture == NULL && canvas->blend == CW_BLEND_NORMAL;
    for (int i = 0; i < canvas->vertex_count && opaque; i++) {
        opaque = canvas->vertices[i].color.a == 255;
    }
    return opaque;
}

static SDL_BlendMode blend_mode(CwBlend blend)
{
    return blend == CW_BLEND_ADD        ? SDL_BLENDMODE_ADD
           : blend == CW_BLEND_MULTIPLY ? SDL_BLENDMODE_MUL
                                        : SDL_BLENDMODE_BLEND;
}

void triangles_flush(Canvas *canvas)
{
    if (canvas->index_count > 0) {
        if (canvas->blend == CW_BLEND_MULTIPLY) {
            premultiply_vertices(canvas);
        }
        if (canvas->texture != NULL) {
            SDL_SetTextureBlendMode(canvas->texture, blend_mode(canvas->blend));
        } else {
            SDL_SetRenderDrawBlendMode(canvas->sdl, is_opaque(canvas) ? SDL_BLENDMODE_NONE
                                                                      : blend_mode(canvas->blend));
        }
        SDL_RenderGeometry(canvas->sdl, canvas->texture, canvas->vertices, canvas->vertex_count,
                           canvas->indices, canvas->index_count);
        canvas->stats.draw_calls++;
        canvas->stats.triangles += (uint32_t)canvas->index_count / 3;
    }
    canvas->vertex_count = 0;
    canvas->index_count = 0;
}

void triangles_use_texture(Canvas *canvas, SDL_Texture *texture)
{
    if (canvas->blend == CW_BLEND_MULTIPLY && texture != NULL) {
        texture = multiplied(canvas, texture);
    }
    if (texture == canvas->texture) {
        return;
    }
    triangles_flush(canvas);
    int width = 1, height = 1;
    if (texture != NULL) {
        SDL_QueryTexture(texture, NULL, NULL, &width, &height);
    }
    canvas->texture = texture;
    canvas->texel = (vec2s){{1 / (float)width, 1 / (float)height}};
}

void triangles_use_plain(Canvas *canvas, float area_px)
{
    if (area_px >= PLAIN_LEAST_PX) {
        triangles_use_texture(canvas, NULL);
    }
}
