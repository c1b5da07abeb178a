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
    track->written_frames = 0;
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
    track->is_incomplete = true;
}

static void write_frames(SoundTrack *track, const int16_t *samples, int frames)
{
    track->written_frames += frames;
    if (track->file == NULL) {
        return;
    }
    if (track->written_frames > FRAMES_MAX) {
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
    if (track->written_frames > 0 && track->file != NULL) {
        sf_close(track->file);
        if (!begin_file(track)) {
            give_up(track, file_reason(errno));
        }
    }
    sound_mixer_reset(track->mixer);
    track->tick_rate = tick_rate;
    track->newest_tick = 0;
    track->written_frames = 0;
    track->command_count = track->applied_count = 0;
}

int64_t sound_track_frame(int tick_rate, uint64_t tick)
{
    uint64_t rate = (uint64_t)tick_rate;
    return (int64_t)(tick / rate * CW_SOUND_RATE + tick % rate * CW_SOUND_RATE / rate);
}

static void write_until(SoundTrack *track, int64_t end_frame)
{
    float mixed[2 * PIECE_FRAMES];
    int16_t samples[2 * PIECE_FRAMES];
    while (track->written_frames < end_frame) {
        int64_t left_frames = end_frame - track->written_frames;
        int frames = left_frames < PIECE_FRAMES ? (int)left_frames : PIECE_FRAMES;
        sound_mixer_render(track->mixer, mixed, frames);
        sound_mixer_to_16_bits(samples, mixed, 2 * frames);
        write_frames(track, samples, frames);
    }
}

static void render_until(SoundTrack *track, int64_t end_frame)
{
    while (track->applied_count < track->command_count &&
           track->commands[track->applied_count].at_frame < end_frame) {
        write_until(track, track->commands[track->applied_count].at_frame);
        sound_mixer_apply(track->mixer, &track->commands[track->applied_count++]);
    }
    write_until(track, end_frame);
    if (track->applied_count > track->command_count / 2) {
        track->command_count -= track->applied_count;
        memmove(track->commands, track->commands + track->applied_count,
                sizeof *track->commands * (size_t)track->command_count);
        track->applied_count = 0;
    }
}

void sound_track_advance(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe_tick)
{
    int64_t next_frame = sound_track_frame(track->tick_rate, from + 1);
    while (from < track->newest_tick && track->command_count > track->applied_count &&
           track->commands[track->command_count - 1].at_frame >= next_frame) {
        track->command_count--; /* commands of the tick itself survive a rewind */
    }
    track->newest_tick = to;
    safe_tick = safe_tick < to ? safe_tick : to;
    render_until(track, sound_track_frame(track->tick_rate, safe_tick));
}

void sound_track_add(SoundTrack *track, const SoundCommand *command)
{
    SoundCommand *more = grow_for_one(track->commands, (size_t)track->command_count, sizeof *more);
    if (more == NULL) {
        if (track->file != NULL) {
            give_up(track, "out of memory");
        }
        return;
    }
    track->commands = more;
    SoundCommand copy = *command;
    copy.at_frame = copy.at_frame > track->written_frames ? copy.at_frame : track->written_frames;
    int place = track->command_count++;
    for (; place > track->applied_count && track->commands[place - 1].at_frame > copy.at_frame;
         place--) {
        track->commands[place] = track->commands[place - 1];
    }
    track->commands[place] = copy;
}

bool sound_track_close(SoundTrack *track)
{
    if (track->file != NULL) {
        render_until(track, sound_track_frame(track->tick_rate, track->newest_tick + 1));
    }
    bool closed = track->file == NULL || sf_close(track->file) == 0;
    if (!closed) {
        report("the end of %s could not be written: %s", track->path, strerror(errno));
    }
    bool is_complete = closed && !track->is_incomplete;
    sound_mixer_close(track->mixer);
    free(track->commands);
    *track = (SoundTrack){0};
    return is_complete;
}
