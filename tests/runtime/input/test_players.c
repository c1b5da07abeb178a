#include "input/input_collector.h"

#include "support/test.h"

/* Two players who kick and run: the first with keys and a controller, the second with a controller;
 * three and four like the second. */
enum { KICK, RUN };
enum { KEY_SPACE = 44, PAD_A = 0 };

static const Binding pad_a = {.source = BINDING_PAD_BUTTON, .code = PAD_A};
static const Binding stick = {.source = BINDING_PAD_AXIS, .code = PAD_AXIS_LEFT_X, .sign = 1};
static const Binding space = {.source = BINDING_KEY, .code = KEY_SPACE};

static DeviceState devices;
static Players players;
static CwInputFrame frames[CW_PLAYER_MAX];

static void begin(int count, bool first_at_the_keyboard)
{
    InputMap maps[CW_PLAYER_MAX] = {0};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        maps[i].actions[KICK] = (ActionBindings){.items = {pad_a}, .count = 1};
        maps[i].actions[RUN] = (ActionBindings){.items = {stick}, .count = 1};
    }
    maps[0].actions[KICK] = (ActionBindings){.items = {space, pad_a}, .count = 2};
    if (first_at_the_keyboard) {
        maps[0].actions[KICK].count = 1;
        maps[0].actions[RUN].count = 0;
    }
    devices = (DeviceState){0};
    players_init(&players, &devices, count);
    players_rebind(&players, maps);
}

SET_UP()
{
    begin(2, false);
}

static bool push(InputEventType type, int64_t device, int code, int value)
{
    InputEvent event = {.type = type, .device = device, .code = code, .value = value};
    device_state_apply(&devices, &event);
    return players_push(&players, &event);
}

static void plug_in(int64_t pad)
{
    push(INPUT_PAD_ADDED, pad, 0, 0);
}

static void unplug(int64_t pad)
{
    push(INPUT_PAD_REMOVED, pad, 0, 0);
}

/* Taps a controller's button in one tick; returns bits of the players who kicked. */
static unsigned kickers(int64_t pad)
{
    unsigned bits = 0;
    push(INPUT_PAD_BUTTON, pad, PAD_A, 1);
    push(INPUT_PAD_BUTTON, pad, PAD_A, 0);
    players_latch_tick(&players, frames);
    for (int i = 0; i < players.count; i++) {
        bits |= (unsigned)cw_input_pressed(&frames[i], KICK) << i;
    }
    return bits;
}

TEST(the_keyboard_is_the_first_players_and_the_only_controller_the_seconds)
{
    plug_in(5);
    ck_assert(push(INPUT_KEY, 0, KEY_SPACE, 1));
    ck_assert(push(INPUT_KEY, 0, KEY_SPACE, 0));
    players_latch_tick(&players, frames);
    ck_assert(cw_input_pressed(&frames[0], KICK) && !cw_input_pressed(&frames[1], KICK));
    ck_assert_uint_eq(kickers(5), 2);
}

TEST(four_players_get_a_controller_each_and_a_fifth_is_ignored)
{
    begin(CW_PLAYER_MAX, false);
    for (int64_t pad = 5; pad < 10; pad++) {
        plug_in(pad);
    }
    ck_assert_uint_eq(kickers(5), 2);
    ck_assert_uint_eq(kickers(6), 4);
    ck_assert_uint_eq(kickers(7), 8);
    ck_assert_uint_eq(kickers(8), 1);
    ck_assert_uint_eq(kickers(9), 0);
}

TEST(a_player_at_the_keyboard_leaves_the_first_controller_to_the_next)
{
    begin(2, true);
    plug_in(5);
    plug_in(6);
    ck_assert_uint_eq(kickers(5), 2);
    ck_assert_uint_eq(kickers(6), 0);
}

TEST(unplugging_releases_and_the_next_controller_gets_its_player)
{
    plug_in(5);
    plug_in(6);
    push(INPUT_PAD_BUTTON, 5, PAD_A, 1);
    players_latch_tick(&players, frames);
    unplug(5);
    players_latch_tick(&players, frames);
    ck_assert(cw_input_released(&frames[1], KICK) && !cw_input_down(&frames[1], KICK));
    plug_in(11);
    push(INPUT_PAD_AXIS, 11, PAD_AXIS_LEFT_X, AXIS_FULL);
    players_latch_tick(&players, frames);
    ck_assert(cw_input_down(&frames[1], RUN) && !cw_input_down(&frames[0], RUN));
    plug_in(12); /* it comes too late */
    ck_assert_uint_eq(kickers(12), 0);
    unplug(6);
    ck_assert_uint_eq(kickers(12), 1); /* a button joins, too */
}

static unsigned typists(void)
{
    push(INPUT_KEY, 0, KEY_SPACE, 1);
    push(INPUT_KEY, 0, KEY_SPACE, 0);
    players_latch_tick(&players, frames);
    return cw_input_pressed(&frames[0], KICK) + 2U * cw_input_pressed(&frames[1], KICK);
}

TEST(keyboard_and_controller_change_players_and_come_back)
{
    plug_in(5);
    ck_assert(players_give(&players, 0, &pad_a, 5));
    ck_assert(kickers(5) == 1 && typists() == 2);
    unplug(5);
    plug_in(6);
    ck_assert_uint_eq(kickers(6), 1);
    ck_assert(players_give(&players, 0, &space, -1));
    ck_assert(kickers(6) == 2 && typists() == 1);
}

TEST(players_join_in_turn_and_cannot_take_the_device_of_an_earlier_one, .rounds = 2)
{
    plug_in(5);
    plug_in(6);
    int64_t first = 5 + _i; /* one of them is already this player's */
    players.is_joining = true;
    ck_assert(players_give(&players, 0, &pad_a, first));
    ck_assert(!players_give(&players, 1, &pad_a, first));
    ck_assert(players_give(&players, 1, &space, -1));
    ck_assert(kickers(first) == 1 && typists() == 2);
    ck_assert(players_give(&players, 0, &space, -1));
    ck_assert(!players_give(&players, 1, &space, -1));
    ck_assert(players_give(&players, 1, &pad_a, 6));
    ck_assert(kickers(6) == 2 && typists() == 1);
}

TEST(discarded_edges_reach_no_tick)
{
    plug_in(5);
    push(INPUT_KEY, 0, KEY_SPACE, 1);
    players_discard_edges(&players);
    players_latch_tick(&players, frames);
    ck_assert_uint_eq(frames[0].pressed, 0);
    ck_assert(cw_input_down(&frames[0], KICK));
}
