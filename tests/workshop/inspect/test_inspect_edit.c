#include "support/replay_samples.h"
#include "support/toy_run.h"

#include <chipmunk/chipmunk_structs.h>

/* Values changed by hand in a pause, through the real loop, and what recordings make of them. */

enum { FINGERPRINT = 7, KEY_I = 12 };

TOY_SET_UP
{
    run.desc.setup.recorder = (RecorderDesc){.record = sample_path()};
    run.desc.setup.fingerprint = FINGERPRINT;
}

static const char *ball_field(const char *field)
{
    return textf("body.%u.%s", toy_first_ball(), field);
}

static double ball_speed(void)
{
    return cpBodyGetVelocity(toy_world()->bodies[toy_first_ball() - 1]).y;
}

static void play_and_pause(int frames)
{
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
    toy_run_frames(frames);
    toy_tap(TOY_KEY_ESCAPE);
}

static void play_on(int frames)
{
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(frames);
}

static void expect_edit(const char *field, const char *text)
{
    EXPECT_OK(changes_make_from_text(toy_playback(), field, text, &error));
}

static CwReplayFile *close_and_load(void)
{
    EXPECT_OK(toy_run_close());
    return sample_load();
}

static void expect_recorded(size_t edit_count, size_t tick_count, uint64_t hash)
{
    CwReplayFile *replay = close_and_load();
    ck_assert_uint_eq(replay->edit_count, edit_count);
    ck_assert_uint_eq(replay->tick_count, tick_count);
    ck_assert_uint_eq(sample_verify(replay, &run.game, NULL), hash);
}

TEST(an_impossible_value_is_refused_with_a_message)
{
    static const struct {
        const char *field, *text, *says;
    } bad[] = {
        {"body.2.v.y", "nan", "number"},
        {"body.2.v.y", "1e400", "finite"},
        {"body.2.v.y", "1e9", "from"},
        {"body.2.p.x", "30000", "20000"},
        {"body.2.m", "0", "from"},
        {"body.2.m_inv", "1", "each tick"},
        {"body.1.m", "2", "moved by nothing"},
        {"state.finished", "2", "from 0 to 1"},
        {"state.motion_x", "1.5", "whole"},
        {"state.motion_x", "99999999999999999999", "whole"},
        {"state.runner", "1", "entity"},
        {"world.tick", "1", "each tick"},
        {"body.v.x", "1", "which one"},
        {"body.77.v.x", "1", "not there"},
        {"body.2.sped", "1", "did you mean"},
        {"probe.x_m", "1", "each tick"},
    };
    play_and_pause(60);
    uint64_t hash = toy_hash();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        bool ok = changes_make_from_text(toy_playback(), bad[i].field, bad[i].text, &error);
        EXPECT_REFUSED(ok, bad[i].says);
    }
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 0);
}

TEST(a_value_is_changed_at_its_tick_and_not_before_however_time_is_moved)
{
    play_and_pause(60);
    uint64_t tick = toy_ticks();
    double before = ball_speed();
    expect_edit(ball_field("v.y"), "3");
    uint64_t edited = toy_hash();
    play_on(120);
    uint64_t newest = toy_ticks(), hash = toy_hash();
    EXPECT_OK(playback_seek(toy_playback(), (double)tick - 1, &error));
    ck_assert_double_ne(ball_speed(), 3);
    EXPECT_OK(playback_seek(toy_playback(), (double)tick, &error));
    ck_assert_uint_eq(toy_hash(), edited);
    EXPECT_OK(playback_seek(toy_playback(), (double)newest, &error));
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert_double_ne(before, 3);
}

TEST(a_branch_from_the_tick_of_a_change_keeps_it_and_one_from_before_does_not)
{
    play_and_pause(60);
    uint64_t tick = toy_ticks();
    expect_edit(ball_field("p.y"), "8");
    play_on(30);
    toy_tap(TOY_KEY_ESCAPE);
    EXPECT_OK(playback_seek(toy_playback(), (double)tick, &error));
    play_on(30);
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 1);
    toy_tap(TOY_KEY_ESCAPE);
    expect_edit(ball_field("a"), "1");
    EXPECT_OK(playback_seek(toy_playback(), (double)toy_ticks() - 5, &error));
    play_on(30);
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 1);
    uint64_t hash = toy_hash();
    CwReplayFile *replay = close_and_load();
    ck_assert_uint_eq(replay->edit_count, 1);
    ck_assert_uint_eq(replay->edits[0].tick, tick);
    ck_assert_uint_eq(sample_verify(replay, &run.game, NULL), hash);
}

/* Mass, shape, state, random numbers; two at one tick, and one before the first. */
TEST(changes_of_every_sort_play_again_to_the_bit)
{
    play_and_pause(0);
    expect_edit(ball_field("m"), "4");
    play_on(30);
    toy_tap(TOY_KEY_ESCAPE);
    expect_edit("state.motion_x", "-12");
    expect_edit("rng.state", "12345");
    play_on(30);
    toy_tap(TOY_KEY_ESCAPE);
    const cpBody *ball = toy_world()->bodies[toy_first_ball() - 1];
    expect_edit(textf("shape.%u.e", (unsigned)ball->shapeList->hashid), "0.1");
    play_on(1);
    toy_key_for(TOY_KEY_SPACE, 1, 200);
    expect_recorded(4, toy_ticks(), toy_hash());
}

TEST(a_run_with_a_change_has_no_rank)
{
    run.desc.mode.ends_at_finish = true;
    play_and_pause(10);
    expect_edit("body.1.p.x", textf("%g", (double)TOY_FINISH_M - 0.5));
    toy_tap(TOY_KEY_ESCAPE);
    toy_key(TOY_KEY_RIGHT, 1);
    toy_run_to_end();
    ck_assert(toy_playback()->run.time.ticks > 0);
    ck_assert(!toy_playback()->run.time.clean);
    CwReplayFile *replay = close_and_load();
    const Levels no_levels = {0};
    RunRules rules = {{&run.game, &no_levels, FINGERPRINT, .slot = 3}, run.config.sim};
    CwRunTime time;
    ck_assert(replay->finished);
    EXPECT_REFUSED(run_judge(replay, &rules, &time, &error), "changed by hand");
}

TEST(a_watched_recording_plays_as_it_was_and_is_not_edited, .rounds = 2)
{
    play_and_pause(60);
    if (_i == 0) {
        expect_edit(ball_field("v.y"), "9");
    }
    play_on(60);
    uint64_t hash = toy_hash(), ticks = toy_ticks();
    CwReplayFile *replay = close_and_load();
    run.desc.setup.recorder = (RecorderDesc){0};
    run.desc.choice.replay = replay;
    toy_run_open();
    EXPECT_OK(playback_seek(toy_playback(), (double)ticks, &error));
    ck_assert(!toy_playback()->has_difference);
    ck_assert_uint_eq(toy_hash(), hash);
    EXPECT_REFUSED(changes_make_from_text(toy_playback(), "body.2.v.y", "1", &error),
                   "play the level");
    toy_run_close();
}

/* ---- questions in a watched recording ---- */

enum { RECORDED = 300 };

static void ask(const char *question, int direction)
{
    ChangeSearch *search = &toy_workshop()->inspect.search;
    EXPECT_OK(change_search_begin(search, &toy_playback()->run, question, direction, &error));
    for (int i = 0; i < 5000 && search->state != SEARCH_NONE; i++) {
        toy_run_frames(1);
    }
}

/* Watches a run with changes by hand at ticks 20 and 40, and stops soon. */
static void watch_changed_run(void)
{
    play_and_pause(20);
    expect_edit("state.press_counts[1]", "500");
    play_on(20);
    toy_tap(TOY_KEY_ESCAPE);
    expect_edit("state.press_counts[1]", "900");
    play_on(RECORDED);
    run.desc.choice.replay = close_and_load();
    run.desc.setup.recorder = (RecorderDesc){0};
    run.title = true; /* the loop shows the right screen by itself */
    toy_run_open();
    toy_run_frames(10);
    toy_tap(TOY_KEY_SPACE);
    toy_tap(KEY_I);
    ck_assert(toy_workshop()->inspect.is_open);
}

/* The history holds only the end. */
static void look_at_end(void)
{
    EXPECT_OK(playback_seek(toy_playback(), RECORDED, &error));
    cw_history_begin(toy_playback()->history, toy_world());
    ck_assert_uint_eq(run_oldest(&toy_playback()->run), RECORDED);
}

TEST(a_question_in_a_replay_finds_changes_by_hand_that_are_ahead_or_long_past)
{
    watch_changed_run();
    ask("state.press_counts[1] > 800", 1);
    uint64_t second = toy_ticks();
    ck_assert_uint_gt(second, 30);
    look_at_end();
    uint64_t hash = toy_hash();
    ask("state.press_counts[1] > 800", -1);
    ck_assert_uint_eq(toy_ticks(), second);
    ck_assert_uint_eq(toy_now()->press_counts[1], 900);
    ask("state.press_counts[1] > 400", -1);
    ck_assert_uint_lt(toy_ticks(), second);
    ask("state.press_counts[1] > 400", -1);
    expect_text(toy_workshop()->inspect.panel.note, "becomes true at no earlier tick");
    look_at_end();
    ck_assert_uint_eq(toy_hash(), hash);
}

TEST(the_cause_of_a_change_is_named_where_the_history_lacked_it)
{
    watch_changed_run();
    look_at_end();
    ask("state.press_counts[1]", -1);
    toy_run_frames(2);
    ck_assert_str_eq(toy_workshop()->inspect.panel.extra_lines[0], "by hand");
}

/* ---- in the past ---- */

enum { DRIVEN = 300, CHANGED_AT = 60 };

static void end_rerun(void)
{
    while (catch_up_is_running(&run.loop)) {
        toy_run_frames(1);
    }
}

static void type_over(const char *field, const char *text)
{
    Inspect *inspect = &toy_workshop()->inspect;
    snprintf(inspect->typed_name, sizeof inspect->typed_name, "%s", field);
    inspect->typed_text[0] = '\0';
    toy_workshop()->guest.typed(toy_workshop(), text);
    end_rerun();
}

/* Looks at a tick in the middle of a drive to the right and a stop; gives the hash of its end. */
static uint64_t drive_and_look_back(void)
{
    play_and_pause(0);
    toy_tap(TOY_KEY_ESCAPE);
    toy_key_for(TOY_KEY_RIGHT, 1, DRIVEN / 2);
    toy_key_for(TOY_KEY_RIGHT, 0, DRIVEN / 2);
    toy_tap(TOY_KEY_ESCAPE);
    uint64_t hash = toy_hash();
    EXPECT_OK(playback_seek(toy_playback(), CHANGED_AT, &error));
    return hash;
}

static uint64_t hash_of_end(void)
{
    EXPECT_OK(playback_seek(toy_playback(), 1e9, &error));
    return toy_hash();
}

TEST(changes_are_taken_back_one_by_one_wherever_they_are)
{
    uint64_t hash = drive_and_look_back();
    EXPECT_OK(playback_seek(toy_playback(), 2 * CHANGED_AT, &error));
    type_over(ball_field("v.y"), "6");
    uint64_t one = hash_of_end();
    EXPECT_OK(playback_seek(toy_playback(), CHANGED_AT, &error));
    type_over("body.1.p.x", "3");
    type_over("state.motion_x", "5");
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 3);
    uint64_t newest = run_newest(&toy_playback()->run);
    for (int i = 0; i < 2; i++) {
        workshop_undo(toy_workshop());
        end_rerun();
    }
    ck_assert_uint_eq(hash_of_end(), one);
    workshop_undo(toy_workshop());
    end_rerun();
    ck_assert_uint_eq(hash_of_end(), hash);
    EXPECT_OK(playback_seek(toy_playback(), CHANGED_AT, &error));
    type_over("body.1.p.x", "3");
    expect_recorded(1, newest, hash_of_end());
}

/* Without the runner at this place no run ends. */
static void restart_far_left(CwWorld *world)
{
    const cpBody *runner = toy_runner(world);
    if (runner != NULL && runner->p.x < -20 && cw_world_tick(world) >= 2 * CHANGED_AT) {
        cw_flow_restart(cw_world_flow(world));
    }
}

TEST(a_run_that_ends_sooner_after_a_change_is_whole_again_without_it)
{
    toy.while_ticking = restart_far_left;
    uint64_t hash = drive_and_look_back();
    uint64_t newest = run_newest(&toy_playback()->run);
    type_over("body.1.p.x", "-90");
    ck_assert_uint_eq(run_newest(&toy_playback()->run), 2 * CHANGED_AT);
    expect_text(toy_workshop()->inspect.panel.note, "ends at tick 120");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    workshop_undo(toy_workshop());
    end_rerun();
    ck_assert_uint_eq(run_newest(&toy_playback()->run), newest);
    ck_assert_uint_eq(hash_of_end(), hash);
    expect_recorded(0, newest, hash);
}

TEST(play_after_a_run_that_ends_sooner_follows_the_game_s_request)
{
    toy.while_ticking = restart_far_left;
    drive_and_look_back();
    type_over("body.1.p.x", "-90");
    hash_of_end();
    int starts = toy.start_count;
    play_on(3);
    ck_assert_int_eq(toy.start_count, starts + 1);
    ck_assert_uint_lt(cw_world_tick(toy_world()), CHANGED_AT);
}

/* Later than the second that each change is tried for. */
static void break_far_left(CwWorld *world)
{
    const cpBody *runner = toy_runner(world);
    toy.break_body = runner != NULL && runner->p.x < -20 && cw_world_tick(world) == 4 * CHANGED_AT;
}

TEST(a_change_with_which_the_run_breaks_later_is_taken_back_by_itself)
{
    toy.while_ticking = break_far_left;
    uint64_t hash = drive_and_look_back();
    type_over("body.1.p.x", "-90");
    ck_assert(!run.loop.end.has_failed);
    ck_assert(toy_workshop()->inspect.panel.is_error);
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 0);
    ck_assert_uint_eq(hash_of_end(), hash);
}

TEST(a_run_that_breaks_on_the_way_to_a_change_that_is_taken_back_is_lost)
{
    drive_and_look_back();
    EXPECT_OK(playback_seek(toy_playback(), CHANGED_AT + 5, &error));
    type_over("body.1.p.x", "-4");
    toy.break_body = true;
    workshop_undo(toy_workshop());
    ck_assert(run.loop.end.has_failed);
    ck_assert_str_ne(run.loop.end.error.text, "");
}

TEST(with_no_change_to_take_back_ticks_beside_the_run_are_not_lost)
{
    drive_and_look_back();
    EXPECT_OK(run_tick_detached(&toy_playback()->run, &(CwTickInput){0}, &error));
    workshop_undo(toy_workshop());
    ck_assert(!run.loop.end.has_failed);
    expect_text(toy_workshop()->inspect.panel.note, "nothing was changed");
}
