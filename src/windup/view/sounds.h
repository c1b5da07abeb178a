/* What is heard of a run: events of the simulation as cues at their place and tick, machines and
 * the mainspring as loops, a tune for the place.
 *
 * Frame phases only, like all of the view: it reads the world and writes SoundView. What turns or
 * swings is heard when its pose passes a mark, which the pose itself tells, so nothing has to be
 * remembered over a rewind. */
#ifndef VIEW_SOUNDS_H
#define VIEW_SOUNDS_H

#include "clockwork/clockwork.h"
#include "view/cues.h"

/* A part of View. */
typedef struct SoundView {
    uint64_t struck_tick[WINDUP_SOUND_COUNT]; /* when each was struck last */
    double tempo;                             /* of music; 0: not begun */
} SoundView;

void sounds_play(const CwWorld *world, CwFrame *frame); /* CW_PHASE_UPDATE */

#endif
