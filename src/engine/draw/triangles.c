#include "draw/triangles.h"

static const float PLAIN_LEAST_PX = 4096;

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
    SDL_BlendFactor from =
        blend == CW_BLEND_MULTIPLY ? SDL_BLENDFACTOR_DST_COLOR : SDL_BLENDFACTOR_ONE;
    SDL_BlendFactor to =
        blend == CW_BLEND_ADD ? SDL_BLENDFACTOR_ONE : SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA;
    return SDL_ComposeCustomBlendMode(from, to, SDL_BLENDOPERATION_ADD, SDL_BLENDFACTOR_ZERO,
                                      SDL_BLENDFACTOR_ONE, SDL_BLENDOPERATION_ADD);
}

void triangles_flush(Canvas *canvas)
{
    if (canvas->index_count > 0) {
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
