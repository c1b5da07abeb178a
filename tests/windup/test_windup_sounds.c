#include "support/expect.h"
#include "view/cues.h"

/* The samples of each of Windup's sounds. */

typedef struct Made {
    float *samples;
    int frames, count; /* of samples: frames times channels */
    double rate_hz, peak, loudness;
} Made;

static Made made;

static void make(int sound)
{
    const CwSoundDef *def = &windup_sounds[sound];
    int channels = def->channels == 0 ? 1 : def->channels;
    made.rate_hz = def->rate_hz == 0 ? CW_SOUND_RATE : def->rate_hz;
    made.frames = (int)lrint(def->seconds * made.rate_hz);
    made.count = made.frames * channels;
    free(made.samples);
    made.samples = calloc((size_t)made.count, sizeof *made.samples);
    def->make(made.samples, made.frames, channels);
    made.peak = made.loudness = 0;
    for (int i = 0; i < made.count; i++) {
        double sample = (double)made.samples[i];
        made.peak = fmax(made.peak, fabs(sample));
        made.loudness += sample * sample / made.count;
    }
    made.loudness = sqrt(made.loudness);
}

static void tear_down(void)
{
    free(made.samples);
    made = (Made){0};
}

FIXTURE(.tear_down = tear_down);

static bool is_loop(int sound)
{
    return sound <= SOUND_MACHINE;
}

static void expect_heard_whole(const char *name)
{
    ck_assert_msg(made.peak >= 0.2 && made.peak <= 0.85, "%s: peak %f", name, made.peak);
    ck_assert_msg(made.loudness >= 0.03 && made.loudness <= 0.2, "%s: %f", name, made.loudness);
    double mean = 0;
    for (int i = 0; i < made.count; i++) {
        mean += (double)made.samples[i] / made.count;
    }
    EXPECT_WITHIN(mean, -0.002, 0.002);
}

/* Within 3 ms. Rushes of air swell towards their moment, so of them the first that is no silence
 * counts. */
static void expect_begins_at_once_and_ends_softly(int sound)
{
    double begins = 0;
    for (int i = 0; i < CW_SOUND_RATE * 3 / 1000; i++) {
        begins = fmax(begins, fabs((double)made.samples[i]));
    }
    bool rush = sound == SOUND_SWISH || sound == SOUND_SWING;
    ck_assert_double_ge(begins, rush ? 1e-4 : made.peak / 20);
    if (!is_loop(sound)) {
        ck_assert_float_le(fabsf(made.samples[made.frames - 1]), 0.001f);
    }
}

/* From the last sample to the first is no longer a step than elsewhere. */
static void expect_no_seam(int sound)
{
    int channels = made.count / made.frames;
    double longest = 0;
    for (int i = channels; i < made.count; i++) {
        longest = fmax(longest, fabs((double)made.samples[i] - made.samples[i - channels]));
    }
    for (int side = 0; side < channels && (is_loop(sound) || channels == 2); side++) {
        double seam = fabs((double)made.samples[side] - made.samples[made.count - channels + side]);
        ck_assert_double_le(seam, longest);
    }
}

TEST(every_sound_is_heard_whole_and_without_a_seam, .rounds = WINDUP_SOUND_COUNT)
{
    make(_i);
    expect_heard_whole(windup_sounds[_i].name);
    expect_no_seam(_i);
    if (_i < SOUND_TUNE_FIRST) {
        expect_begins_at_once_and_ends_softly(_i);
    } else if (_i < SOUND_TUNE_FIRST + TUNE_COUNT) { /* as loud as the other tunes */
        EXPECT_WITHIN(made.loudness, 0.08, 0.091);
        ck_assert_double_le(made.peak, 0.6001);
    }
}

TEST(important_sounds_have_captions)
{
    ck_assert_str_eq(windup_sounds[SOUND_GONG].caption, "the bell");
    ck_assert_str_eq(windup_sounds[SOUND_BODY_METAL].caption, "gear clatter");
    ck_assert_ptr_null(windup_sounds[SOUND_TREAD].caption);
    ck_assert_ptr_null(windup_sounds[SOUND_TUNE_NIGHT].caption);
}
