/* Figures of sound: what 64 voices cost, how long the sound card's thread is kept, and when a sound
 * that is asked for is in the card's buffer. */
#ifndef TOOLS_BENCH_SOUND_H
#define TOOLS_BENCH_SOUND_H

#include "clockwork/base.h"
#include "tools/bench_contest.h"

bool bench_sound_voices(ContestResult *result, CwError *error); /* percent of a core */
bool bench_sound_pull(ContestResult *result, CwError *error);   /* us a buffer */
/* By SDL's `dummy` card, which takes buffers in real time. */
bool bench_sound_delay(ContestResult *result, CwError *error); /* ms */

#endif
