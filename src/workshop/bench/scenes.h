/* Physics scenes of known size for tests and benchmarks.
 *
 * A scene is built into a CwWorld with `scene_kinds`, where each body has an entity that listens to
 * its events, or into a bare cpSpace for comparison. "mixed" contains a sleeping stack, a chain, a
 * motor, a spring, a sensor and, in a CwWorld, a spawner. */
#pragma once

#include "clockwork/entity.h"

enum { SCENE_KIND_THING, SCENE_KIND_SPAWNER, SCENE_KIND_COUNT };

extern const CwKind scene_kinds[SCENE_KIND_COUNT];

/* A body with one shape. These are the spawn arguments of SCENE_KIND_THING. */
typedef struct ThingDesc {
    cpVect at_m;
    cpVect velocity_mps;
    double size_m; /* diameter or side */
    bool round;
    bool ghost;          /* collides with nothing */
    uint32_t life_ticks; /* ticks until the thing destroys itself; 0: never */
} ThingDesc;

/* The data of SCENE_KIND_THING. */
typedef struct SceneThing {
    cpBody *body;
    uint32_t life_ticks;
    uint32_t begins, ends; /* counts of contact events */
    uint32_t lucky;        /* sum of random numbers drawn in events */
} SceneThing;

/* Where a scene is built: in `world`, or if that is NULL in a bare `space`. */
typedef struct SceneSite {
    CwWorld *world;
    cpSpace *space;
} SceneSite;

typedef struct Scene {
    const char *name;
    void (*build)(const SceneSite *site);
} Scene;

/* NULL: no scene has this name. */
const Scene *scene_find(const char *name);

/* A scene in a bare space with its own arena. Bodies never sleep. */
typedef struct BareScene {
    struct Arena *arena;
    cpSpace *space;
} BareScene;

/* Opens a scene in an address slot and lets it settle for a second. Close it even on false. */
bool bare_scene_open(BareScene *bare, const char *name, int slot, CwError *error);
void bare_scene_step(const BareScene *bare);
void bare_scene_close(BareScene *bare);
