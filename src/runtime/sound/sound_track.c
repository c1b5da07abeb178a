#include "sound/sound_track.h"

#include "base/array.h"
#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_FRAMES = 1024, HEADER_BYTES = 44, CHANNELS = 2, FRAME_BYTES = 4 };

/* ---- the file ---- */

static const int64_t FRAMES_MAX = (INT64_C(0xffffffff) - HEADER_BYTES) / FRAME_BYTES;

static bool begin_file(SoundTrack *track)
{
    SF_INFO info = {.samplerate = CW_SOUND_RATE,
                    .channels = CHANNELS,
                    .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    int file = file_open_descriptor(track->path, FILE_WRITE);
    track->file = file < 0 ? NULL : sf_open_fd(file, SFM_WRITE, &info, SF_TRUE);
    track->rendered = 0;
    if (track->file != NULL) {
        sf_command(track->file, SFC_SET_UPDATE_HEADER_AUTO, NULL, SF_TRUE);
    }
    return track->file != NULL;
}

static void give_up(SoundTrack *track, const char *why)
{
    report("can't write %s any more: %s; it plays up to there, and the run goes on", track->path,
           why);
    sf_close(track->file);
    track->file = NULL;
    track->cut = true;
}

static void write_samples(SoundTrack *track, const int16_t *samples, int frames)
{
    track->rendered += frames;
    if (track->file == NULL) {
        return;
    }
    if (track->rendered > FRAMES_MAX) {
        give_up(track, "a WAV file has at most 4 GiB");
    } else if (sf_writef_short(track->file, samples, frames) != frames ||
               sf_error(track->file) != SF_ERR_NO_ERROR) { /* the header may fail to write, too */
        give_up(track, strerror(errno));
    }
}

/* ---- the track ---- */

bool sound_track_open(SoundTrack *track, SoundMixer *mixer, const char *path, CwError *error)
{
    *track = (SoundTrack){.mixer = mixer, .path = path, .tick_rate = 1};
    if (begin_file(track)) {
        return true;
    }
    cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
    sound_mixer_close(mixer);
    *track = (SoundTrack){0};
    return false;
}

void sound_track_begin(SoundTrack *track, int tick_rate)
{
    if (track->rendered > 0 && track->file != NULL) {
        sf_close(track->file);
        if (!begin_file(track)) {
            give_up(track, file_reason(errno));
        }
    }
    sound_mixer_reset(track->mixer);
    track->tick_rate = tick_rate;
    track->tick = 0;
    track->rendered = 0;
    track->count = track->mixed = 0;
}

int64_t sound_track_sample(int tick_rate, uint64_t tick)
{
    uint64_t rate = (uint64_t)tick_rate;
    return (int64_t)(tick / rate * CW_SOUND_RATE + tick % rate * CW_SOUND_RATE / rate);
}

static void write_until(SoundTrack *track, int64_t end)
{
    float mixed[2 * PIECE_FRAMES];
    int16_t samples[2 * PIECE_FRAMES];
    while (track->rendered < end) {
        int64_t left = end - track->rendered;
        int frames = left < PIECE_FRAMES ? (int)left : PIECE_FRAMES;
        sound_mixer_render(track->mixer, mixed, frames);
        sound_mixer_to_16_bits(samples, mixed, 2 * frames);
        write_samples(track, samples, frames);
    }
}

static void render_until(SoundTrack *track, int64_t end)
{
    while (track->mixed < track->count && track->commands[track->mixed].at < end) {
        write_until(track, track->commands[track->mixed].at);
        sound_mixer_apply(track->mixer, &track->commands[track->mixed++]);
    }
    write_until(track, end);
    if (track->mixed > track->count / 2) {
        track->count -= track->mixed;
        memmove(track->commands, track->commands + track->mixed,
                sizeof *track->commands * (size_t)track->count);
        track->mixed = 0;
    }
}

void sound_track_advance(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe)
{
    int64_t next = sound_track_sample(track->tick_rate, from + 1);
    while (from < track->tick && track->count > track->mixed &&
           track->commands[track->count - 1].at >= next) {
        track->count--; /* commands of the tick itself survive a rewind */
    }
    track->tick = to;
    safe = safe < to ? safe : to;
    render_until(track, sound_track_sample(track->tick_rate, safe));
}

void sound_track_add(SoundTrack *track, const SoundCommand *command)
{
    SoundCommand *grown = grow_for_one(track->commands, (size_t)track->count, sizeof *grown);
    if (grown == NULL) {
        if (track->file != NULL) {
            give_up(track, "out of memory");
        }
        return;
    }
    track->commands = grown;
    SoundCommand taken = *command;
    taken.at = taken.at > track->rendered ? taken.at : track->rendered;
    int place = track->count++;
    for (; place > track->mixed && track->commands[place - 1].at > taken.at; place--) {
        track->commands[place] = track->commands[place - 1];
    }
    track->commands[place] = taken;
}

bool sound_track_close(SoundTrack *track)
{
    if (track->file != NULL) {
        render_until(track, sound_track_sample(track->tick_rate, track->tick + 1));
    }
    bool closed = track->file == NULL || sf_close(track->file) == 0;
    if (!closed) {
        report("the end of %s could not be written: %s", track->path, strerror(errno));
    }
    bool whole = closed && !track->cut;
    sound_mixer_close(track->mixer);
    free(track->commands);
    *track = (SoundTrack){0};
    return whole;
}
