#include "input/input_script.h"

#include "support/test.h"

enum { RUN, KICK };
enum { TICK_RATE = 60 };

#define HELD(its_player, its_action)                                                               \
    {                                                                                              \
        .tick = 1, .player = (its_player), .action = (its_action), .value = CW_ACTION_VALUE_MAX    \
    }

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
    const InputScript script = {.steps = {HELD(0, RUN), HELD(1, KICK)}, .step_count = 2};
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

TEST(steps_press_release_and_deflect_from_their_tick_on)
{
    InputScript script = {0};
    const ScriptStep steps[] = {{.tick = 9, .action = RUN},
                                {.tick = 3, .action = RUN, .value = 64},
                                {.tick = 5, .action = RUN, .value = 100},
                                {.tick = 5, .action = SCRIPT_POINTER, .place_m = {2, -1}}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(steps); i++) {
        ck_assert(input_script_add_step(&script, &steps[i]));
    }
    uint8_t values[12];
    uint32_t presses = 0, releases = 0;
    for (uint64_t number = 1; number < 12; number++) {
        const CwInputFrame *frame = tick(&script, number, (CwInputFrame){0});
        values[number] = frame->value[RUN];
        presses |= frame->pressed != 0 ? 1u << number : 0;
        releases |= frame->released != 0 ? 1u << number : 0;
        ck_assert_double_eq(cw_input_pointer_m(frame).x, number < 5 ? 0 : 2);
    }
    ck_assert_int_eq(memcmp(values + 1, (uint8_t[]){0, 0, 64, 64, 100, 100, 100, 100, 0, 0, 0}, 11),
                     0);
    ck_assert_uint_eq(presses, 1u << 3);
    ck_assert_uint_eq(releases, 1u << 9);
}
