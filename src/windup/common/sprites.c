#include "common/sprites.h"

#include <string.h>

#define SPRITE_ROW(name, called, width, height)                                                    \
    {.file = called ".svg", .width_m = width, .height_m = height},
const CwSpriteDef windup_sprites[SPRITE_COUNT] = {SPRITE_LIST(SPRITE_ROW)};

int windup_sprite(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < SPRITE_COUNT; i++) {
        const char *file = windup_sprites[i].file;
        if (strncmp(file, name, length) == 0 && strcmp(file + length, ".svg") == 0) {
            return i;
        }
    }
    return -1;
}

void sprite_draw(CwDrawList *list, int sprite, CwTransform2 pose, CwPoint2 size)
{
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = sprite,
                                         .x = pose.x_m,
                                         .y = pose.y_m,
                                         .width = size.x,
                                         .height = size.y,
                                         .angle_rad = pose.angle_rad});
}

void sprite_glow(CwDrawList *list, CwPoint2 at, double width, CwColour light)
{
    cw_draw_sprite(list, &(CwSpriteDraw){SPRITE_GLOW, at.x, at.y, width, .tint = &light});
}
