#include "support/replay_samples.h"
#include "support/toy_run.h"

/* A span that plays over and over, through the real loop. */

enum { KEY_F5 = 62, KEY_F6 = 63, KEY_F7 = 64, KEY_F8 = 65, FIRST = 30, LAST = 60, TICKS_MAX = 400 };

static uint64_t hashes[TICKS_MAX]; /* of each tick when it was played */

TOY_SET_UP
{
    run.desc.setup.recorder = (RecorderDesc){.record = sample_path()};
}

static void go_to(uint64_t tick)
{
    EXPECT_OK(playback_seek(toy_playback(), (double)tick, &error));
}

static void run_until(uint64_t tick)
{
    for (int i = 0; i < 200 && toy_ticks() != tick; i++) {
        toy_run_frames(1);
    }
    ck_assert_uint_eq(toy_ticks(), tick);
}

/* The span has been played up to a tick of its first round. */
static void play_and_mark(uint64_t tick)
{
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
    toy_key(TOY_KEY_RIGHT, 1);
    while (toy_ticks() < 120) {
        toy_run_frames(1);
        hashes[toy_ticks()] = toy_hash();
    }
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_ESCAPE);
    hashes[toy_ticks()] = toy_hash();
    go_to(FIRST);
    toy_tap(KEY_F5);
    go_to(LAST);
    toy_tap(KEY_F6);
    ck_assert(ab_span_is_on(&toy_workshop()->span));
    go_to(FIRST);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    run_until(tick);
}

static void expect_recorded(int frames)
{
    int begun = 0;
    for (int i = 0; i < frames; i++) {
        uint64_t before = toy_ticks();
        toy_run_frames(1);
        EXPECT_WITHIN(toy_ticks(), FIRST, LAST);
        ck_assert_uint_eq(toy_hash(), hashes[toy_ticks()]);
        begun += toy_ticks() < before;
    }
    ck_assert_int_ge(begun, frames / (LAST - FIRST + 5) - 1);
}

TEST(a_span_repeats_as_it_was_recorded_and_nothing_is_lost)
{
    play_and_mark(FIRST);
    uint64_t newest = run_newest(&toy_playback()->run);
    expect_recorded(150);
    ck_assert_uint_eq(run_newest(&toy_playback()->run), newest);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 0);
    EXPECT_OK(toy_run_close());
    CwReplayFile *replay = sample_load();
    ck_assert_uint_eq(replay->tick_count, newest);
    ck_assert_uint_eq(replay->rewind_count, 0);
}

TEST(a_key_of_the_game_takes_over_for_the_rest_of_the_round)
{
    play_and_mark(FIRST + 10);
    toy_tap_for(TOY_KEY_SPACE, 5);
    ck_assert(toy_workshop()->span.is_taken);
    ck_assert_uint_ne(toy_hash(), hashes[toy_ticks()]);
    run_until(FIRST);
    ck_assert(!toy_workshop()->span.is_taken);
    expect_recorded(60);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 0);
}

TEST(a_kept_repetition_is_in_the_run_and_its_recording)
{
    play_and_mark(FIRST + 5);
    toy_tap_for(TOY_KEY_SPACE, 5);
    toy_tap(KEY_F8);
    while (toy_ticks() < LAST) {
        toy_run_frames(1);
    }
    uint64_t kept = toy_hash();
    ck_assert_uint_ne(kept, hashes[LAST]);
    ck_assert_uint_eq(run_newest(&toy_playback()->run), LAST);
    run_until(FIRST);
    run_until(LAST);
    ck_assert_uint_eq(toy_hash(), kept);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 1);
    EXPECT_OK(toy_run_close());
    CwReplayFile *replay = sample_load();
    ck_assert_uint_eq(sample_verify(replay, &run.game, NULL), kept);
}

/* The player presses F8 when the round is over, with a key of the game that has begun another. */
TEST(a_round_can_be_kept_during_the_next_one, .rounds = 2)
{
    play_and_mark(FIRST + 5);
    toy_tap(TOY_KEY_SPACE);
    run_until(LAST);
    uint64_t done = toy_hash();
    ck_assert_uint_ne(done, hashes[LAST]);
    run_until(FIRST + 4);
    if (_i == 1) {
        toy_tap(TOY_KEY_SPACE);
        ck_assert(toy_workshop()->span.is_taken);
    }
    toy_tap(KEY_F8);
    run_until(FIRST);
    run_until(LAST);
    ck_assert_uint_eq(toy_hash(), done);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 1);
}

TEST(f7_gives_the_round_back_and_it_can_t_be_kept)
{
    play_and_mark(FIRST + 5);
    toy_tap(TOY_KEY_SPACE);
    run_until(LAST);
    run_until(FIRST + 5);
    toy_tap_for(TOY_KEY_SPACE, 4);
    toy_tap(KEY_F7);
    toy_tap(KEY_F8);
    expect_recorded(60);
}

TEST(a_step_in_the_player_s_round_brings_the_run_back)
{
    play_and_mark(FIRST + 5);
    toy_tap_for(TOY_KEY_SPACE, 5);
    toy_tap(TOY_KEY_ESCAPE);
    CwError refused = {0};
    ck_assert(!changes_make_from_text(toy_playback(), "body.2.v.x", "1", &refused));
    toy_tap(TOY_KEY_STEP_BACK);
    ck_assert_uint_eq(toy_hash(), hashes[toy_ticks()]);
    toy_tap(TOY_KEY_ESCAPE);
    expect_recorded(60);
}

TEST(a_mark_in_play_ends_the_span_and_play_continues_there)
{
    play_and_mark(FIRST + 7);
    toy_tap(KEY_F6);
    ck_assert(!ab_span_is_on(&toy_workshop()->span));
    toy_run_frames(60);
    ck_assert_uint_gt(toy_ticks(), LAST);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 1);
}

TEST(a_replay_loops_too_and_stays_what_it_is)
{
    play_and_mark(FIRST);
    EXPECT_OK(toy_run_close());
    CwReplayFile *replay = sample_load();
    run.desc.setup.recorder = (RecorderDesc){0};
    run.desc.choice.replay = replay;
    toy_run_open();
    menus_show(&run.loop.menus, ACTIVITY_WATCHING);
    ab_span_mark(&toy_workshop()->span, toy_playback(), 'a', FIRST);
    ab_span_mark(&toy_workshop()->span, toy_playback(), 'b', LAST);
    run_until(FIRST + 1);
    expect_recorded(100);
    toy_tap(KEY_F7);
    toy_tap_for(TOY_KEY_SPACE, 4);
    ck_assert_uint_ne(toy_hash(), hashes[toy_ticks()]);
    toy_tap(KEY_F8);
    ck_assert(toy_workshop()->span.is_taken);
    run_until(FIRST);
    expect_recorded(40);
    ck_assert(!toy_playback()->has_difference);
    toy_run_close();
}
