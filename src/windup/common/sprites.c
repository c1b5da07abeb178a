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
    sprite_tint(list, sprite, pose, size, NULL);
}

void sprite_tint(CwDrawList *list, int sprite, CwTransform2 pose, CwPoint2 size,
                 const CwColour *tint)
{
    cw_draw_sprite(list, &(CwSpriteDraw){sprite, pose.x_m, pose.y_m, size.x, size.y, pose.angle_rad,
                                         .tint = tint});
}

void sprite_glow(CwDrawList *list, CwPoint2 at, double width, CwColour light)
{
    cw_draw_sprite(list, &(CwSpriteDraw){SPRITE_GLOW, at.x, at.y, width, .tint = &light});
}

void draw_bar(CwDrawList *list, CwPoint2 from, CwPoint2 to, double width_m, CwColour colour)
{
    draw_line(list, from, to, width_m + 0.07, OUTLINE);
    draw_line(list, from, to, width_m, colour);
}

void draw_disc(CwDrawList *list, CwPoint2 at, double radius_m, CwColour colour)
{
    cw_draw_circle(list, at, radius_m, OUTLINE);
    cw_draw_circle(list, at, fmax(0.02, radius_m - 0.04), colour);
}

void draw_box(CwDrawList *list, CwTransform2 pose, CwPoint2 size_m, double inset_m, CwColour colour)
{
    cpVect along = cpvforangle(pose.angle_rad);
    cpVect right = cpvmult(along, fmax(0.04, size_m.x - 2.0 * inset_m) / 2.0);
    cpVect up = cpvmult(cpvperp(along), fmax(0.02, size_m.y - 2.0 * inset_m) / 2.0);
    CwPoint2 corners[] = {{pose.x_m - right.x - up.x, pose.y_m - right.y - up.y},
                          {pose.x_m + right.x - up.x, pose.y_m + right.y - up.y},
                          {pose.x_m + right.x + up.x, pose.y_m + right.y + up.y},
                          {pose.x_m - right.x + up.x, pose.y_m - right.y + up.y}};
    cw_draw_polygon(list, corners, 4, colour);
}
