#include "support/sounds.h"

/* The sound card's side, pulled by the test. */

static SoundLive *live;

static void tear_down(void)
{
    sound_live_close(live);
}

SET_UP(.tear_down = tear_down)
{
    live = sound_live_open(open_test_mixer(), &error);
    EXPECT_OK(live != NULL);
}

static void send(SoundCommandType type, int sound, int64_t at_ns)
{
    SoundCommand command = {.type = type, .sound = sound, .volume = 1, .pitch = 1, .at_ns = at_ns};
    sound_live_send(live, &command);
}

static void flow(float speed)
{
    sound_live_send(live, &(SoundCommand){.type = SOUND_FLOW, .speed = speed});
}

static int first_heard(int frames)
{
    int i = 0;
    while (i < frames && fabsf(heard[i][0]) < 0.01f) {
        i++;
    }
    return i;
}

TEST(a_command_is_heard_a_buffer_after_it_was_sent)
{
    hear_live(live, 512);                              /* asked for at 10.67 ms */
    send(SOUND_ONCE, SOUND_LEVEL, 10666667 + 5000000); /* 240 frames later */
    hear_live(live, 512);
    EXPECT_WITHIN(first_heard(512), 239, 241);
    send(SOUND_ONCE, SOUND_LEVEL, 0); /* late ones at once */
    send(SOUND_STOP, SOUND_LEVEL, INT64_MAX);
    hear_live(live, 512);
    EXPECT_WITHIN(heard[0][0], 0.49, 0.51);
}

/* The ramp rises; on the way back it falls by as much, once it has sunk. */
TEST(a_rewind_plays_the_past_backwards_and_softer)
{
    static float before[CW_SOUND_RATE];
    send(SOUND_MUSIC, SOUND_RAMP, 0);
    hear_live(live, CW_SOUND_RATE);
    for (int i = 0; i < CW_SOUND_RATE; i++) {
        before[i] = heard[i][0];
    }
    flow(-1);
    hear_live(live, CW_SOUND_RATE / 2);
    ck_assert_float_eq_tol(heard[0][0], before[CW_SOUND_RATE - 1], 1e-3f);
    EXPECT_WITHIN(largest_step(0, 0, CW_SOUND_RATE / 2), 0, 0.001);
    for (int i = 960; i < CW_SOUND_RATE / 2; i++) {
        ck_assert_float_eq_tol(heard[i][0], 0.6f * before[CW_SOUND_RATE - 1 - i], 1e-4f);
    }
}

TEST(a_faster_rewind_is_higher_and_a_slow_stretch_is_left_behind_faster)
{
    send(SOUND_LOOP, SOUND_TONE, 0);
    hear_live(live, 2 * CW_SOUND_RATE);
    flow(-2);
    hear_live(live, CW_SOUND_RATE / 2);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE / 2), 478, 482);
    flow(0.5f);
    hear_live(live, 4800);
    send(SOUND_LOOP, SOUND_TONE, 0);
    hear_live(live, CW_SOUND_RATE);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE), 235, 241);
    flow(-1);
    hear_live(live, CW_SOUND_RATE / 4);
    EXPECT_WITHIN(waves(0, 0, CW_SOUND_RATE / 4), 118, 122); /* the pitch of full speed */
}

TEST(after_a_rewind_the_future_is_discarded_and_music_resumes_from_there)
{
    send(SOUND_MUSIC, SOUND_RAMP, 0);
    send(SOUND_ONCE, SOUND_LEVEL, 0);
    hear_live(live, CW_SOUND_RATE);
    flow(-1);
    hear_live(live, CW_SOUND_RATE / 4);
    float there = heard[CW_SOUND_RATE / 4 - 1][0] / 0.6f;
    flow(1);
    hear_live(live, 4800);
    EXPECT_WITHIN(heard[4799][0], there, there + 0.06);
    EXPECT_WITHIN(largest_step(0, 0, 4800), 0, 0.01);
    flow(-1);
    hear_live(live, CW_SOUND_RATE / 4);
    for (int i = 4900; i < CW_SOUND_RATE / 4; i++) { /* before the first rewind's end */
        ck_assert_float_lt(heard[i][0] / 0.6f, there);
    }
}

TEST(a_rewind_beyond_the_kept_sound_is_silent)
{
    send(SOUND_LOOP, SOUND_TONE, 0);
    hear_live(live, CW_SOUND_RATE / 2);
    flow(-4);
    hear_live(live, CW_SOUND_RATE);
    ck_assert_float_eq(loudest(0, CW_SOUND_RATE / 4, CW_SOUND_RATE / 2), 0);
    flow(1);
    hear_live(live, 4800);
    ck_assert_float_eq(loudest(0, 600, 4000), 0);
}

TEST(a_pause_leaves_no_gap_in_a_rewind)
{
    send(SOUND_MUSIC, SOUND_RAMP, 0);
    hear_live(live, CW_SOUND_RATE / 2);
    flow(0);
    hear_live(live, CW_SOUND_RATE);
    ck_assert_float_eq(loudest(0, 1024, CW_SOUND_RATE - 1024), 0);
    flow(-1);
    hear_live(live, CW_SOUND_RATE / 4);
    EXPECT_WITHIN(largest_step(0, 0, CW_SOUND_RATE / 4), 0, 0.01);
    EXPECT_WITHIN(loudest(0, 960, CW_SOUND_RATE / 4 - 960), 0.09, 0.12);
}

TEST(a_card_that_comes_back_begins_with_silence)
{
    send(SOUND_LOOP, SOUND_TONE, 0);
    hear_live(live, 4800);
    for (int i = 0; i < 5000; i++) { /* no card pulls: the rest is lost */
        send(SOUND_ONCE, SOUND_LEVEL, 0);
    }
    sound_live_flush(live);
    hear_live(live, 4800);
    ck_assert_float_eq(loudest(0, 0, 4800), 0);
}
