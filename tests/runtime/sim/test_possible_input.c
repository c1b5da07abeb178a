/* The reader accepts whatever the collector makes of events, and of edges nothing else. */
#include "sim/possible_input.h"

#include "support/expect.h"
#include "support/input_events.h"

/* The first two are triggers, with values between; the others are keys. */
enum { TRIGGERS = 2, ACTIONS = 6, PAD = 7, FIRST_KEY = 4 };
enum { ROUNDS = 20000 };

static InputMap map;
static InputCollector collector;
static CwRng rng;

SET_UP()
{
    map = (InputMap){0};
    for (int action = 0; action < TRIGGERS; action++) {
        Binding trigger = {.source = BINDING_PAD_AXIS, .code = PAD_AXIS_LEFT_TRIGGER + action};
        trigger.sign = 1;
        bind_action(&map, action, trigger);
    }
    for (int action = TRIGGERS; action < ACTIONS; action++) {
        bind_action(&map, action, (Binding){.source = BINDING_KEY, .code = FIRST_KEY + action});
    }
    start_collector(&collector, &map);
    cw_rng_seed(&rng, 5, 1);
}

static const char *refusal(CwInputFrame frame, CwInputFrame before, bool begins)
{
    error = (CwError){0};
    ck_assert(!possible_input_check(&frame, &before, ACTIONS, begins, &error));
    return error.text;
}

TEST(edges_that_contradict_what_was_held_are_refused)
{
    const CwInputFrame up = {0}, down = {.down = 2};
    const struct {
        CwInputFrame before, frame;
        bool possible;
    } rows[] = {
        {up, {0}, true},
        {up, {.down = 2, .pressed = 2}, true},
        {up, {.pressed = 2, .released = 2}, true}, /* a tap */
        {up, {.down = 2}, false},
        {up, {.pressed = 2}, false},
        {up, {.released = 2}, false},
        {up, {.down = 2, .released = 2}, false},
        {up, {.down = 2, .pressed = 2, .released = 2}, false},
        {down, {.down = 2}, true},
        {down, {.released = 2}, true},
        {down, {.down = 2, .pressed = 2, .released = 2}, true}, /* let go and pressed again */
        {down, {0}, false},
        {down, {.pressed = 2}, false},
        {down, {.down = 2, .pressed = 2}, false},
        {down, {.down = 2, .released = 2}, false},
        {down, {.pressed = 2, .released = 2}, false},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        bool possible = possible_input_check(&rows[i].frame, &rows[i].before, ACTIONS, false, NULL);
        ck_assert_msg(possible == rows[i].possible, "row %zu", i);
    }
    expect_text(refusal((CwInputFrame){.released = 2}, up, true),
                "the edges of action 1 contradict what was held before");
    ck_assert(possible_input_check(&down, &up, ACTIONS, true, NULL)); /* held since */
}

static void push_axis(int action, int value)
{
    int raw = (int)lround(value * (double)AXIS_FULL / (double)CW_ACTION_VALUE_MAX);
    push_pad_axis(&collector, PAD, PAD_AXIS_LEFT_TRIGGER + action, raw);
}

static void push_something(void)
{
    int action = (int)cw_rng_below(&rng, ACTIONS);
    switch (cw_rng_below(&rng, 8)) {
    case 0:
        push_motion(&collector, cw_rng_below(&rng, 9) - 4.3, cw_rng_below(&rng, 100000));
        break;
    case 1:
        push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 2.5});
        break;
    case 2:
        push_axis(action % TRIGGERS, (int)cw_rng_below(&rng, 128));
        break;
    case 3:
        if (cw_rng_below(&rng, 20) == 0) {
            push_plain(&collector, INPUT_FOCUS_LOST, 0);
            push_plain(&collector, INPUT_FOCUS_GAINED, 0);
        } else if (cw_rng_below(&rng, 20) == 0) {
            collector_rebind(&collector, &map);
        } else if (collector.is_suspended) {
            collector.is_suspended = false;
        } else if (cw_rng_below(&rng, 8) == 0) {
            collector.is_suspended = true;
        }
        break;
    default:
        push_key(&collector, FIRST_KEY + action, (int)cw_rng_below(&rng, 2));
    }
}

TEST(any_input_of_the_collector_is_accepted)
{
    CwInputFrame before = {0};
    uint32_t seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = cw_rng_below(&rng, 12); i > 0; i--) {
            push_something();
        }
        CwInputFrame frame = collector_latch_tick(&collector);
        bool ok = possible_input_check(&frame, &before, ACTIONS, false, &error);
        ck_assert_msg(ok, "round %d: %s", round, error.text);
        seen |= frame.pressed & frame.released & frame.down;
        before = frame;
    }
    ck_assert_uint_eq(seen, (1 << ACTIONS) - 1); /* let go and pressed again, all of them */
}

TEST(keys_held_before_a_run_are_accepted_in_its_first_tick)
{
    Players *players = calloc(1, sizeof *players);
    players_init(players, collector.devices, 1);
    players_rebind(players, (InputMap[CW_PLAYER_MAX]){map});
    CwInputFrame frames[CW_PLAYER_MAX], idle = {0};
    InputEvent press = {.type = INPUT_KEY, .code = FIRST_KEY + 3, .value = 1};
    device_state_apply((DeviceState *)collector.devices, &press);
    players_push(players, &press);
    players_discard_edges(players);
    players_latch_tick(players, frames);
    ck_assert_uint_eq(frames[0].down, 8);
    ck_assert(possible_input_check(&frames[0], &idle, ACTIONS, true, NULL));
    expect_text(refusal(frames[0], idle, false), "the edges of action 3");
    free(players);
}
