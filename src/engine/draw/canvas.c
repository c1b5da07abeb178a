#include "draw/canvas.h"

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
