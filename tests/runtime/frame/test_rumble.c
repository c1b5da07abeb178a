#include "support/game_config.h"
#include "support/toy_run.h"

/* Rumble from frame phases to the host, through the real loop. */

static HostRumble felt[64];
static int felt_count;
static bool shaking;

static void feel(void *host, const HostRumble *rumble)
{
    felt[felt_count++ % 64] = *rumble;
}

static void shake_both(const CwWorld *world, CwFrame *frame)
{
    if (shaking) {
        cw_rumble(frame, 0, 1, 0.5, 0.25);
        cw_rumble(frame, 1, 7, -1, 1e9);
    }
    shaking = false;
}

TOY_SET_UP
{
    toy.while_updating = shake_both;
    run.game.input.player_count = 2;
    run.config.rumble = true;
    felt_count = 0;
    shaking = true;
}

static void open_with_pads(void)
{
    toy_run_open();
    run.host.rumble = toy_stage()->desc.host->rumble = feel;
    for (int id = 5; id <= 6; id++) {
        toy_event((InputEvent){.type = INPUT_PAD_ADDED, .device = id, .value = id});
        toy_event((InputEvent){.type = INPUT_PAD_BUTTON, .device = id, .value = 1});
    }
    toy_run_frames(1);
}

TEST(each_player_s_controller_shakes_within_bounds)
{
    run.game.input.player_bindings[0] = (const char *const[TOY_ACTION_COUNT]){[TOY_KICK] = "pad:a"};
    game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    run.config.rumble = true;
    open_with_pads();
    ck_assert_int_eq(felt_count, 2);
    ck_assert(felt[0].device == 6 && felt[0].strong == 65535 && felt[0].weak == 32768);
    ck_assert_uint_eq(felt[0].duration_ms, 250);
    ck_assert(felt[1].device == 5 && felt[1].strong == 65535 && felt[1].weak == 0);
    ck_assert_uint_eq(felt[1].duration_ms, 10000);
    toy_run_frames(5);
    ck_assert_int_eq(felt_count, 2);
}

TEST(a_game_for_one_player_shakes_all_controllers)
{
    run.game.input.player_count = 1;
    open_with_pads();
    ck_assert_int_eq(felt_count, 2);
    ck_assert(felt[0].device == 5 && felt[1].device == 6);
}

TEST(a_pause_ends_rumble_and_accepts_none)
{
    run.game.input.player_count = 1;
    open_with_pads();
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(felt_count, 4);
    ck_assert(felt[2].device == 5 && felt[2].strong == 0 && felt[2].duration_ms == 0);
    shaking = true;
    toy_run_frames(2);
    ck_assert_int_eq(felt_count, 4);
}
