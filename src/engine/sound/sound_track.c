#include "sound/sound_track.h"

#include "base/report.h"
#include "sound/sound_level.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_FRAMES = 1024 };

bool sound_track_open(SoundTrack *track, SoundMixer *mixer, const char *path, CwError *error)
{
    *track = (SoundTrack){.mixer = mixer, .tick_rate = 1};
    if (wav_file_open(&track->wav, path, error)) {
        return true;
    }
    sound_mixer_close(mixer);
    *track = (SoundTrack){0};
    return false;
}

void sound_track_begin(SoundTrack *track, int tick_rate)
{
    if (track->rendered > 0) {
        wav_file_empty(&track->wav);
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
        sound_level_whole(samples, mixed, 2 * frames);
        wav_file_write(&track->wav, samples, frames);
        track->rendered += frames;
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

/* Commands of the tick itself survive. */
static void go_back(SoundTrack *track, uint64_t tick)
{
    int64_t next = sound_track_sample(track->tick_rate, tick + 1);
    while (track->count > track->mixed && track->commands[track->count - 1].at >= next) {
        track->count--;
    }
}

void sound_track_go_on(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe)
{
    if (from < track->tick) {
        go_back(track, from);
    }
    track->tick = to;
    safe = safe < to ? safe : to;
    render_until(track, sound_track_sample(track->tick_rate, safe));
}

static bool has_room(SoundTrack *track)
{
    if (track->count < track->capacity) {
        return true;
    }
    int capacity = track->capacity == 0 ? 256 : 2 * track->capacity;
    SoundCommand *grown = realloc(track->commands, sizeof *grown * (size_t)capacity);
    if (grown == NULL) {
        return false;
    }
    track->commands = grown;
    track->capacity = capacity;
    return true;
}

void sound_track_add(SoundTrack *track, const SoundCommand *command)
{
    if (!has_room(track)) {
        return;
    }
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
    if (track->wav.file != NULL) {
        render_until(track, sound_track_sample(track->tick_rate, track->tick + 1));
    }
    bool whole = wav_file_close(&track->wav);
    sound_mixer_close(track->mixer);
    free(track->commands);
    *track = (SoundTrack){0};
    return whole;
}
