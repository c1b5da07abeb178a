#include "support/sounds.h"

/* The mixer's commands, checked sample by sample. */

static SoundMixer *mixer;

static void tear_down(void)
{
    sound_mixer_close(mixer);
}

SET_UP(.tear_down = tear_down)
{
    mixer = open_test_mixer();
}

static SoundCommand sound(SoundCommandType type, int number)
{
    return (SoundCommand){.type = type, .sound = number, .volume = 1, .pitch = 1};
}

static void take(SoundCommand command)
{
    sound_mixer_apply(mixer, &command);
}

static void flow(float speed)
{
    take((SoundCommand){.type = SOUND_FLOW, .speed = speed});
}

TEST(a_sound_begins_with_its_first_sample_and_ends_after_its_last)
{
    hear(mixer, 100);
    ck_assert_float_eq(loudest(0, 0, 100), 0);
    take(sound(SOUND_ONCE, SOUND_LEVEL));
    hear(mixer, CW_SOUND_RATE);
    EXPECT_WITHIN(heard[0][0], 0.245, 0.255);
    EXPECT_WITHIN(largest_step(0, 0, CW_SOUND_RATE / 2 - 1), 0, 1e-4);
    ck_assert_float_eq(loudest(0, CW_SOUND_RATE / 2, CW_SOUND_RATE / 2), 0);
    ck_assert_int_eq(sound_mixer_voices(mixer), 0);
}

TEST(pan_leaves_a_side_and_stereo_keeps_its_own)
{
    SoundCommand left = sound(SOUND_ONCE, SOUND_LEVEL);
    left.pan = -1;
    take(left);
    hear(mixer, 1);
    EXPECT_WITHIN(heard[0][0], 0.352, 0.355);
    EXPECT_WITHIN(heard[0][1], -1e-3, 1e-3);
    sound_mixer_reset(mixer);
    take(sound(SOUND_ONCE, SOUND_SIDES));
    hear(mixer, 1);
    EXPECT_WITHIN(heard[0][0], 0.2495, 0.2505);
    EXPECT_WITHIN(heard[0][1], 0.4995, 0.5005);
}

TEST(pitch_and_slow_motion_multiply)
{
    SoundCommand high = sound(SOUND_LOOP, SOUND_TONE);
    high.pitch = 2;
    take(high);
    hear(mixer, CW_SOUND_RATE);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE), 958, 962);
    flow(0.25f);
    hear(mixer, CW_SOUND_RATE / 2);
    hear(mixer, CW_SOUND_RATE);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE), 239, 241);
}

TEST(a_pitched_tone_stays_clean)
{
    SoundCommand high = sound(SOUND_ONCE, SOUND_TONE);
    high.pitch = 1.5f;
    take(high);
    hear(mixer, CW_SOUND_RATE / 2);
    for (int i = 0; i < CW_SOUND_RATE / 2; i++) {
        double wanted = 0.25 * sin(i * 2 * 3.14159265358979 * 720 / CW_SOUND_RATE);
        EXPECT_WITHIN(heard[i][0], wanted - 1e-4, wanted + 1e-4);
    }
}

TEST(a_pause_silences_all_but_the_interface_and_resumes_where_it_was)
{
    take(sound(SOUND_ONCE, SOUND_RAMP));
    hear(mixer, CW_SOUND_RATE / 2);
    float before = heard[CW_SOUND_RATE / 2 - 1][0];
    flow(0);
    hear(mixer, CW_SOUND_RATE);
    ck_assert_float_eq(loudest(0, 1000, CW_SOUND_RATE - 1000), 0);
    take(sound(SOUND_ONCE, SOUND_BEEP));
    hear(mixer, 1000);
    EXPECT_WITHIN(loudest(0, 0, 1000), 0.245, 0.255);
    hear(mixer, CW_SOUND_RATE);
    flow(1);
    hear(mixer, 2000);
    EXPECT_WITHIN(heard[1999][0], before, before + 0.05);
    EXPECT_WITHIN(largest_step(0, 0, 2000), 0, 0.005);
}

TEST(after_the_shortest_rewind_music_begins_softly)
{
    take(sound(SOUND_MUSIC, SOUND_MUSIC_A));
    hear(mixer, 1000);
    flow(-1);
    hear(mixer, 100);
    ck_assert_float_eq(loudest(0, 0, 100), 0);
    flow(1);
    hear(mixer, 1000);
    EXPECT_WITHIN(heard[0][0], 0, 0.001);
    EXPECT_WITHIN(largest_step(0, 0, 1000), 0, 0.001);
    EXPECT_WITHIN(heard[999][0], 0.245, 0.255);
}

TEST(a_loop_follows_its_value_without_a_click)
{
    SoundCommand loop = sound(SOUND_LOOP, SOUND_TONE);
    float smooth = 0.25f * 0.0628f * 2.2f; /* the steepest slope of the sine at pitch 2 */
    for (int i = 0; i < 60; i++) {
        loop.volume = (float)(i % 7) / 7;
        loop.pitch = 1 + (float)(i % 5) / 5;
        take(loop);
        hear(mixer, 800);
        EXPECT_WITHIN(largest_step(0, 0, 800), 0, smooth);
    }
    take(sound(SOUND_LOOP_END, SOUND_TONE));
    hear(mixer, 4800);
    EXPECT_WITHIN(largest_step(0, 0, 4800), 0, smooth);
    ck_assert_int_eq(sound_mixer_voices(mixer), 0);
}

TEST(a_sweep_ends_the_loops_that_were_not_declared_since_the_mark)
{
    SoundCommand other = sound(SOUND_LOOP, SOUND_TONE);
    other.key = 7;
    take(sound(SOUND_LOOP, SOUND_TONE));
    take(other);
    hear(mixer, 4800);
    ck_assert_int_eq(sound_mixer_voices(mixer), 2);
    take((SoundCommand){.type = SOUND_MARK});
    take(other);
    take((SoundCommand){.type = SOUND_SWEEP});
    hear(mixer, 4800);
    ck_assert_int_eq(sound_mixer_voices(mixer), 1);
}

TEST(music_loops_and_fades_over_without_dip_or_click)
{
    SoundCommand tune = sound(SOUND_MUSIC, SOUND_MUSIC_A);
    take(tune);
    hear(mixer, 3 * CW_SOUND_RATE);
    EXPECT_WITHIN(largest_step(0, 0, 3 * CW_SOUND_RATE), 0, 1e-4);
    float level = heard[0][0];
    tune.sound = SOUND_MUSIC_B;
    tune.fade_s = 1;
    take(tune);
    hear(mixer, 3 * CW_SOUND_RATE);
    for (int i = 0; i < 3 * CW_SOUND_RATE; i++) {
        EXPECT_WITHIN(heard[i][0], 0.99 * level, 1.43 * level); /* cos + sin: 1 to 1.414 */
    }
    EXPECT_WITHIN(largest_step(0, 0, 3 * CW_SOUND_RATE), 0, 1e-3);
    ck_assert_int_eq(sound_mixer_voices(mixer), 1);
    tune.sound = CW_SOUND_NONE;
    take(tune);
    hear(mixer, 2 * CW_SOUND_RATE);
    ck_assert_int_eq(sound_mixer_voices(mixer), 0);
}

/* The ramp after half a second at this tempo, the loop beside it in the second half of that. */
static float ramp_at_tempo(bool layered)
{
    sound_mixer_reset(mixer);
    take((SoundCommand){.type = SOUND_VOLUMES, .pitch = 1.5f, .volumes = {1, 1, 1, 1}});
    take(sound(SOUND_MUSIC, SOUND_RAMP));
    hear(mixer, CW_SOUND_RATE / 4);
    if (layered) {
        take(sound(SOUND_LOOP, SOUND_RAMP));
    }
    hear(mixer, CW_SOUND_RATE / 4);
    return heard[CW_SOUND_RATE / 4 - 1][0];
}

TEST(a_loop_of_music_is_where_the_music_is_at_any_tempo)
{
    float alone = ramp_at_tempo(false);
    ck_assert_float_gt(fabsf(alone), 0.01f);
    ck_assert_float_eq_tol(ramp_at_tempo(true), 2 * alone, 1e-4f);
}

TEST(groups_have_volumes)
{
    SoundCommand volumes = {.type = SOUND_VOLUMES, .volumes = {0.5f, 0, 1, 1}};
    take(volumes);
    take(sound(SOUND_ONCE, SOUND_LEVEL));
    take(sound(SOUND_MUSIC, SOUND_MUSIC_A));
    hear(mixer, 1000);
    EXPECT_WITHIN(heard[999][0], 0.12, 0.13);
    volumes.volumes[CW_SOUND_EFFECTS] = 0;
    take(volumes);
    hear(mixer, 9600);
    EXPECT_WITHIN(largest_step(0, 0, 9600), 0, 1e-3);
    ck_assert_float_eq(heard[9599][0], 0);
}

TEST(a_cut_fades_at_once_and_moves_music_on)
{
    take(sound(SOUND_MUSIC, SOUND_RAMP));
    take(sound(SOUND_LOOP, SOUND_TONE));
    hear(mixer, CW_SOUND_RATE / 2);
    float before = heard[0][0];
    take((SoundCommand){.type = SOUND_CUT, .shift_s = -0.5f});
    hear(mixer, 4800);
    ck_assert_int_eq(sound_mixer_voices(mixer), 1);
    EXPECT_WITHIN(heard[1000][0], before, before + 0.02);
}

TEST(the_oldest_of_too_many_voices_is_replaced)
{
    for (int i = 0; i < 300; i++) {
        take(sound(SOUND_ONCE, i % 2 == 0 ? SOUND_LEVEL : SOUND_TONE));
        take(sound(SOUND_ONCE, SOUND_SIDES));
        take((SoundCommand){.type = SOUND_LOOP, .sound = SOUND_TONE, .key = (uint64_t)i});
        ck_assert_int_le(sound_mixer_voices(mixer), SOUND_VOICES + 32);
        hear(mixer, 128);
    }
    EXPECT_WITHIN(sound_mixer_voices(mixer), 16, SOUND_VOICES);
}

TEST(a_replaced_voice_fades_out)
{
    for (int i = 0; i < 16; i++) {
        take(sound(SOUND_ONCE, SOUND_LEVEL));
    }
    hear(mixer, 1000);
    EXPECT_WITHIN(heard[999][0], 3.9, 4.1);
    take((SoundCommand){.type = SOUND_ONCE, .sound = SOUND_LEVEL, .pitch = 1});
    hear(mixer, 1000);
    EXPECT_WITHIN(heard[999][0], 3.7, 3.8);
    EXPECT_WITHIN(largest_step(0, 0, 1000), 0, 0.002);
}

/* Requests at most so many frames at once. */
static uint64_t hash_of_a_mix(int frames)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < 100; i++) {
        SoundCommand command = sound(i % 3 == 0 ? SOUND_LOOP : SOUND_ONCE, i % TEST_SOUND_COUNT);
        command.pitch = 0.5f + (float)(i % 11) / 7;
        command.pan = (float)(i % 5 - 2) / 2;
        take(command);
        for (int left = 100 + i; left > 0; left -= frames) {
            hear(mixer, left < frames ? left : frames);
            const unsigned char *bytes = (const unsigned char *)heard;
            for (size_t at = 0; at < sizeof heard[0] * (size_t)(left < frames ? left : frames);
                 at++) {
                hash = (hash ^ bytes[at]) * 1099511628211u;
            }
        }
    }
    return hash;
}

TEST(the_same_commands_give_the_same_bits_in_requests_of_any_size)
{
    uint64_t first = hash_of_a_mix(1000);
    sound_mixer_reset(mixer);
    ck_assert_uint_eq(hash_of_a_mix(7), first);
    sound_mixer_close(mixer);
    mixer = open_test_mixer();
    ck_assert_uint_eq(hash_of_a_mix(128), first);
}

TEST(a_tempo_changes_all_music_and_nothing_else)
{
    SoundCommand tempo = {.type = SOUND_VOLUMES, .volumes = {1, 1, 1, 1}, .pitch = 0.5f};
    take(sound(SOUND_MUSIC, SOUND_RAMP));
    take(tempo);
    hear(mixer, CW_SOUND_RATE);
    float slow = heard[CW_SOUND_RATE - 1][0] - heard[CW_SOUND_RATE / 2][0];
    tempo.pitch = 1;
    take(tempo);
    hear(mixer, CW_SOUND_RATE);
    float usual = heard[CW_SOUND_RATE - 1][0] - heard[CW_SOUND_RATE / 2][0];
    EXPECT_WITHIN(slow / usual, 0.48, 0.52);
    sound_mixer_reset(mixer);
    tempo.pitch = 2;
    take(tempo);
    take(sound(SOUND_ONCE, SOUND_TONE));
    hear(mixer, CW_SOUND_RATE);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE), 478, 481);
}
