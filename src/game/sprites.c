#include "game/sprites.h"

#include <string.h>

const CwSpriteDef windup_sprites[SPRITE_COUNT] = {
    [SPRITE_CHASSIS] = {.file = "chassis.svg", .width_m = 2.4, .height_m = 1.1},
    [SPRITE_DRIVER] = {.file = "driver.svg", .width_m = 0.6, .height_m = 0.7},
    [SPRITE_WHEEL] = {.file = "wheel.svg", .width_m = 0.9, .height_m = 0.9},
    [SPRITE_KEY] = {.file = "key.svg", .width_m = 0.7, .height_m = 0.7},
    [SPRITE_SPRING] = {.file = "spring.svg", .width_m = 0.3, .height_m = 1.0},
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
    [SPRITE_BACKDROP_FAR] = {.file = "backdrop_far.svg", .width_m = 20.0, .height_m = 6.0},
    [SPRITE_BACKDROP_MID] = {.file = "backdrop_mid.svg", .width_m = 20.0, .height_m = 6.0},
    [SPRITE_BACKDROP_NEAR] = {.file = "backdrop_near.svg", .width_m = 20.0, .height_m = 5.0},
    [SPRITE_GRASS] = {.file = "grass.svg", .width_m = 1.0, .height_m = 0.35},
    [SPRITE_SIGN] = {.file = "sign.svg", .width_m = 1.0, .height_m = 1.3},
    [SPRITE_HOP] = {.file = "hop.svg", .width_m = 1.0, .height_m = 1.3},
    [SPRITE_BOLT] = {.file = "bolt.svg", .width_m = 0.3, .height_m = 0.3},
    [SPRITE_SPARK] = {.file = "spark.svg", .width_m = 0.2, .height_m = 0.2},
    [SPRITE_PUFF] = {.file = "puff.svg", .width_m = 0.5, .height_m = 0.5},
    [SPRITE_LOGO] = {.file = "logo.svg", .width_m = 8.0, .height_m = 2.4},
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
