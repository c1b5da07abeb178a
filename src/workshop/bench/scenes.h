/* Physics scenes of known size, one table for tests and benchmarks.
 *
 * Built into a CwWorld of `scene_kinds` (every body an entity that listens to its events), or into
 * a bare cpSpace, to measure what the world costs. "mixed" has something of everything: a sleeping
 * stack, a chain, a motor, a spring, a sensor, and (CwWorld only) a spawner. */
#pragma once

#include "clockwork/entity.h"

enum { SCENE_KIND_THING, SCENE_KIND_SPAWNER, SCENE_KIND_COUNT };

extern const CwKind scene_kinds[SCENE_KIND_COUNT];

/* A body with one shape. Args of SCENE_KIND_THING. */
typedef struct ThingDesc {
    cpVect at_m;
    cpVect velocity_mps;
    double size_m; /* diameter or side */
    bool round;
    bool ghost;          /* touches nothing */
    uint32_t life_ticks; /* destroys itself after these; 0: never */
} ThingDesc;

/* A thing's data in the world. */
typedef struct SceneThing {
    cpBody *body;
    uint32_t life_ticks;
    uint32_t begins, ends; /* contacts */
    uint32_t lucky;        /* sum of random numbers drawn in events */
} SceneThing;

/* The place where a scene is built: `world`, or a bare `space` when that is NULL. */
typedef struct SceneSite {
    CwWorld *world;
    cpSpace *space;
} SceneSite;

typedef struct Scene {
    const char *name;
    void (*build)(const SceneSite *site);
} Scene;

/* Returns NULL when no scene has that name. */
const Scene *scene_find(const char *name);

/* A scene in a bare space, in an arena of its own, where nothing sleeps. */
typedef struct BareScene {
    struct Arena *arena;
    cpSpace *space;
} BareScene;

/* Opens it in an address slot and lets it settle for a second. Close it in any case. */
bool bare_scene_open(BareScene *bare, const char *name, int slot, CwError *error);
void bare_scene_step(const BareScene *bare);
void bare_scene_close(BareScene *bare);
