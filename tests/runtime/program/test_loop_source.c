/* Players and input from elsewhere: two kick and run in the toy game, a tick a frame. */
#include "check/input_monkey.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

enum { TICKS = 300, LATE_TICKS = 9, KEY_L = 15 };

typedef struct Other {
    CwInputFrame frames[TICKS + 1];
    uint64_t late_ticks, told_tick, newest;
    uint64_t wait_tick;
    int wait_frames, fill_count, send_count;
    bool player_2_was_pressed;
} Other;

static Other other;
static CwInputSource source;
static uint64_t seen[CW_PLAYER_MAX]; /* presses of the kick, by tick systems */
static uint64_t asking_tick;         /* asks for half the speed, unless the other one runs */

static void push(cpBody *body, void *impulse)
{
    cpBodyApplyImpulseAtLocalPoint(body, *(const cpVect *)impulse, cpvzero);
}

/* Both push the balls about, so that a mistaken tick changes the world. */
static void obey(CwWorld *world)
{
    for (int i = 0; i < 2; i++) {
        const CwInputFrame *input = cw_world_player_input(world, i);
        seen[i] += cw_input_pressed(input, TOY_KICK);
        if (cw_input_down(input, TOY_RUN)) {
            cpVect impulse = cpv(i == 0 ? 0.1 : -0.3, 0.05);
            cpSpaceEachBody(cw_world_space(world), push, &impulse);
        }
    }
}

static void ask(CwWorld *world)
{
    bool other_runs = cw_input_down(cw_world_player_input(world, 1), TOY_RUN);
    if (cw_world_tick(world) == asking_tick && !other_runs) {
        cw_flow_set_time_scale(cw_world_flow(world), 0.5);
    }
}

static const CwSystem systems[] = {
    {.name = "test.ask", .phase = CW_PHASE_GAME_LOGIC, .tick = ask},
    {.name = "test.obey", .phase = CW_PHASE_PRE_PHYSICS, .tick = obey}};

static bool fill(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX])
{
    Other *it = context;
    uint64_t tick = cw_world_tick(world) + 1;
    it->fill_count++;
    it->player_2_was_pressed = it->player_2_was_pressed || cw_input_pressed(&players[1], TOY_KICK);
    if (tick == it->wait_tick && it->wait_frames-- > 0) {
        return false;
    }
    it->newest = tick;
    if (it->late_ticks == 0 && tick <= TICKS) {
        players[1] = it->frames[tick];
    } else if (it->told_tick > 0) { /* a guess */
        players[1] = it->frames[it->told_tick];
        players[1].pressed = players[1].released = 0;
    }
    return true;
}

static bool late(void *context, CwLateInput *what)
{
    Other *it = context;
    if (it->late_ticks == 0 || it->told_tick + it->late_ticks > it->newest) {
        return false;
    }
    it->told_tick++;
    *what = (CwLateInput){it->told_tick, 1, it->frames[it->told_tick]};
    return true;
}

static void send(void *context, const CwWorld *world)
{
    Other *it = context;
    it->send_count++;
    ck_assert_uint_eq(cw_world_tick(world), it->newest);
}

SET_UP(.tear_down = toy_run_tear_down)
{
    CwRng rng;
    cw_rng_seed(&rng, 3, 3);
    memset(&other, 0, sizeof other);
    memset(seen, 0, sizeof seen);
    source = (CwInputSource){&other, fill, late, send};
    for (int tick = 1; tick <= TICKS; tick++) {
        other.frames[tick].down = cw_rng_below(&rng, 4) == 0 ? 1u << TOY_RUN : 0;
        cw_input_derive_edges(&other.frames[tick], &other.frames[tick - 1]);
    }
    toy_run_prepare();
    run.game.input.player_count = 2;
    run.game.content.systems = systems;
    run.game.content.system_count = CW_ARRAY_LENGTH(systems);
    run.game.input.source = &source;
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    run.desc.mode.tick_limit = TICKS;
}

static uint64_t play(uint64_t late_ticks)
{
    other.late_ticks = late_ticks;
    toy_run_to_end();
    CwLateInput rest;
    if (late_ticks > 0) {
        other.newest = TICKS;
        other.late_ticks = 1;
        while (other.told_tick < TICKS) {
            rest = (CwLateInput){other.told_tick + 1, 1, other.frames[other.told_tick + 1]};
            other.told_tick++;
            ck_assert(run_correct(&toy_playback()->run, &rest, &run.loop.end.error));
        }
        ck_assert(run_begin_correction(&toy_playback()->run, &run.loop.end.error));
        while (playback_is_behind(toy_playback())) {
            ck_assert(playback_repeat_tick(toy_playback(), &run.loop.end.error));
        }
    }
    uint64_t hash = toy_hash();
    toy_run_close();
    return hash;
}

TEST(late_input_ends_in_the_same_world_as_input_in_time)
{
    uint64_t in_time = play(0);
    set_up();
    uint64_t one_late = play(1);
    set_up();
    uint64_t many_late = play(LATE_TICKS);
    ck_assert_uint_eq(one_late, in_time);
    ck_assert_uint_eq(many_late, in_time);
    set_up();
    other.frames[TICKS / 2].down ^= 1u << TOY_RUN;
    ck_assert_uint_ne(play(0), in_time);
}

/* The input of the last ticks comes at once. */
TEST(each_change_of_late_input_is_one_correction_whatever_the_delay, .rounds = 4)
{
    static const int delays[] = {1, 5, 9, 20};
    size_t changes = 0, late_changes = 0;
    run.desc.setup.recorder.record = sample_path();
    for (int tick = 1; tick <= TICKS; tick++) {
        other.frames[tick].down = tick / 12 % 2 != 0 ? 1u << TOY_RUN : 0;
        cw_input_derive_edges(&other.frames[tick], &other.frames[tick - 1]);
        *(tick <= TICKS - delays[_i] ? &changes : &late_changes) += tick % 12 == 0;
    }
    play((uint64_t)delays[_i]);
    CwReplayFile *replay = sample_load();
    ck_assert_uint_eq(replay->rewind_count, changes + (late_changes > 0));
    cw_replay_free(replay);
}

/* In one round the corrected tick repeats its request, in the other it makes none. */
TEST(a_correction_neither_repeats_nor_withdraws_requests_of_a_tick, .rounds = 2)
{
    run.desc.mode.is_headless = false;
    asking_tick = 20;
    other.late_ticks = LATE_TICKS;
    other.frames[15].down = 1u << TOY_RUN;
    other.frames[20].down = _i == 0 ? 0 : 1u << TOY_RUN;
    toy_play(20);
    ck_assert_uint_eq(toy_ticks(), 20);
    ck_assert_double_eq(toy_playback()->speed.game_scale, 0.5);
    double scale = toy_playback()->speed.game_scale = _i == 0 ? 1 : 0.5;
    toy_run_frames(20);
    CwTickInput corrected = cw_history_input(toy_playback()->history, 20);
    ck_assert_uint_eq(corrected.players[1].down, other.frames[20].down);
    ck_assert_double_eq(toy_playback()->speed.game_scale, scale);
}

TEST(a_recording_holds_the_corrected_input_and_needs_no_source)
{
    run.desc.setup.recorder.record = sample_path();
    uint64_t hash = play(LATE_TICKS);
    CwReplayFile *replay = sample_load();
    ck_assert_uint_eq(replay->tick_count, TICKS);
    ck_assert_uint_gt(replay->rewind_count, 0);
    for (int tick = 1; tick <= TICKS; tick++) {
        CwTickInput input = cw_replay_input(replay, (uint64_t)tick);
        ck_assert_mem_eq(&input.players[1], &other.frames[tick], sizeof(CwInputFrame));
    }
    set_up();
    run.game.input.source = NULL;
    run.desc.choice.replay = replay;
    ck_assert_uint_eq(play(0), hash);
    ck_assert(!toy_playback()->has_difference);
}

TEST(a_tick_that_waits_takes_no_time_and_loses_no_press)
{
    run.desc.mode.is_headless = false; /* devices count */
    other.wait_tick = 20;
    other.wait_frames = 7;
    toy_script_key(19, TOY_KEY_SPACE, 1);
    toy_script_key(21, TOY_KEY_SPACE, 0);
    toy_play(24);
    ck_assert_uint_eq(toy_ticks(), 19);
    ck_assert_double_eq(toy_playback()->alpha, 1);
    toy_run_to_end();
    ck_assert_uint_eq(seen[0], 1);
    ck_assert_int_eq(other.fill_count, TICKS + 7);
    ck_assert_int_eq(other.send_count, TICKS + 7);
    toy_run_close();
}

TEST(the_second_player_has_keys_of_his_own)
{
    static const char *const second[TOY_ACTION_COUNT] = {[TOY_KICK] = "key:L"};
    run.game.input.player_bindings[0] = second;
    run.game.input.source = NULL;
    game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    run.desc.mode.is_headless = false;
    toy_script_key(5, KEY_L, 1);
    toy_script_key(6, KEY_L, 0);
    toy_script_key(8, TOY_KEY_SPACE, 1);
    toy_play(8);
    ck_assert_uint_eq(seen[0], 0);
    ck_assert_uint_eq(seen[1], 1);
    toy_run_frames(4);
    ck_assert_uint_eq(seen[0], 1);
    ck_assert_uint_eq(seen[1], 1);
    toy_run_close();
}

TEST(monkeys_play_for_everyone_and_the_source_overrides_them)
{
    run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
    play(0);
    ck_assert(other.player_2_was_pressed);
    ck_assert_uint_gt(seen[0], 0);
    ck_assert_uint_eq(seen[1], 0); /* the other never kicks */
}

TEST(shared_time_does_not_go_back)
{
    run.desc.mode.is_headless = false;
    toy_play(60);
    ck_assert(!playback_has_past(toy_playback()));
    toy_key_for(TOY_KEY_REWIND, 1, 10);
    ck_assert_uint_eq(toy_ticks(), 70);
    toy_run_close();
}

TEST(the_sync_test_passes_with_late_input)
{
    run.guest = changes_guest(5);
    play(LATE_TICKS);
    ck_assert(!run.loop.end.has_failed);
}

TEST(an_input_script_plays_the_same_headless_and_in_a_window)
{
    static const InputScript script = {
        .steps = {{.tick = 1, .action = TOY_RUN, .value = CW_ACTION_VALUE_MAX}},
        .step_count = 1,
        .taps = {{.player = 1, .action = TOY_KICK, .rate_mhz = 4000}},
        .tap_count = 1};
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        set_up();
        run.game.input.source = NULL;
        run.desc.choice.driver.script = &script;
        run.desc.mode.is_headless = i == 0;
        hashes[i] = play(0);
        ck_assert_uint_eq(seen[1], TICKS / 15);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
