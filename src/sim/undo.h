/* What cw_world_undo needs: inputs and, now and then, a copy of the world, in the tail of its
 * arena.
 *
 * So every copy of the world has its past in it, and whoever puts a world back (a rewind, the sync
 * test, a fork) has put back what an undo will do. The past is the path that led to the present:
 * the ticks that an undo took back are not in it, so simulating a part of it again meets no undo.
 * The session calls it around each tick. */
#ifndef SIM_UNDO_H
#define SIM_UNDO_H

#include "clockwork/undo.h"
#include "sim/world.h"

/* What a tick can't be asked again when it is over. */
typedef struct UndoPresent {
    Lasting lasting;
    CwTickInput input;
    CwEvent recent[RECENT_EVENT_COUNT];
    CwFlow flow;     /* that it asked for */
    uint64_t target; /* CwWorld.past_ticks to go back to */
} UndoPresent;

/* Begins the past of a world that was just built, if it is to have one. */
bool undo_open(CwWorld *world, CwError *error);

/* Before a tick: what the past will say of it. */
Lasting undo_before(const CwWorld *world);

/* Adds a tick to the past, which took back nothing. */
bool undo_note(CwWorld *world, const Lasting *before, CwError *error);

/* Does what a tick wanted:
 *
 *     undo_begin(world, &present);
 *     while (undo_next(world, &present, &input)) a tick with that input
 *     undo_end(world, &present); */
void undo_begin(CwWorld *world, UndoPresent *present);
bool undo_next(CwWorld *world, const UndoPresent *present, CwTickInput *input);
void undo_end(CwWorld *world, const UndoPresent *present);

#endif
