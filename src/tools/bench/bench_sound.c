/* Figures of sound: what 64 voices cost, how long the sound card's thread is kept, and when a sound
 * that is asked for is in the card's buffer. */
#include "bench/bench.h"
#include "host/audio_device.h"
#include "sound/sound_live.h"
#include "time/real_clock.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { SOUNDS = 8, BUFFER_FRAMES = 512, PULLS = 2000, DELAYS = 60, SECOND_ROUNDS = 20 };

static void make_tone(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames * channels; i++) {
        samples[i] = 0.01f * (float)sin(i * 0.05);
    }
}

static SoundBank bank; /* of one figure at a time */

static SoundLive *open_sounds(CwError *error)
{
    static CwSoundDef defs[SOUNDS];
    for (int i = 0; i < SOUNDS; i++) {
        defs[i] = (CwSoundDef){.name = "tone", .make = make_tone, .seconds = 1};
    }
    bank = (SoundBank){.defs = defs, .count = SOUNDS};
    bool loaded = sound_bank_open(&bank, error) && sound_bank_load_all(&bank, true);
    SoundMixer *mixer = loaded ? sound_mixer_open(&bank, error) : NULL;
    return mixer == NULL ? NULL : sound_live_open(mixer, error);
}

static void close_sounds(SoundLive *live)
{
    sound_live_close(live);
    sound_bank_close(&bank);
}

static void pull(SoundLive *live)
{
    int16_t samples[2 * BUFFER_FRAMES];
    sound_live_pull(live, samples, BUFFER_FRAMES, INT64_MAX / 2);
}

/* Each voice has its own pitch and pan. */
static SoundLive *open_voices(CwError *error)
{
    SoundLive *live = open_sounds(error);
    for (int i = 0; i < SOUND_VOICES && live != NULL; i++) {
        SoundCommand loop = {.type = SOUND_LOOP,
                             .sound = i % SOUNDS,
                             .key = (uint64_t)i,
                             .volume = 0.5f,
                             .pitch = 0.5f + (float)i / 40,
                             .pan = (float)i / 32 - 1};
        sound_live_send(live, &loop);
    }
    if (live != NULL) {
        pull(live);
    }
    return live;
}

static void hear_a_second(void *live)
{
    for (int frames = 0; frames < CW_SOUND_RATE; frames += BUFFER_FRAMES) {
        pull(live);
    }
}

static bool measure_voices(const BenchFigure *figure, const BenchSubject *subject,
                           ContestResult *result, CwError *error)
{
    (void)figure, (void)subject;
    SoundLive *live = open_voices(error);
    if (live == NULL) {
        return false;
    }
    *result = contest_run(&(Contest){.ours = hear_a_second,
                                     .context = live,
                                     .units = 1e7, /* a hundredth of a second */
                                     .rounds = SECOND_ROUNDS});
    close_sounds(live);
    return true;
}

static bool measure_pull(const BenchFigure *figure, const BenchSubject *subject,
                         ContestResult *result, CwError *error)
{
    (void)figure, (void)subject;
    SoundLive *live = open_voices(error);
    double *us = malloc(PULLS * sizeof *us);
    if (live == NULL || us == NULL) {
        free(us);
        return cw_error_set(error, "out of memory");
    }
    for (int i = 0; i < PULLS; i++) {
        double begin_ns = contest_cpu_ns();
        pull(live);
        us[i] = (contest_cpu_ns() - begin_ns) * 1e-3;
    }
    *result = contest_summary(us, PULLS);
    free(us);
    close_sounds(live);
    return true;
}

/* ---- from call to card ---- */

typedef struct Ear {
    SoundLive *live;
    _Atomic int64_t heard_ns; /* time of the first sample that isn't 0; 0: none yet */
} Ear;

/* A card plays a buffer while it requests the next one, so this one sounds from now on. */
static void listen(void *context, int16_t *samples, int frames, int64_t now_ns)
{
    Ear *ear = context;
    sound_live_pull(ear->live, samples, frames, now_ns);
    for (int i = 0; i < 2 * frames && ear->heard_ns == 0; i++) {
        if (samples[i] != 0) {
            ear->heard_ns = now_ns + (int64_t)(i / 2) * 1000000000 / CW_SOUND_RATE;
        }
    }
}

static void begin_anew(void *context)
{
    sound_live_flush(((Ear *)context)->live);
}

static double delay_ms(Ear *ear, int round)
{
    const struct timespec odd = {.tv_nsec = 31000000 + round * 370000};
    sound_live_send(ear->live, &(SoundCommand){.type = SOUND_STOP, .sound = CW_SOUND_NONE});
    nanosleep(&odd, NULL);
    ear->heard_ns = 0;
    int64_t asked_ns = real_clock_now_ns(NULL);
    sound_live_send(
        ear->live,
        &(SoundCommand){
            .type = SOUND_ONCE, .sound = round % SOUNDS, .volume = 1, .pitch = 1, .at = asked_ns});
    nanosleep(&odd, NULL);
    return (double)(ear->heard_ns - asked_ns) * 1e-6;
}

static bool measure_delay(const BenchFigure *figure, const BenchSubject *subject,
                          ContestResult *result, CwError *error)
{
    (void)figure, (void)subject;
    double ms[DELAYS];
    Ear ear = {.live = open_sounds(error)};
    if (ear.live == NULL) {
        return false;
    }
    AudioDevice device;
    const HostSound sound = {listen, begin_anew, &ear, BUFFER_FRAMES};
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    audio_device_open(&device, &sound);
    for (int i = 0; i < DELAYS; i++) {
        ms[i] = delay_ms(&ear, i);
    }
    audio_device_close(&device);
    close_sounds(ear.live);
    *result = contest_summary(ms, DELAYS);
    return true;
}

static const BenchFigure figures[] = {
    {"voices_64", "% of core", "64 voices of sound, each with its pitch and place", 0,
     .measure = measure_voices},
    {"sound_pull", "us", "the sound card's thread mixing a buffer of 10.7 ms of them", 0,
     .measure = measure_pull},
    {"sound_delay", "ms", "from asking for a sound to its first sample at a card (SDL's dummy)", 0,
     .measure = measure_delay},
};

const BenchGroup bench_sound = {figures, CW_ARRAY_LENGTH(figures)};
