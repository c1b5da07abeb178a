/* Sound on the card's side: a queue of commands, a mixer, and the last minute of its mix.
 *
 *     sound_live_send ─► queue ─► sound_live_pull (the card's thread): mixer ─► past ─► samples
 *
 * The queue has no lock; the card's thread never waits and never allocates. A command is heard one
 * buffer after it was sent, at its own place in the buffer, so that an even rhythm stays even. A
 * rewind plays the past instead of the mixer, softer and at the rewind's speed, and discards it. */
#pragma once

#include "sound/sound_mixer.h"

typedef struct SoundLive SoundLive;

/* Opens live sound. Takes ownership of the mixer, even on failure. */
SoundLive *sound_live_open(SoundMixer *mixer, CwError *error);
/* Frees all. No pull may run or follow. */
void sound_live_close(SoundLive *live);

/* Queues a command, from one thread. `at_ns` is by the pulls' clock. Lost if no card pulls. */
void sound_live_send(SoundLive *live, const SoundCommand *command);

/* Whether a command waits; it may name any sound. Call it on the sending thread. */
bool sound_live_is_behind(const SoundLive *live);

/* Discards the queue, the voices and the past, for a newly opened card. No pull may run. */
void sound_live_flush(SoundLive *live);

/* Writes the next stereo frames, which a card requests at this time. */
void sound_live_pull(SoundLive *live, int16_t *out, int frames, int64_t now_ns);
