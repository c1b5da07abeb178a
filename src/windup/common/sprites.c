#include "common/sprites.h"

#include <string.h>

const CwSpriteDef windup_sprites[SPRITE_COUNT] = {
    [SPRITE_CHASSIS] = {.file = "chassis.svg", .width_m = 2.4, .height_m = 1.1},
    [SPRITE_DRIVER] = {.file = "driver.svg", .width_m = 0.6, .height_m = 0.7},
    [SPRITE_HEAD] = {.file = "head.svg", .width_m = 0.6, .height_m = 0.7},
    [SPRITE_RIM] = {.file = "rim.svg", .width_m = 0.645, .height_m = 0.645},
    [SPRITE_KEY] = {.file = "key.svg", .width_m = 0.7, .height_m = 0.7},
    [SPRITE_SPRING] = {.file = "spring.svg", .width_m = 0.3, .height_m = 1.0},
    [SPRITE_COG] = {.file = "cog.svg", .width_m = 0.5, .height_m = 0.5},
    [SPRITE_CRATE] = {.file = "crate.svg", .width_m = 1.0, .height_m = 1.0},
    [SPRITE_PLANK] = {.file = "plank.svg", .width_m = 1.0, .height_m = 0.2},
    [SPRITE_SEESAW] = {.file = "seesaw.svg", .width_m = 6.0, .height_m = 0.3},
    [SPRITE_PIVOT] = {.file = "pivot.svg", .width_m = 1.2, .height_m = 1.2},
    [SPRITE_CHECKPOINT_OFF] = {.file = "checkpoint_off.svg", .width_m = 0.8, .height_m = 2.4},
    [SPRITE_CHECKPOINT_ON] = {.file = "checkpoint_on.svg", .width_m = 0.8, .height_m = 2.4},
    [SPRITE_FINISH] = {.file = "finish.svg", .width_m = 4.0, .height_m = 5.0},
    [SPRITE_GEAR_A] = {.file = "gear_a.svg", .width_m = 2.0, .height_m = 2.0},
    [SPRITE_GEAR_B] = {.file = "gear_b.svg", .width_m = 3.0, .height_m = 3.0},
    [SPRITE_CLOUD] = {.file = "cloud.svg", .width_m = 4.0, .height_m = 1.6},
    [SPRITE_SUN] = {.file = "sun.svg", .width_m = 5.0, .height_m = 5.0},
    [SPRITE_MOUNTAIN] = {.file = "mountain.svg", .width_m = 5.4, .height_m = 2.89},
    [SPRITE_SPIRE] = {.file = "spire.svg", .width_m = 0.44, .height_m = 2.04},
    [SPRITE_TOWER] = {.file = "tower.svg", .width_m = 0.92, .height_m = 3.64},
    [SPRITE_MILL] = {.file = "mill.svg", .width_m = 0.8, .height_m = 2.0},
    [SPRITE_SAILS] = {.file = "sails.svg", .width_m = 0.46, .height_m = 2.02},
    [SPRITE_POPLAR] = {.file = "poplar.svg", .width_m = 0.68, .height_m = 2.92},
    [SPRITE_BUSH] = {.file = "bush.svg", .width_m = 1.5, .height_m = 0.64},
    [SPRITE_WATCH] = {.file = "watch.svg", .width_m = 1.16, .height_m = 2.7},
    [SPRITE_TOPIARY] = {.file = "topiary.svg", .width_m = 1.15, .height_m = 2.4},
    [SPRITE_WORKS] = {.file = "works.svg", .width_m = 3.0, .height_m = 2.7},
    [SPRITE_HOUSES] = {.file = "houses.svg", .width_m = 2.8, .height_m = 1.7},
    [SPRITE_CRANE] = {.file = "crane.svg", .width_m = 3.1, .height_m = 3.3},
    [SPRITE_SHIP] = {.file = "ship.svg", .width_m = 3.2, .height_m = 2.7},
    [SPRITE_ARCHES] = {.file = "arches.svg", .width_m = 3.6, .height_m = 2.3},
    [SPRITE_COLUMN] = {.file = "column.svg", .width_m = 1.2, .height_m = 7.2},
    [SPRITE_GIRDER] = {.file = "girder.svg", .width_m = 1.2, .height_m = 8.0},
    [SPRITE_WINDOW] = {.file = "window.svg", .width_m = 1.9, .height_m = 4.05},
    [SPRITE_LONGCASE] = {.file = "longcase.svg", .width_m = 1.1, .height_m = 2.9},
    [SPRITE_GLOW] = {.file = "glow.svg", .width_m = 2.4, .height_m = 2.4},
    [SPRITE_GRASS] = {.file = "grass.svg", .width_m = 1.0, .height_m = 0.35},
    [SPRITE_SIGN] = {.file = "sign.svg", .width_m = 1.0, .height_m = 1.3},
    [SPRITE_HOP] = {.file = "hop.svg", .width_m = 1.0, .height_m = 1.3},
    [SPRITE_BOLT] = {.file = "bolt.svg", .width_m = 0.3, .height_m = 0.3},
    [SPRITE_SPARK] = {.file = "spark.svg", .width_m = 0.2, .height_m = 0.2},
    [SPRITE_PUFF] = {.file = "puff.svg", .width_m = 0.5, .height_m = 0.5},
    [SPRITE_LEDGE] = {.file = "ledge.svg", .width_m = 1.0, .height_m = 0.26},
    [SPRITE_CHAIN] = {.file = "chain.svg", .width_m = 0.3, .height_m = 0.15},
    [SPRITE_CRACK] = {.file = "crack.svg", .width_m = 0.5, .height_m = 0.2},
    [SPRITE_MAGNET] = {.file = "magnet.svg", .width_m = 1.6, .height_m = 1.2},
    [SPRITE_BEAM] = {.file = "beam.svg", .width_m = 4.0, .height_m = 0.4},
    [SPRITE_SAW] = {.file = "saw.svg", .width_m = 2.0, .height_m = 2.0},
    [SPRITE_HAMMER] = {.file = "hammer.svg", .width_m = 3.0, .height_m = 1.0},
    [SPRITE_LOGO] = {.file = "logo.svg", .width_m = 8.0, .height_m = 2.4},
    [SPRITE_CLOUD_MIDDLE] = {.file = "cloud.svg", .width_m = 3.4, .height_m = 1.36},
    [SPRITE_CLOUD_SMALL] = {.file = "cloud.svg", .width_m = 2.6, .height_m = 1.04},
    [SPRITE_DIAL] = {.file = "dial.svg", .width_m = 2.4, .height_m = 2.4},
    [SPRITE_DIAL_CLEAR] = {.file = "dial_clear.svg", .width_m = 2.4, .height_m = 2.4},
};

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
