#include "check/input_monkey.h"
#include "support/toy_run.h"

/* Levels that begin, end and fail within a run. */

static const int64_t second_ns = 1000000000;

TOY_FIXTURE;

static void play_to_finish_menu(void)
{
    toy_key(TOY_KEY_RIGHT, 1);
    for (int i = 0; i < 1000 && toy_activity() == ACTIVITY_PLAYING; i++) {
        toy_run_frames(1);
    }
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
}

TEST(the_finish_is_seen_before_its_menu)
{
    toy_run_open();
    play_to_finish_menu();
    double seen_s = (double)(toy_ticks() - toy_now()->finish_tick) / 60;
    EXPECT_BETWEEN(seen_s, 2.4, 2.6);
}

TEST(the_finish_menu_releases_every_action)
{
    toy_run_open();
    play_to_finish_menu();
    toy_run_frames(10);
    double x_m = toy_runner_x_m();
    ck_assert_uint_eq(toy_playback()->session.world->input.players[0].down, 0);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 1);
    toy_run_frames(60);
    ck_assert_double_eq(toy_runner_x_m(), x_m);
}

TEST(a_retry_after_the_finish_begins_without_old_edges)
{
    toy_run_open();
    play_to_finish_menu();
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED); /* who was still hopping chose nothing */
    toy_run_frames(30);
    toy_tap_for(TOY_KEY_RETURN, 30);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_expect_edges(TOY_RUN, 0, 0);
    ck_assert(!session_probe(&toy_playback()->session).finished);
}

TEST(a_pause_after_the_finish_does_not_bring_its_menu_nearer)
{
    toy_run_open();
    toy_finish();
    toy_tap_for(TOY_KEY_ESCAPE, 300);
    toy_tap_for(TOY_KEY_ESCAPE, 60);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(the_monkey_restarts_with_its_level)
{
    uint64_t hashes[2];
    run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
    toy_run_open();
    for (int i = 0; i < 2; i++) {
        while (toy_ticks() < 300) {
            toy_run_frames(1);
        }
        hashes[i] = toy_hash();
        toy_restart();
    }
    ck_assert_int_eq(toy.start_count, 3);
    ck_assert_uint_eq(hashes[0], hashes[1]);
}

TEST(a_press_that_waited_for_a_tick_does_not_reach_the_next_world)
{
    run.host_desc.frame_rate = 1000;
    toy_play(2);
    toy_key(TOY_KEY_SPACE, 1);
    toy_key_for(TOY_KEY_ESCAPE, 1, 1);
    toy_key(TOY_KEY_SPACE, 0);
    toy_tap(TOY_KEY_DOWN);
    toy_tap_for(TOY_KEY_RETURN, 100);
    ck_assert_int_eq(toy.start_count, 2);
    toy_expect_edges(TOY_KICK, 0, 0);
}

static void load_for_a_second(void)
{
    run.host.wait_until_ns(run.host.self, run.host.now_ns(run.host.self) + second_ns,
                           HOST_WAIT_EXACT);
}

TEST(the_time_a_level_takes_to_load_does_not_count)
{
    run.host_desc.time = HEADLESS_PACED;
    toy_play(30);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_DOWN);
    toy.while_starting = load_for_a_second;
    toy_key_for(TOY_KEY_RETURN, 1, 3);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_le(toy_ticks(), 3); /* two frames, and the phase from before */
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(a_broken_level_leads_back_to_the_map)
{
    temp_mkdir("levels");
    toy_write_level("a-good");
    temp_write("levels/b-bad.tmj", "{\"type\":\"map\", oops");
    levels_find(&run.levels, temp_folder);
    ck_assert_int_eq(run.levels.count, 2);
    run.title = true;
    toy_play(5);
    toy_click_row("Levels");
    toy_tap(TOY_KEY_RIGHT);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
    expect_text(toy_page()->notice, "This level can't be played: b-bad.tmj:1:19: string");
    toy_tap(TOY_KEY_LEFT); /* the first again, which is good */
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_str_eq(toy_playback()->session.level, "a-good");
}

TEST(a_restart_that_fails_ends_the_run_with_its_cause)
{
    toy_play(20);
    menus_show(&run.loop.menus, ACTIVITY_PAUSED);
    toy_tap(TOY_KEY_DOWN);
    toy.refuse_start = true;
    toy_key(TOY_KEY_RETURN, 1);
    ck_assert(!loop_frame(&run.loop));
    ck_assert(run.loop.end.has_failed);
    ck_assert_str_eq(run.loop.end.error.text, "the toy was told not to start");
}
