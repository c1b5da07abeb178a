/* The sound card's side: commands of the game's thread, the mixer, and the last minute of the mix.
 *
 *     sound_live_send ─► queue ─► sound_live_pull (the card's thread): mixer ─► past ─► samples
 *
 * The queue has no lock; the card's thread never waits and never allocates. A command is heard a
 * buffer after it was sent, at its place in it, so that an even rhythm stays even. While time runs
 * backwards the past is played instead of the mixer, softer, at the rewind's speed, and forgotten.
 */
#ifndef SOUND_SOUND_LIVE_H
#define SOUND_SOUND_LIVE_H

#include "sound/sound_mixer.h"

typedef struct SoundLive SoundLive;

/* Takes the mixer, also where there is no memory. */
SoundLive *sound_live_open(SoundMixer *mixer, CwError *error);
/* Nobody may pull any more. */
void sound_live_close(SoundLive *live);

/* From one thread, its `at` in ns of the clock that pulls are told. Lost when nobody has pulled for
 * long. */
void sound_live_send(SoundLive *live, const SoundCommand *command);

/* The card was closed or opened: what waits, and what was heard, is old. No pull may run. */
void sound_live_flush(SoundLive *live);

/* The next stereo frames, that a card asked for at this time. */
void sound_live_pull(SoundLive *live, int16_t *out, int frames, int64_t now_ns);

#endif
