#include "input/input_script.h"

#include "support/test.h"

enum { RUN, KICK };
enum { TICK_RATE = 60 };

static CwTickInput before, input;

/* The next tick, in which devices say `devices`. */
static const CwInputFrame *tick(const InputScript *script, uint64_t number, CwInputFrame devices)
{
    before = input;
    input = (CwTickInput){.players = {devices}};
    input_script_apply(script, number, TICK_RATE, &before, &input);
    return &input.players[0];
}

SET_UP()
{
    input = (CwTickInput){0};
}

TEST(a_held_action_is_pressed_once_and_never_released)
{
    const InputScript script = {.held = {1u << RUN, 1u << KICK}};
    const CwInputFrame *frame = tick(&script, 1, (CwInputFrame){0});
    ck_assert_uint_eq(frame->pressed, 1u << RUN);
    ck_assert_uint_eq(frame->down, 1u << RUN);
    ck_assert_int_eq(frame->value[RUN], CW_ACTION_VALUE_MAX);
    ck_assert_uint_eq(input.players[1].pressed, 1u << KICK);
    frame = tick(&script, 2, (CwInputFrame){.released = 1u << RUN | 1u << KICK});
    ck_assert_uint_eq(frame->pressed, 0);
    ck_assert_uint_eq(frame->released, 1u << KICK);
    ck_assert_uint_eq(frame->down, 1u << RUN);
}

TEST(taps_come_at_their_rate)
{
    const InputScript script = {.taps = {{.action = KICK, .rate_mhz = 4000}}, .tap_count = 1};
    int count = 0;
    for (uint64_t number = 1; number <= 10 * TICK_RATE; number++) {
        const CwInputFrame *frame = tick(&script, number, (CwInputFrame){0});
        bool tapped = cw_input_pressed(frame, KICK);
        ck_assert_int_eq(cw_input_released(frame, KICK), tapped);
        ck_assert_int_eq(frame->value[KICK], tapped ? CW_ACTION_VALUE_MAX : 0);
        ck_assert(!cw_input_down(frame, KICK));
        count += tapped;
    }
    ck_assert_int_eq(count, 40);
}

TEST(a_tap_of_an_action_that_is_held_changes_nothing)
{
    const InputScript script = {.taps = {{.action = KICK, .rate_mhz = 60000}}, .tap_count = 1};
    const CwInputFrame *frame = tick(&script, 1, (CwInputFrame){.down = 1u << KICK});
    ck_assert_uint_eq(frame->pressed | frame->released, 0);
}
