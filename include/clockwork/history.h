/* The history: enough of a run's past to restore any tick of it exactly, within a memory budget.
 *
 * It keeps a copy of the world (a keyframe) every second and the input of every tick. A full budget
 * drops the oldest keyframes. To reach a tick, cw_history_restore restores the nearest keyframe
 * before it, and the caller, which has the systems, simulates the ticks after that.
 *
 * One history serves one world, in one process. Everything is allocated when it is created. */
#pragma once

#include "clockwork/input.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* Past worlds and inputs of one world. */
typedef struct CwHistory CwHistory;

/* Uses at most `budget_bytes` (1 MiB or more); `keyframe_ticks` >= 1. NULL: out of memory. */
CwHistory *cw_history_create(size_t budget_bytes, int keyframe_ticks, CwError *error);
void cw_history_destroy(CwHistory *history); /* NULL is fine */

/* The smallest budget, in bytes; with less, nothing of a world of this size is kept. */
size_t cw_history_budget_min(const CwWorld *world);

/* Discards everything and starts with the world's current state. */
void cw_history_begin(CwHistory *history, const CwWorld *world);

/* Records the tick that just ran. Call it after each tick. */
void cw_history_tick(CwHistory *history, const CwWorld *world);

/* The ticks that can be restored: every one from oldest to newest. */
uint64_t cw_history_oldest(const CwHistory *history);
uint64_t cw_history_newest(const CwHistory *history);

/* Restores the latest keyframe at or before `tick`; simulate on with cw_history_input. False, with
 * nothing changed, if the tick is out of range, or the world too large for keyframes. */
bool cw_history_restore(const CwHistory *history, CwWorld *world, uint64_t tick);

/* The tick that cw_history_restore would restore for `tick`. `tick` must be in range. */
uint64_t cw_history_keyframe(const CwHistory *history, uint64_t tick);

/* The input of a tick in (oldest, newest]. */
CwTickInput cw_history_input(const CwHistory *history, uint64_t tick);

/* Replaces the input of a tick in (oldest, newest]. Then restore tick - 1 and simulate up to the
 * newest again, with cw_history_tick after each tick. */
void cw_history_correct(CwHistory *history, uint64_t tick, const CwTickInput *input);

/* Discards everything after `tick`, so that the run can take another course from there. */
void cw_history_cut(CwHistory *history, uint64_t tick);

/* Bytes in use now, never above the budget. */
size_t cw_history_bytes(const CwHistory *history);
CW_C_END
