/* Writes the sound of the surviving timeline to a file (--render-sound). Tick n's sound begins at
 * sample n * 48000 / tick_rate, unaffected by slow motion, pauses and frames. Commands are kept
 * until no rewind can reach them, then mixed; a rewind drops later ones. */
#pragma once

#include "sound/sound_mixer.h"

#include <sndfile.h>

/* The file is 16-bit PCM, stereo, 48 kHz. Its header is rewritten after each piece, so it always
 * plays. */
typedef struct SoundTrack {
    SoundMixer *mixer;
    SNDFILE *file;          /* NULL: not open, or given up */
    const char *path;       /* the caller's */
    bool cut;               /* a part is missing in the file */
    SoundCommand *commands; /* ordered by `at`; those before `mixed` are applied */
    int mixed, count;
    int tick_rate;
    uint64_t tick;    /* the newest */
    int64_t rendered; /* frames in the file */
} SoundTrack;

/* Opens the track. Takes ownership of the mixer, even on failure, and keeps the pointer `path`. */
bool sound_track_open(SoundTrack *track, SoundMixer *mixer, const char *path, CwError *error);

/* Begins a run and empties the file. */
void sound_track_begin(SoundTrack *track, int tick_rate);

/* The first sample of a tick. */
int64_t sound_track_sample(int tick_rate, uint64_t tick);

/* Notes time between the ends of two ticks. No rewind goes back before `safe`. */
void sound_track_advance(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe);

/* Adds a command at its sample (`at`), or at the first sample that is not in the file yet. */
void sound_track_add(SoundTrack *track, const SoundCommand *command);

/* Writes the rest, with the newest tick. False: the file is incomplete. Closed tracks are fine. */
bool sound_track_close(SoundTrack *track);
