#include "sound/sound_track.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_FRAMES = 1024, HEADER_BYTES = 44, CHANNELS = 2, FRAME_BYTES = 4 };

/* ---- the file ---- */

static const int64_t FRAMES_MAX = (INT64_C(0xffffffff) - HEADER_BYTES) / FRAME_BYTES;

static uint8_t *put(uint8_t *at, const char *tag, uint32_t number, int bytes)
{
    size_t length = strlen(tag);
    memcpy(at, tag, length);
    at += length;
    for (int i = 0; i < bytes; i++) {
        *at++ = (uint8_t)(number >> 8 * i);
    }
    return at;
}

/* Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
 */
static bool write_header(WavFile *wav)
{
    uint8_t header[HEADER_BYTES], *at = header;
    uint32_t bytes = (uint32_t)(wav->frames * FRAME_BYTES);
    at = put(at, "RIFF", bytes + HEADER_BYTES - 8, 4);
    at = put(at, "WAVEfmt ", 16, 4);
    at = put(at, "", 1, 2); /* PCM */
    at = put(at, "", CHANNELS, 2);
    at = put(at, "", CW_SOUND_RATE, 4);
    at = put(at, "", CW_SOUND_RATE * FRAME_BYTES, 4);
    at = put(at, "", FRAME_BYTES, 2);
    at = put(at, "", 16, 2); /* bits */
    put(at, "data", bytes, 4);
    bool good = fflush(wav->file) == 0 && fseek(wav->file, 0, SEEK_SET) == 0 &&
                fwrite(header, sizeof header, 1, wav->file) == 1 && fflush(wav->file) == 0 &&
                fseek(wav->file, 0, SEEK_END) == 0;
    wav->headed = wav->frames;
    return good;
}

static void give_up(WavFile *wav, const char *why)
{
    report("can't write %s any more: %s; it plays up to there, and the run goes on", wav->path,
           why);
    fclose(wav->file);
    *wav = (WavFile){.path = wav->path, .frames = wav->frames, .cut = true};
}

static bool wav_file_open(WavFile *wav, const char *path, CwError *error)
{
    *wav = (WavFile){.file = file_create(path), .path = path};
    if (wav->file != NULL && write_header(wav)) {
        return true;
    }
    int cause = errno;
    if (wav->file != NULL) {
        fclose(wav->file);
    }
    *wav = (WavFile){0};
    return cw_error_set(error, "can't write %s: %s", path, file_reason(cause));
}

static void wav_file_write(WavFile *wav, const int16_t *samples, int frames)
{
    if (wav->file == NULL) {
        return;
    }
    if (wav->frames + frames > FRAMES_MAX) {
        give_up(wav, "a WAV file has at most 4 GiB");
        return;
    }
    bool good = fwrite(samples, FRAME_BYTES, (size_t)frames, wav->file) == (size_t)frames;
    wav->frames += good ? frames : 0;
    if (good && wav->frames - wav->headed >= CW_SOUND_RATE) {
        good = write_header(wav);
    }
    if (!good) {
        give_up(wav, strerror(errno));
    }
}

static void wav_file_empty(WavFile *wav)
{
    if (wav->file == NULL) {
        return;
    }
    wav->frames = 0;
    if (fflush(wav->file) != 0 || ftruncate(fileno(wav->file), 0) != 0 || !write_header(wav)) {
        give_up(wav, strerror(errno));
    }
}

static bool wav_file_close(WavFile *wav)
{
    bool good = !wav->cut;
    if (wav->file != NULL) {
        good = write_header(wav);
        good = fclose(wav->file) == 0 && good;
        if (!good) {
            report("the end of %s could not be written: %s", wav->path, strerror(errno));
        }
    }
    *wav = (WavFile){0};
    return good;
}

/* ---- the track ---- */

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
        sound_mixer_to_16_bits(samples, mixed, 2 * frames);
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

void sound_track_advance(SoundTrack *track, uint64_t from, uint64_t to, uint64_t safe)
{
    if (from < track->tick) {
        go_back(track, from);
    }
    track->tick = to;
    safe = safe < to ? safe : to;
    render_until(track, sound_track_sample(track->tick_rate, safe));
}

void sound_track_add(SoundTrack *track, const SoundCommand *command)
{
    SoundCommand *grown = grow_for_one(track->commands, (size_t)track->count, sizeof *grown);
    if (grown == NULL) {
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
    if (track->wav.file != NULL) {
        render_until(track, sound_track_sample(track->tick_rate, track->tick + 1));
    }
    bool whole = wav_file_close(&track->wav);
    sound_mixer_close(track->mixer);
    free(track->commands);
    *track = (SoundTrack){0};
    return whole;
}
