#include "app/loop.h"
#include "support/test.h"
#include "support/toy_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Levels that begin, end and fail within a run. */

static const int64_t second_ns = 1000000000;
static ToyRun run;
static char folder[] = "/tmp/clockwork-levels-XXXXXX";

static void set_up(void)
{
    toy_run_prepare(&run);
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static const ToyState *state(void)
{
    return toy_state(run.loop.playback.session.world);
}

/* Plays with `run` held until the finish menu shows. */
static void play_to_finish_menu(void)
{
    toy_key(&run, TOY_KEY_RIGHT, 1);
    for (int i = 0; i < 1000 && run.loop.menu.screen == SCREEN_PLAYING; i++) {
        toy_run_frames(&run, 1);
    }
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_FINISHED);
}

TEST(the_finish_is_seen_before_its_menu)
{
    toy_run_open(&run);
    play_to_finish_menu();
    double seen_s = (double)(toy_ticks(&run) - state()->finish_tick) / 60;
    ck_assert_double_gt(seen_s, 2.4);
    ck_assert_double_lt(seen_s, 2.6);
}

TEST(behind_the_finish_menu_everything_is_let_go)
{
    toy_run_open(&run);
    play_to_finish_menu();
    toy_run_frames(&run, 10);
    double x_m = cpBodyGetPosition(toy_runner(run.loop.playback.session.world)).x;
    ck_assert_uint_eq(run.loop.playback.session.input.players[0].down, 0);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 1);
    toy_run_frames(&run, 60);
    ck_assert_double_eq(cpBodyGetPosition(toy_runner(run.loop.playback.session.world)).x, x_m);
}

TEST(once_more_after_the_finish_begins_without_old_edges)
{
    toy_run_open(&run);
    play_to_finish_menu();
    toy_key(&run, TOY_KEY_RIGHT, 0);
    toy_tap(&run, TOY_KEY_RETURN);
    toy_run_frames(&run, 30);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    ck_assert_uint_eq(state()->press_counts[TOY_RUN], 0);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 0);
    ck_assert(!session_probe(&run.loop.playback.session).finished);
}

TEST(a_pause_after_the_finish_does_not_bring_its_menu_nearer)
{
    toy_run_open(&run);
    toy_key(&run, TOY_KEY_RIGHT, 1);
    while (!state()->finished) {
        toy_run_frames(&run, 1);
    }
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_run_frames(&run, 300);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_run_frames(&run, 60);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
}

TEST(the_monkey_begins_anew_with_its_level)
{
    uint64_t hashes[2];
    run.desc.pilot = PILOT_MONKEY;
    toy_run_open(&run);
    for (int i = 0; i < 2; i++) {
        while (toy_ticks(&run) < 300) {
            toy_run_frames(&run, 1);
        }
        hashes[i] = cw_world_hash(run.loop.playback.session.world);
        toy_tap(&run, TOY_KEY_ESCAPE);
        toy_tap(&run, TOY_KEY_DOWN);
        toy_tap(&run, TOY_KEY_RETURN);
    }
    ck_assert_int_eq(toy.start_count, 3);
    ck_assert_uint_eq(hashes[0], hashes[1]);
}

TEST(a_finished_title_begins_anew)
{
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, 60 * 10);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_TITLE);
    ck_assert_int_eq(toy.start_count, 2);
}

TEST(a_press_that_waited_for_a_tick_does_not_reach_the_next_world)
{
    run.host_desc.frame_rate = 1000;
    toy_run_open(&run);
    toy_run_frames(&run, 2);
    toy_key(&run, TOY_KEY_SPACE, 1);
    toy_key(&run, TOY_KEY_ESCAPE, 1);
    toy_run_frames(&run, 1);
    toy_key(&run, TOY_KEY_SPACE, 0);
    toy_tap(&run, TOY_KEY_DOWN);
    toy_tap(&run, TOY_KEY_RETURN);
    toy_run_frames(&run, 100);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_eq(state()->press_counts[TOY_KICK], 0);
    ck_assert_uint_eq(state()->release_counts[TOY_KICK], 0);
}

/* ---- Loading takes time ---- */

/* A host whose clock also moves while a level loads. */
static int64_t load_ns;
static int64_t (*plain_now_ns)(void *self);
static int64_t (*plain_begin_frame)(void *self, HostSink *sink, void *context);

static int64_t shifted_now_ns(void *self)
{
    return plain_now_ns(self) + load_ns;
}

static int64_t shifted_begin_frame(void *self, HostSink *sink, void *context)
{
    return plain_begin_frame(self, sink, context) + load_ns;
}

static void load_for_a_second(void *context)
{
    (void)context;
    load_ns += second_ns;
}

TEST(the_time_a_level_takes_to_load_does_not_count)
{
    load_ns = 0;
    toy_run_open(&run);
    plain_now_ns = run.host.now_ns;
    plain_begin_frame = run.host.begin_frame;
    run.host.now_ns = shifted_now_ns;
    run.host.begin_frame = shifted_begin_frame;
    toy_run_frames(&run, 30);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_tap(&run, TOY_KEY_DOWN);
    toy.while_starting = load_for_a_second;
    toy_key(&run, TOY_KEY_RETURN, 1);
    toy_run_frames(&run, 3);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_le(toy_ticks(&run), 3); /* two frames, and the phase from before */
    ck_assert_int_eq(step_clock_dropped_ns(&run.loop.playback.clock), 0);
}

/* ---- Levels that can't be played ---- */

static void write_level(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/levels/%s.tmj", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void make_levels(void)
{
    char path[256];
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/levels", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    write_level("a-good", "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,"
                          "\"width\":10,\"height\":10,\"tilewidth\":32,\"tileheight\":32,"
                          "\"layers\":[]}");
    write_level("b-bad", "{\"type\":\"map\", oops");
    levels_find(&run.levels, folder);
    ck_assert_int_eq(run.levels.count, 2);
}

static void remove_levels(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

TEST(a_broken_level_leads_back_to_the_title)
{
    make_levels();
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, 5);
    toy_tap(&run, TOY_KEY_DOWN);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_TITLE);
    ck_assert_ptr_nonnull(run.loop.menu.notice);
    toy_tap(&run, TOY_KEY_RETURN); /* the first again, which is good */
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    ck_assert_str_eq(run.loop.playback.session.level, "a-good");
    remove_levels();
}

TEST(a_restart_that_fails_ends_the_run_with_its_cause)
{
    toy_run_open(&run);
    toy_run_frames(&run, 20);
    loop_show(&run.loop, SCREEN_PAUSED);
    toy_tap(&run, TOY_KEY_DOWN);
    toy.refuse_start = true;
    toy_key(&run, TOY_KEY_RETURN, 1);
    ck_assert(!loop_frame(&run.loop));
    ck_assert(run.loop.failed);
    ck_assert_str_eq(run.loop.error.text, "the toy was told not to start");
}
