/* The figure of sound: what 64 voices cost. */
#include "bench/bench.h"
#include "sound/sound_live.h"

#include <math.h>

enum { SOUNDS = 8, BUFFER_FRAMES = 512 };

static void make_tone(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames * channels; i++) {
        samples[i] = 0.01f * (float)sin(i * 0.05);
    }
}

typedef struct Voices {
    CwSoundDef defs[SOUNDS];
    SoundBank bank;
    SoundLive *live;
} Voices;

static void hear(void *context)
{
    int16_t samples[2 * BUFFER_FRAMES];
    sound_live_pull(((Voices *)context)->live, samples, BUFFER_FRAMES, INT64_MAX / 2);
}

static BenchState open_voices(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)figure, (void)program;
    Voices *voices = context;
    for (int i = 0; i < SOUNDS; i++) {
        voices->defs[i] = (CwSoundDef){.name = "tone", .make = make_tone, .seconds = 1};
    }
    voices->bank = (SoundBank){.defs = voices->defs, .count = SOUNDS};
    bool loaded = sound_bank_open(&voices->bank, error) && sound_bank_load_all(&voices->bank, true);
    SoundMixer *mixer = loaded ? sound_mixer_open(&voices->bank, error) : NULL;
    voices->live = mixer == NULL ? NULL : sound_live_open(mixer, error);
    for (int i = 0; i < SOUND_VOICES && voices->live != NULL; i++) {
        SoundCommand loop = {.type = SOUND_LOOP,
                             .sound = i % SOUNDS,
                             .key = (uint64_t)i,
                             .volume = 0.5f,
                             .pitch = 0.5f + (float)i / 40,
                             .pan = (float)i / 32 - 1};
        sound_live_send(voices->live, &loop);
    }
    return voices->live == NULL ? BENCH_FAILED : BENCH_READY;
}

static void close_voices(void *context)
{
    Voices *voices = context;
    sound_live_close(voices->live);
    sound_bank_close(&voices->bank);
}

static const BenchFigure figures[] = {
    {"voices_64", "% of core", "64 voices of sound, each with its pitch and place", 0, hear, NULL,
     94, 1e7 * (double)BUFFER_FRAMES / CW_SOUND_RATE /* ns in a hundredth of a buffer */,
     .rounds = 20},
};

const BenchGroup bench_sound = {figures, CW_ARRAY_LENGTH(figures), sizeof(Voices), open_voices,
                                close_voices};
