#include "sounds.h"

float heard[HEARD_FRAMES_MAX][2];

static int64_t pulled_ns;

static void make_level(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames * channels; i++) {
        samples[i] = 0.5f;
    }
}

static void make_tone(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames; i++) {
        samples[i] = 0.5f * (float)sin(i * 2 * 3.14159265358979 * 480 / CW_SOUND_RATE);
    }
}

static void make_sides(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames; i++) {
        samples[i * channels] = 0.25f;
        samples[i * channels + 1] = 0.5f;
    }
}

static void make_ramp(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames; i++) {
        samples[i] = (float)i / (float)frames - 0.5f;
    }
}

const CwSoundDef test_sounds[TEST_SOUND_COUNT] = {
    [SOUND_LEVEL] = {.name = "level", .make = make_level, .seconds = 0.5},
    [SOUND_TONE] = {.name = "tone", .make = make_tone, .seconds = 1},
    [SOUND_SIDES] = {.name = "sides", .make = make_sides, .seconds = 0.5, .channels = 2},
    [SOUND_MUSIC_A] = {.name = "a", .make = make_level, .seconds = 1, .group = CW_SOUND_MUSIC},
    [SOUND_MUSIC_B] = {.name = "b", .make = make_level, .seconds = 1, .group = CW_SOUND_MUSIC},
    [SOUND_RAMP] = {.name = "ramp", .make = make_ramp, .seconds = 2, .group = CW_SOUND_MUSIC},
    [SOUND_BEEP] = {
        .name = "beep", .make = make_level, .seconds = 0.5, .group = CW_SOUND_INTERFACE}};

SoundMixer *open_test_mixer(void)
{
    static SoundBank bank;
    if (bank.clips == NULL) {
        bank = (SoundBank){.defs = test_sounds, .count = TEST_SOUND_COUNT};
        EXPECT_OK(sound_bank_open(&bank, &error));
        sound_bank_load_all(&bank, true);
    }
    SoundMixer *mixer = sound_mixer_open(&bank, &error);
    EXPECT_OK(mixer != NULL);
    pulled_ns = 0;
    return mixer;
}

void hear(SoundMixer *mixer, int frames)
{
    ck_assert_int_le(frames, HEARD_FRAMES_MAX);
    sound_mixer_render(mixer, heard[0], frames);
}

void hear_live(SoundLive *live, int frames)
{
    int16_t samples[2 * 512];
    ck_assert_int_le(frames, HEARD_FRAMES_MAX);
    for (int at = 0; at < frames; at += 512) {
        int now = frames - at < 512 ? frames - at : 512;
        sound_live_pull(live, samples, now, pulled_ns += now * INT64_C(1000000000) / CW_SOUND_RATE);
        for (int i = 0; i < 2 * now; i++) {
            heard[at + i / 2][i % 2] = (float)samples[i] / 32767;
        }
    }
}

float loudest(int side, int first, int count)
{
    float most = 0;
    for (int i = first; i < first + count; i++) {
        most = fmaxf(most, fabsf(heard[i][side]));
    }
    return most;
}

float largest_step(int side, int first, int count)
{
    float most = 0;
    for (int i = first + 1; i < first + count; i++) {
        most = fmaxf(most, fabsf(heard[i][side] - heard[i - 1][side]));
    }
    return most;
}

int waves(int side, int first, int count)
{
    int rises = 0;
    for (int i = first + 1; i < first + count; i++) {
        rises += heard[i - 1][side] < 0 && heard[i][side] >= 0;
    }
    return rises;
}
