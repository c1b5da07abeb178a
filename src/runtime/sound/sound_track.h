/* Writes a run's sound to a file (--render-sound), without what was rewound.
 *
 * A frame is a pair of samples, left and right. Tick n's sound begins at frame n * 48000 /
 * tick_rate, unaffected by slow motion and pauses. Commands wait until no rewind can reach them,
 * then they are mixed; a rewind drops later ones. */
#pragma once

#include "sound/sound_mixer.h"

#include <sndfile.h>

/* The file is 16-bit stereo PCM of 48 kHz. It always plays: each piece rewrites the header. */
typedef struct SoundTrack {
    SoundMixer *mixer;
    SNDFILE *file;          /* NULL: not open, or given up */
    const char *path;       /* the caller's */
    bool is_incomplete;     /* a part is missing in the file */
    SoundCommand *commands; /* ordered by `at_frame`; the first `applied_count` are applied */
    int applied_count, command_count;
    int tick_rate;
    uint64_t newest_tick;
    int64_t written_frames; /* frames in the file */
} SoundTrack;

/* Opens the track. Takes ownership of the mixer, even on failure, and keeps the pointer `path`. */
bool sound_track_open(SoundTrack *track, SoundMixer *mixer, const char *path, CwError *error);

/* Begins a run and empties the file. */
void sound_track_begin(SoundTrack *track, int tick_rate);

/* Number of a tick's first frame. */
int64_t sound_track_frame(int tick_rate, uint64_t tick);

/* Advances from one tick's end to another's. No rewind goes back before `safe_tick`. */
void sound_track_advance(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe_tick);

/* Adds a command at its `at_frame`, or at the first frame that is not in the file yet. */
void sound_track_add(SoundTrack *track, const SoundCommand *command);

/* Writes the rest, with the newest tick. False: the file is incomplete. Closed tracks are fine. */
bool sound_track_close(SoundTrack *track);
