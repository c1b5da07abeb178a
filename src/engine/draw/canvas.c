#include "draw/canvas.h"

#include <math.h>
#include <string.h>

static Uint8 blend_channel(Uint8 from, Uint8 to, float part)
{
    return (Uint8)((float)from + ((float)to - (float)from) * part + 0.5F);
}

CwColour canvas_lerp(CwColour from, CwColour to, float part)
{
    return (CwColour){blend_channel(from.r, to.r, part), blend_channel(from.g, to.g, part),
                      blend_channel(from.b, to.b, part), blend_channel(from.a, to.a, part)};
}

bool canvas_same_colour(CwColour a, CwColour b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

CwColour canvas_gradient_at(const Gradient *colours, vec2s place_px)
{
    float way = glms_vec3_dot(colours->way, (vec3s){{place_px.x, place_px.y, 1}});
    return canvas_lerp(colours->begin, colours->end, fminf(fmaxf(way, 0), 1));
}

void canvas_forget_textures(Canvas *canvas)
{
    for (int i = 0; i < MULTIPLIED_MAX; i++) {
        MultipliedTexture *made = &canvas->multiplied[i];
        if (made->copy != NULL && canvas->texture == made->copy) {
            canvas->texture = made->of;
        }
        SDL_DestroyTexture(made->copy);
        *made = (MultipliedTexture){0};
    }
}

void canvas_free(Canvas *canvas)
{
    canvas_forget_textures(canvas);
    SDL_DestroyTexture(canvas->screen);
    canvas->screen = NULL;
}
