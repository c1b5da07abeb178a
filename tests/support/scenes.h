/* Scenes for tests: those of the benchmarks, and "mixed", which has a sleeping stack, a chain, a
 * motor, springs, a sensor and a spawner. */
#pragma once

#include "bench/scenes.h"

enum { SCENE_KIND_THING, SCENE_KIND_SPAWNER, SCENE_KIND_COUNT };

/* The kinds of a world with a scene. */
const CwKind *scene_kinds(void);

void scene_build_any(CwWorld *world, const char *name);
