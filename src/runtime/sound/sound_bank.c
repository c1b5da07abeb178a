#include "sound/sound_bank.h"

#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>

enum {
    CHUNK_FRAMES = 1 << 13,
    RATE_MIN_HZ = 4000,
    RATE_MAX_HZ = 192000,
    FILE_BYTES_MAX = 512 << 20,
    FRAMES_MAX = 1 << 28 /* limit on a file: over an hour and a half at 48 kHz */
};

const char *sound_def_name(const CwSoundDef *def)
{
    const char *name = def->name != NULL ? def->name : def->file;
    return name != NULL ? name : "unnamed";
}

/* ---- files ---- */

static bool check_format(const SF_INFO *info, CwError *error)
{
    if (info->channels < 1 || info->channels > 2) {
        return cw_error_set(error, "it has %d channels: save it as mono or stereo", info->channels);
    }
    return (info->samplerate >= RATE_MIN_HZ && info->samplerate <= RATE_MAX_HZ) ||
           cw_error_set(error, "it has %d samples a second: save it with %d to %d",
                        info->samplerate, RATE_MIN_HZ, RATE_MAX_HZ);
}

/* Keeps 16-bit samples as they are; NaN becomes silence. */
static int16_t whole(float sample)
{
    return isnan(sample) ? 0 : (int16_t)lrintf(fminf(fmaxf(sample * 32768, INT16_MIN), INT16_MAX));
}

/* Reads to the real end of the file, even if its header is wrong. */
static bool read_samples(SNDFILE *file, const SF_INFO *info, SoundClip *clip, CwError *error)
{
    float read[2 * CHUNK_FRAMES];
    int capacity = 0, got = 0;
    do {
        if (clip->frames + CHUNK_FRAMES > capacity) {
            capacity = capacity == 0 ? CHUNK_FRAMES : 2 * capacity;
            size_t bytes = sizeof(int16_t) * (size_t)(capacity * (int64_t)info->channels);
            int16_t *grown = capacity > FRAMES_MAX ? NULL : realloc(clip->samples, bytes);
            if (grown == NULL) {
                return cw_error_set(error, "it is too long: cut it into shorter ones");
            }
            clip->samples = grown;
        }
        int16_t *end = clip->samples + (int64_t)clip->frames * info->channels;
        got = (int)sf_readf_float(file, read, CHUNK_FRAMES);
        for (int i = 0; i < got * info->channels; i++) {
            end[i] = whole(read[i]);
        }
        clip->frames += got > 0 ? got : 0;
    } while (got > 0);
    return clip->frames > 0 || cw_error_set(error, "there are no samples in it: save it anew");
}

static bool read_file(const char *path, SoundClip *clip, CwError *error)
{
    SF_INFO info = {0};
    int opened = file_open_descriptor(path, FILE_READ);
    if (opened < 0) {
        return cw_error_set(error,
                            "%s: put a sound file there, or take it out of the game's sounds",
                            file_reason(errno));
    }
    if (file_size(opened) > FILE_BYTES_MAX) {
        file_close_descriptor(opened);
        return cw_error_set(error, "it is larger than %d MiB: save it as OGG",
                            FILE_BYTES_MAX >> 20);
    }
    SNDFILE *file = sf_open_fd(opened, SFM_READ, &info, SF_FALSE);
    if (file == NULL) {
        file_close_descriptor(opened);
        return cw_error_set(error, "can't be read (%.200s): save it anew as WAV or OGG",
                            sf_strerror(NULL));
    }
    clip->channels = info.channels;
    clip->rate_hz = info.samplerate;
    bool ok = check_format(&info, error) && read_samples(file, &info, clip, error);
    sf_close(file);
    file_close_descriptor(opened);
    return ok;
}

/* ---- generators ---- */

/* Returns whether all samples are numbers from -1 to 1. */
static bool copy_made(const float *made, SoundClip *clip)
{
    bool ok = true;
    for (int i = 0; i < clip->frames * clip->channels; i++) {
        ok = ok && fabsf(made[i]) <= 1;
        clip->samples[i] = whole(made[i]);
    }
    return ok;
}

static size_t sample_count(const SoundClip *clip)
{
    return (size_t)clip->frames * (size_t)clip->channels;
}

/* A generator is identified by the address of its code in the program. */
static CacheKey key_of(const SoundBank *bank, const CwSoundDef *def, const SoundClip *clip)
{
    const int64_t facts[] = {clip->frames, clip->channels, clip->rate_hz,
                             (int64_t)((uintptr_t)def->make - (uintptr_t)sound_bank_load)};
    return cache_key(bank->program, facts, sizeof facts);
}

static bool load_stored(const SoundBank *bank, const CwSoundDef *def, SoundClip *clip)
{
    CacheEntry entry;
    if (!cache_find(bank->cache, key_of(bank, def, clip), &entry)) {
        return false;
    }
    bool has_all_samples = entry.size == sample_count(clip) * sizeof *clip->samples;
    bool ok = cache_unpack(&entry, has_all_samples ? clip->samples : NULL);
    cache_free(&entry);
    return ok;
}

/* A generator with a mistake runs each time, so that it is reported each time. */
static bool make_anew(const SoundBank *bank, const CwSoundDef *def, SoundClip *clip, CwError *error)
{
    float *made = calloc(sample_count(clip), sizeof *made);
    if (made == NULL) {
        return cw_error_set(error, "out of memory for it: close other programs");
    }
    def->make(made, clip->frames, clip->channels);
    if (copy_made(made, clip)) {
        cache_put(bank->cache, key_of(bank, def, clip),
                  &(CacheContent){.bytes = clip->samples,
                                  .size = sample_count(clip) * sizeof *clip->samples});
    } else {
        report("the generator of sound \"%s\" made samples that are no numbers from -1 to 1: they "
               "are cut",
               sound_def_name(def));
    }
    free(made);
    return true;
}

static bool make_clip(const SoundBank *bank, const CwSoundDef *def, SoundClip *clip, CwError *error)
{
    clip->rate_hz = def->rate_hz == 0 ? CW_SOUND_RATE : def->rate_hz;
    clip->channels = def->channels == 0 ? 1 : def->channels;
    clip->frames = (int)lrint(def->seconds * clip->rate_hz);
    clip->samples = calloc(sample_count(clip), sizeof *clip->samples);
    if (clip->samples == NULL) {
        return cw_error_set(error, "out of memory for it: close other programs");
    }
    return load_stored(bank, def, clip) || make_anew(bank, def, clip, error);
}

/* ---- the bank ---- */

static void load_clip(const SoundBank *bank, SoundClip *clip, const CwSoundDef *def)
{
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    bool ok = def->make != NULL ? make_clip(bank, def, clip, &error)
              : path_join(path, bank->folder, def->file)
                  ? read_file(path, clip, &error)
                  : cw_error_set(&error, "there is no folder assets/sound to find it in: make one "
                                         "beside the program");
    if (!ok) {
        bool has_path = def->make == NULL && path[0] != '\0';
        report("sound %s: %s; the game goes on without it", has_path ? path : sound_def_name(def),
               error.text);
        free(clip->samples);
        clip->samples = NULL;
        clip->frames = 0;
    }
}

bool sound_bank_open(SoundBank *bank, CwError *error)
{
    bank->clips = calloc((size_t)bank->count + 1, sizeof *bank->clips);
    for (int i = 0; i < bank->count && bank->clips != NULL; i++) {
        bank->clips[i].group = bank->defs[i].group;
    }
    return bank->clips != NULL ||
           cw_error_set(error, "out of memory for sounds; close other programs");
}

void sound_bank_load(SoundBank *bank, int number)
{
    SoundClip *clip = &bank->clips[number];
    if (!atomic_load(&clip->is_loaded)) {
        load_clip(bank, clip, &bank->defs[number]);
        atomic_store(&clip->is_loaded, true);
    }
}

bool sound_bank_load_all(SoundBank *bank, bool with_music)
{
    for (int i = 0; i < bank->count; i++) {
        if (bank->given_up != NULL && atomic_load(bank->given_up)) {
            return false;
        }
        if (with_music || bank->defs[i].group != CW_SOUND_MUSIC) {
            sound_bank_load(bank, i);
        }
    }
    return true;
}

void sound_bank_drop(SoundBank *bank, int number)
{
    SoundClip *clip = &bank->clips[number];
    CW_ASSERT(atomic_load(&clip->voices) == 0, "end the voices of a sound before it is dropped");
    if (clip->samples != NULL) { /* a sound that failed to load is not tried again */
        free(clip->samples);
        clip->samples = NULL;
        clip->frames = 0;
        atomic_store(&clip->is_loaded, false);
    }
}

void sound_bank_close(SoundBank *bank)
{
    for (int i = 0; i < bank->count && bank->clips != NULL; i++) {
        free(bank->clips[i].samples);
    }
    free(bank->clips);
    bank->clips = NULL;
}
