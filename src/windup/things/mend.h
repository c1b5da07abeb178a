/* What breaks comes back when the buggy goes back to its checkpoint: else a level could be lost for
 * good. The thing keeps what it was made from and is made anew. */
#ifndef THINGS_MEND_H
#define THINGS_MEND_H

#include "common/run.h"
#include "things/things.h"

/* Notes that it broke. */
static inline void mend_note_break(const CwWorld *world, Mend *mend)
{
    mend->broken = true;
    mend->respawn_count = run_of_const(world)->respawn_count;
}

/* In each tick: true when it was broken and has just been replaced by a new one. */
static inline bool mend_tick(CwWorld *world, CwEntity self, const Mend *mend)
{
    if (!mend->broken || mend->respawn_count == run_of(world)->respawn_count) {
        return false;
    }
    FromMap from = mend->from;
    cw_world_spawn(world, cw_world_kind(world, self), &from, sizeof from);
    cw_world_destroy(world, self);
    return true;
}

#endif
