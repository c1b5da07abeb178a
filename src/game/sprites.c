#include "game/sprites.h"

#include <string.h>

const CwSpriteDef windup_sprites[SPRITE_COUNT] = {
    [SPRITE_CHASSIS] = {"chassis.svg", 2.4, 1.1},
    [SPRITE_DRIVER] = {"driver.svg", 0.6, 0.7},
    [SPRITE_WHEEL] = {"wheel.svg", 0.9, 0.9},
    [SPRITE_KEY] = {"key.svg", 0.7, 0.7},
    [SPRITE_SPRING] = {"spring.svg", 0.3, 1.0},
    [SPRITE_COG] = {"cog.svg", 0.5, 0.5},
    [SPRITE_CRATE] = {"crate.svg", 1.0, 1.0},
    [SPRITE_PLANK] = {"plank.svg", 1.0, 0.2},
    [SPRITE_SEESAW] = {"seesaw.svg", 6.0, 0.3},
    [SPRITE_PIVOT] = {"pivot.svg", 1.2, 1.2},
    [SPRITE_CHECKPOINT_OFF] = {"checkpoint_off.svg", 0.8, 2.4},
    [SPRITE_CHECKPOINT_ON] = {"checkpoint_on.svg", 0.8, 2.4},
    [SPRITE_FINISH] = {"finish.svg", 4.0, 5.0},
    [SPRITE_GEAR_A] = {"gear_a.svg", 2.0, 2.0},
    [SPRITE_GEAR_B] = {"gear_b.svg", 3.0, 3.0},
    [SPRITE_CLOUD] = {"cloud.svg", 4.0, 1.6},
    [SPRITE_SUN] = {"sun.svg", 5.0, 5.0},
    [SPRITE_BACKDROP_FAR] = {"backdrop_far.svg", 20.0, 6.0},
    [SPRITE_BACKDROP_MID] = {"backdrop_mid.svg", 20.0, 6.0},
    [SPRITE_BACKDROP_NEAR] = {"backdrop_near.svg", 20.0, 5.0},
    [SPRITE_GRASS] = {"grass.svg", 1.0, 0.35},
    [SPRITE_SIGN] = {"sign.svg", 1.0, 1.3},
    [SPRITE_HOP] = {"hop.svg", 1.0, 1.3},
    [SPRITE_BOLT] = {"bolt.svg", 0.3, 0.3},
    [SPRITE_SPARK] = {"spark.svg", 0.2, 0.2},
    [SPRITE_PUFF] = {"puff.svg", 0.5, 0.5},
    [SPRITE_LEDGE] = {"ledge.svg", 1.0, 0.26},
    [SPRITE_CHAIN] = {"chain.svg", 0.3, 0.15},
    [SPRITE_CRACK] = {"crack.svg", 0.5, 0.2},
    [SPRITE_MAGNET] = {"magnet.svg", 1.6, 1.2},
    [SPRITE_BEAM] = {"beam.svg", 4.0, 0.4},
    [SPRITE_SAW] = {"saw.svg", 2.0, 2.0},
    [SPRITE_HAMMER] = {"hammer.svg", 3.0, 1.0},
    [SPRITE_LOGO] = {"logo.svg", 8.0, 2.4},
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
