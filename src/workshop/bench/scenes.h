/* Physics scenes for benchmarks and tests. Each body has an entity, a "thing". */
#pragma once

#include "clockwork/entity.h"

extern const CwKind scene_thing; /* the first of a world's kinds */

typedef struct SceneThing {
    cpBody *body;
    uint32_t life_ticks;   /* ticks until it destroys itself; 0: never */
    uint32_t begins, ends; /* counts of contact events */
    uint32_t lucky;        /* sum of random numbers drawn in events */
} SceneThing;

/* A body with one shape: the spawn arguments of a thing. */
typedef struct ThingDesc {
    cpVect at_m, velocity_mps;
    double size_m; /* diameter or side */
    bool is_round;
    uint32_t life_ticks; /* as in SceneThing */
} ThingDesc;

SceneThing *scene_add_thing(CwWorld *world, const ThingDesc *desc);
cpShape *scene_add_wall(CwWorld *world, cpVect from_m, cpVect to_m);
void scene_add_pyramid(CwWorld *world, cpVect foot_m, int rows);

/* Builds "rain" of 1,000 circles, or "pyramid-40" of 820 boxes. */
void scene_build(CwWorld *world, const char *name);
