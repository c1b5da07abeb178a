/* Windup, the game that ships with Clockwork: a clockwork buggy crosses hills, a bridge and a
 * see-saw to the finish. This header holds what its files share: the numbers of actions, kinds,
 * sprites, layers and collision types, and the state of a run.
 *
 * The game knows the public headers and Chipmunk, and nothing else. */
#ifndef GAME_WINDUP_H
#define GAME_WINDUP_H

#include "clockwork/clockwork.h"

extern const CwGame windup_game;

enum {
    ACTION_ACCELERATE,
    ACTION_BRAKE,
    ACTION_LEAN_BACK,
    ACTION_LEAN_FORWARD,
    ACTION_HOP,
    ACTION_RESPAWN,
    ACTION_COUNT
};

/* Within a layer things are drawn in the order in which they were spawned: that of the file. */
enum {
    KIND_GROUND,
    KIND_DECOR,
    KIND_BRIDGE,
    KIND_SEESAW,
    KIND_CRATE,
    KIND_CHECKPOINT,
    KIND_FINISH,
    KIND_BUGGY,
    KIND_COUNT
};

enum {
    SPRITE_CHASSIS,
    SPRITE_DRIVER,
    SPRITE_WHEEL,
    SPRITE_KEY,
    SPRITE_SPRING,
    SPRITE_CRATE,
    SPRITE_PLANK,
    SPRITE_SEESAW,
    SPRITE_PIVOT,
    SPRITE_CHECKPOINT_OFF,
    SPRITE_CHECKPOINT_ON,
    SPRITE_FINISH,
    SPRITE_GEAR_A,
    SPRITE_GEAR_B,
    SPRITE_CLOUD,
    SPRITE_SUN,
    SPRITE_BACKDROP_FAR,
    SPRITE_BACKDROP_MID,
    SPRITE_BACKDROP_NEAR,
    SPRITE_GRASS,
    SPRITE_SIGN,
    SPRITE_HOP,
    SPRITE_BOLT,
    SPRITE_SPARK,
    SPRITE_PUFF,
    SPRITE_LOGO,
    SPRITE_COUNT
};

extern const CwSpriteDef windup_sprites[SPRITE_COUNT];

/* Number of the sprite whose file is NAME.svg, -1 for none. */
int windup_sprite(const char *name);

enum {
    LAYER_SKY,
    LAYER_SUN,
    LAYER_CLOUDS,
    LAYER_FAR,
    LAYER_MID,
    LAYER_GEARS,
    LAYER_NEAR,
    LAYER_DECOR,
    LAYER_THINGS,
    LAYER_BUGGY,
    LAYER_PARTICLES, /* what falls disappears behind the ground */
    LAYER_OUTLINE,
    LAYER_SOIL, /* layer by layer: neighbouring ground shows no seam */
    LAYER_SUBSOIL,
    LAYER_TOPSOIL,
    LAYER_EDGE_OUTLINE,
    LAYER_EDGE_SHADE,
    LAYER_EDGE,
    LAYER_TUFTS,
    LAYER_HUD,
    LAYER_HUD_TEXT
};

/* Collision types, for events. */
enum {
    TOUCH_OTHER,
    TOUCH_GROUND,
    TOUCH_CHASSIS,
    TOUCH_WHEEL, /* and TOUCH_WHEEL + 1: rear, front */
    TOUCH_WHEEL_FRONT,
};

/* Collision categories. */
enum { CATEGORY_GROUND = 1, CATEGORY_PLANK = 2, CATEGORY_THING = 4 };

/* Codes of CW_EVENT_GAME. */
enum { CUE_CHECKPOINT, CUE_FINISH, CUE_HOP, CUE_RESPAWN, CUE_BURST };

/* How high above its level's bottom the world ends for the buggy. */
#define FALL_LIMIT_M (-4.0)

/* The state of a run: cw_world_state. */
typedef struct Run {
    CwEntity buggy;
    CwEntity checkpoint; /* the last one passed; zero: none yet */
    cpVect start_m;      /* where the buggy's wheels stand */
    cpVect respawn_m;
    cpVect size_m; /* of the level */
    double finish_x_m;
    bool finished;
    uint64_t finish_tick;
    uint32_t respawn_count;
} Run;

enum { RUN_FIELD_COUNT = 9 };
extern const CwField run_fields[RUN_FIELD_COUNT];

static inline Run *run_of(CwWorld *world)
{
    return cw_world_state(world);
}

static inline const Run *run_of_const(const CwWorld *world)
{
    return cw_world_state_const(world);
}

/* What spawns of level objects are given. The map outlives the world. */
typedef struct FromMap {
    const CwMap *map;
    const CwMapObject *object;
} FromMap;

CwProbe run_probe(const CwWorld *world);

#endif
