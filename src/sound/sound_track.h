/* The sound of the surviving timeline, in a file: where tick n begins, at sample n * 48000 /
 * tick_rate, begins what it plays. Slow motion, pauses and frames leave no trace in it.
 *
 * What was asked for is kept until no rewind can reach it any more, then mixed and written. A
 * rewind drops what was asked for later than the tick it goes on from. */
#ifndef SOUND_SOUND_TRACK_H
#define SOUND_SOUND_TRACK_H

#include "sound/sound_mixer.h"
#include "sound/wav_file.h"

typedef struct SoundTrack {
    SoundMixer *mixer;
    WavFile wav;
    SoundCommand *commands; /* in order of their samples, those before `mixed` done with */
    int mixed, count, capacity;
    int tick_rate;
    uint64_t tick;    /* the newest */
    int64_t rendered; /* frames in the file */
} SoundTrack;

/* Takes the mixer, also on false; `path` is kept. */
bool sound_track_open(SoundTrack *track, SoundMixer *mixer, const char *path, CwError *error);

/* A run from its first tick on; one before it is forgotten. */
void sound_track_begin(SoundTrack *track, int tick_rate);

/* The sample that a tick begins with. */
int64_t sound_track_sample(int tick_rate, uint64_t tick);

/* Time goes on from the end of `from` to that of `to`; what is up to `safe` stays as it is. */
void sound_track_go_on(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe);

/* At its sample (`at`), or at the first that is not in the file yet. */
void sound_track_take(SoundTrack *track, const SoundCommand *command);

/* Writes the rest, the newest tick with it. False when the file is not whole. Fine on one that is
 * not open. */
bool sound_track_close(SoundTrack *track);

#endif
