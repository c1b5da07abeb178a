/* A run: sprites in a row of the draw list, under one clip and blend. Painters get them together
 * and compute shared values once. Owns nothing. */
#pragma once

#include "draw/viewport.h"
#include "paint/atlas.h"
#include "paint/canvas.h"

typedef struct SpriteRun {
    Canvas *canvas;
    const Atlas *atlas;
    const Viewport *viewport;
    const CwDrawList *list; /* sorted */
    const PixelBox *boxes;  /* box of each command, in order of drawing; NULL: unknown */
} SpriteRun;

/* The command `next` in order of drawing, if it continues the run of `begin`; else NULL. */
static inline const DrawCommand *sprite_run_next(const SpriteRun *run, const DrawCommand *begin,
                                                 uint32_t next)
{
    const CwDrawList *list = run->list;
    if (next >= list->command_count) {
        return NULL;
    }
    const DrawCommand *command = &list->commands[(uint32_t)list->order[next]];
    bool alike = command->kind == DRAW_SPRITE && command->clip == begin->clip &&
                 command->blend == begin->blend;
    return alike ? command : NULL;
}
