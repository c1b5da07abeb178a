/* Undo: a tick that takes ticks back.
 *
 * A game that declares CwGame.undo_ticks may do so from its rules, by a key or because a move was
 * wrong. It is part of the tick like all else: recorded, replayed, verified, rewound and
 * simulated again bit for bit, as the world itself holds what it takes. That is up to five copies
 * of the world, which snapshots and the player's history copy too; an undo costs a restore and the
 * simulation of at most a quarter of CwGame.undo_ticks.
 *
 * A view shows or plays what an undo means by an event that the tick emits. */
#ifndef CLOCKWORK_UNDO_H
#define CLOCKWORK_UNDO_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

/* In a tick: when it ends, after its flush, the world is what it was at the end of the tick that
 * lies `ticks` before it; 1 takes back this tick alone, and a second call in the same tick replaces
 * the first (0: nothing). The rest of the tick runs as usual and is taken back too.
 *
 * Ticks taken back are gone: a later undo goes back along those that are left, so that undoing one
 * tick more than passes each tick lets time run backwards. What goes on is the count of ticks
 * (cw_world_tick: count ticks in the state, which is put back, rather than noting them), the input
 * of the tick, what it asked of the flow, the events with their numbers, and the settings of the
 * simulation.
 *
 * False, and nothing happens, for more ticks than cw_world_undo_reach. */
bool cw_world_undo(CwWorld *world, uint32_t ticks);

/* How many ticks an undo in the present tick can go back: up to CwGame.undo_ticks, to the beginning
 * of the level, and never to before what was in reach at the furthest tick. */
uint32_t cw_world_undo_reach(const CwWorld *world);

#pragma GCC visibility pop

#endif
