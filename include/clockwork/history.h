/* The history of a world: it can restore any recent tick exactly, within a memory budget. It is for
 * programs that run ticks themselves (worlds.h); the engine itself keeps a run's history.
 *
 * A history keeps a keyframe, which is a copy of the world, every `keyframe_ticks` ticks, and the
 * input of every tick. When the budget is full, the oldest keyframes are dropped. To reach a tick,
 * restore the last keyframe at or before it and simulate from there.
 *
 * One history serves one world, in one process. It allocates all its memory at creation. */
#pragma once

#include "clockwork/world.h"
CW_C_BEGIN

/* Past worlds and inputs of one world. */
typedef struct CwHistory CwHistory;

/* Uses at most `budget_bytes` (1 MiB or more); `keyframe_ticks` >= 1. NULL: out of memory. */
CwHistory *cw_history_create(size_t budget_bytes, int keyframe_ticks, CwError *error);
void cw_history_destroy(CwHistory *history); /* NULL is fine */

/* The smallest budget in bytes for a world of this size. With less, nothing is kept. */
size_t cw_history_budget_min(const CwWorld *world);

/* Discards everything and starts with the world's current state. */
void cw_history_begin(CwHistory *history, const CwWorld *world);

/* Records the tick that just ran. Call it after each tick. */
void cw_history_tick(CwHistory *history, const CwWorld *world);

/* The oldest and newest tick that can be restored; all ticks between can be restored, too. */
uint64_t cw_history_oldest(const CwHistory *history);
uint64_t cw_history_newest(const CwHistory *history);

/* Restores the latest keyframe at or before `tick`. Then simulate with cw_history_input up to
 * `tick`. False, with nothing changed, if the tick is out of range or the world is too large. */
bool cw_history_restore(const CwHistory *history, CwWorld *world, uint64_t tick);

/* The tick of the keyframe that cw_history_restore would restore. `tick` must be in range. */
uint64_t cw_history_keyframe(const CwHistory *history, uint64_t tick);

/* The input of a tick in (oldest, newest]. */
CwTickInput cw_history_input(const CwHistory *history, uint64_t tick);

/* Replaces the input of a tick in (oldest, newest]. Then restore tick - 1 and simulate up to the
 * newest tick again; call cw_history_tick after each tick. */
void cw_history_correct(CwHistory *history, uint64_t tick, const CwTickInput *input);

/* Discards everything after `tick`, so that the run can continue differently from there. */
void cw_history_cut(CwHistory *history, uint64_t tick);

/* Bytes in use now, never above the budget. */
size_t cw_history_bytes(const CwHistory *history);
CW_C_END
