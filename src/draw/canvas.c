#include "draw/canvas.h"

bool canvas_sees(const Canvas *canvas, vec2s low_px, vec2s high_px, float margin_px)
{
    const SDL_Rect *clip = &canvas->clip_px;
    return high_px.x + margin_px > (float)clip->x && high_px.y + margin_px > (float)clip->y &&
           low_px.x - margin_px < (float)(clip->x + clip->w) &&
           low_px.y - margin_px < (float)(clip->y + clip->h);
}

/* An upright quad ends sharply at the middle of its outermost texels, so that tiles join without a
 * seam; a turned one shows its transparent border, which softens the staircase. */
QuadEdge canvas_quad_edge(const Quad *quad)
{
    vec2s half = glms_vec2_scale(quad->size, 0.5F);
    if (quad->exact) {
        return (QuadEdge){half, 0};
    }
    if (quad->angle_rad == 0) {
        return (QuadEdge){half, 0.5F};
    }
    float border = (float)quad->border_px;
    vec2s grow = {
        {1 + 2 * border / (float)quad->source_px.w, 1 + 2 * border / (float)quad->source_px.h}};
    return (QuadEdge){glms_vec2_mul(half, grow), -border};
}

uint32_t *canvas_pixel(const Canvas *canvas, int x, int y)
{
    return canvas->screen_pixels + (ptrdiff_t)(y - canvas->screen_px.y) * canvas->screen_pitch +
           (x - canvas->screen_px.x);
}

void canvas_free(Canvas *canvas)
{
    SDL_DestroyTexture(canvas->screen);
    canvas->screen = NULL;
}
