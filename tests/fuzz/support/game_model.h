/* A model of what must exist in a random game, and of what the engine must tell it.
 *
 * It lies in the world's memory, so it goes wherever the world goes: through forks, snapshots,
 * rewinds and recordings. The game says what it does and what it is told. The model asserts, at
 * once or at the end of the tick, that the engine does the same. Used by random_game.c only. */
#pragma once

#include "sim/world.h"

/* From where the game acts: systems, hooks of an entity, callbacks of a pair of shapes in a locked
 * space (those of its end in no particular order), and after the step. */
enum { IN_INPUT, IN_PRE, IN_POST, IN_LOGIC, SYSTEM_COUNT };
enum { ON_SPAWN = SYSTEM_COUNT, ON_DRIVE, ON_EVENT, ON_POST, ON_TICK, ON_ANIMATE, ON_DESTROY };
enum { AT_BEGIN = ON_DESTROY + 1, AT_PRE_SOLVE, AT_POST_SOLVE, AT_SEPARATE, AFTER_STEP };
enum { PLACE_COUNT = AFTER_STEP + 1 };

typedef struct Model Model;

Model *model_new(CwWorld *world);
void model_before_flush(Model *model, const CwWorld *world);
void model_after_flush(Model *model, const CwWorld *world);

/* `kind` spawns; while the level is built, the spawn hook comes first. The entity has `calls` of
 * each place, this one among them. */
void model_spawn(Model *model, const CwWorld *world, CwEntity entity, int kind);
void model_destroy(Model *model, CwEntity entity);
void model_hook(Model *model, CwEntity self, int place, const uint32_t *calls);
void model_event(Model *model, const CwWorld *world, CwEntity self, const CwEvent *event);

/* After a part was added, and before it is removed. */
void model_add(Model *model, ObjectType type, CwEntity owner, const void *part);
void model_remove(Model *model, ObjectType type, const void *part);
