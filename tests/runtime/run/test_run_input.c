#include "support/replay_samples.h"
#include "support/toy_run.h"

/* The inputs of a run so far, as its views get them. */

enum { OPEN_AT = 100, UNKNOWN = 10000 };

static CwSim *twin;
static int followed_count;
static bool reaches_back, reaches_ahead;

TOY_SET_UP
{
    twin = NULL;
    followed_count = 0;
}

/* Opens a second world of a run that is under way, and lets it follow. */
static void follow(const CwWorld *world, CwFrame *frame)
{
    if (twin == NULL && cw_world_tick(world) >= OPEN_AT) {
        CwSimDesc desc = cw_sim_desc_of(world);
        twin = cw_sim_open(&desc, NULL);
    }
    if (twin == NULL) {
        return;
    }
    const CwWorld *other = cw_sim_world(twin);
    while (cw_world_tick(other) < cw_world_tick(world)) {
        CwTickInput input;
        ck_assert(cw_frame_run_input(frame, cw_world_tick(other) + 1, &input));
        ck_assert(cw_sim_tick(twin, &input, NULL));
    }
    ck_assert_uint_eq(cw_world_hash(other), cw_world_hash(world));
    followed_count++;
}

static void look_at_both_ends(const CwWorld *world, CwFrame *frame)
{
    CwTickInput input;
    reaches_back = cw_frame_run_input(frame, 1, &input);
    reaches_ahead = cw_frame_run_input(frame, cw_world_tick(world) + 1, &input) ||
                    cw_frame_run_input(frame, 0, &input) ||
                    cw_frame_run_input(frame, UNKNOWN, &input);
}

static void drive(int frames)
{
    for (int i = 0; i < frames; i++) {
        toy_key(TOY_KEY_RIGHT, i / 7 % 2);
        toy_key(TOY_KEY_SPACE, i / 5 % 2);
        toy_run_frames(1);
    }
}

TEST(a_twin_opened_in_the_middle_of_a_run_catches_up)
{
    toy.while_updating = follow;
    toy_run_open();
    drive(300);
    ck_assert_int_gt(followed_count, 150);
}

TEST(after_a_rewind_the_input_of_the_new_branch_is_known)
{
    toy_run_open();
    drive(300);
    toy_key_for(TOY_KEY_REWIND, 1, 60);
    toy_key(TOY_KEY_REWIND, 0);
    drive(50);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 1);
    toy.while_updating = follow;
    drive(10);
    ck_assert_int_eq(followed_count, 10);
}

TEST(known_input_ends_with_the_picture_in_the_past_too)
{
    toy.while_updating = look_at_both_ends;
    toy_run_open();
    drive(100);
    ck_assert(reaches_back && !reaches_ahead);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_times(TOY_KEY_STEP_BACK, 10);
    ck_assert(reaches_back && !reaches_ahead);
}

TEST(without_a_history_no_input_is_known, .rounds = 2)
{
    run.config.history = _i == 0 ? 0 : run.config.history;
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = _i == 1;
    toy.while_updating = look_at_both_ends;
    toy_run_open();
    drive(100);
    ck_assert(!reaches_back && !reaches_ahead);
}

TEST(known_input_of_a_watched_replay_reaches_to_the_first_tick)
{
    run.desc.setup.recorder.record = sample_path();
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    toy_run_open();
    drive(200);
    toy_run_close();
    CwReplayFile *replay = sample_load();
    toy_run_prepare();
    run.desc.choice.replay = replay;
    run.config.history = 0;
    run.title = true;
    toy.while_updating = follow;
    toy_play(150);
    ck_assert_int_gt(followed_count, 40);
    toy_run_close();
}
