#include "input/input_collector.h"

#include "support/input_events.h"
#include "support/test.h"

#include <stdlib.h>

enum { JUMP, GAS };
enum { KEY_A = 4, KEY_B = 5, KEY_C = 6, KEY_UNBOUND = 7 };

static const InputMap map = {
    .actions = {[JUMP] = {.items = {{.source = BINDING_KEY, .code = KEY_A},
                                    {.source = BINDING_KEY, .code = KEY_B}},
                          .count = 2},
                [GAS] = {.items = {{.source = BINDING_KEY, .code = KEY_C}}, .count = 1}}};

static InputCollector collector;

static void set_up(void)
{
    start_collector(&collector, &map);
}

FIXTURE(.set_up = set_up);

/* Latches once and compares the edges of JUMP. */
static void latch_expect(bool pressed, bool released, bool down)
{
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(cw_input_pressed(&frame, JUMP), pressed);
    ck_assert_int_eq(cw_input_released(&frame, JUMP), released);
    ck_assert_int_eq(cw_input_down(&frame, JUMP), down);
    ck_assert_int_eq(frame.value[JUMP], down || pressed ? CW_ACTION_VALUE_MAX : 0);
}

TEST(three_taps_in_one_frame_take_three_ticks)
{
    for (int i = 0; i < 3; i++) {
        push_key(&collector, KEY_A, 1);
        push_key(&collector, KEY_A, 0);
    }
    latch_expect(true, true, false);
    latch_expect(true, true, false);
    latch_expect(true, true, false);
    latch_expect(false, false, false);
}

TEST(let_go_and_pressed_again_within_a_frame_stays_down_with_both_edges)
{
    push_key(&collector, KEY_A, 1);
    latch_expect(true, false, true);
    push_key(&collector, KEY_A, 0);
    push_key(&collector, KEY_A, 1);
    latch_expect(true, true, true);
    latch_expect(false, false, true);
}

TEST(two_keys_of_an_action_make_one_press_and_one_release)
{
    push_key(&collector, KEY_A, 1);
    push_key(&collector, KEY_B, 1);
    latch_expect(true, false, true);
    push_key(&collector, KEY_A, 0);
    latch_expect(false, false, true);
    push_key(&collector, KEY_B, 0);
    latch_expect(false, true, false);
}

TEST(key_repeat_never_makes_an_edge)
{
    push_key_repeat(&collector, KEY_A);
    latch_expect(false, false, false);
    push_key(&collector, KEY_A, 1);
    push_key_repeat(&collector, KEY_A);
    latch_expect(true, false, true);
    push_key_repeat(&collector, KEY_A);
    latch_expect(false, false, true);
}

TEST(unbound_and_impossible_codes_are_ignored)
{
    push_key(&collector, KEY_UNBOUND, 1);
    push_key(&collector, -1, 1);
    push_key(&collector, KEY_CODE_COUNT, 1);
    push_mouse(&collector, 32, 1);
    push_mouse(&collector, -5, 1);
    push_pad_button(&collector, 0, 99, 1);
    push_pad_axis(&collector, 0, 99, 30000);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.down | frame.pressed | frame.released, 0);
}

TEST(more_edges_than_can_wait_are_dropped_in_pairs_and_counted)
{
    enum { TAPS = 50 };
    for (int i = 0; i < TAPS; i++) {
        push_key(&collector, KEY_A, 1);
        push_key(&collector, KEY_A, 0);
    }
    push_key(&collector, KEY_A, 1);
    int presses = 0;
    CwInputFrame frame = {0};
    for (int i = 0; i < TAPS; i++) {
        frame = collector_latch_frame(&collector);
        presses += cw_input_pressed(&frame, JUMP);
    }
    ck_assert_int_eq(presses + (int)collector.dropped_pair_count, TAPS + 1);
    ck_assert_int_ge(presses, PENDING_EDGES_MAX / 2);
    ck_assert(cw_input_down(&frame, JUMP));
}

TEST(other_bindings_release_what_was_held)
{
    push_key(&collector, KEY_A, 1);
    latch_expect(true, false, true);
    collector_rebind(&collector, &map);
    latch_expect(false, true, false);
    push_key(&collector, KEY_A, 0);
    push_key(&collector, KEY_A, 1);
    latch_expect(true, false, true);
}

/* ---- The pointer ---- */

TEST(motion_beyond_an_int16_arrives_in_later_ticks)
{
    push_motion(&collector, 80000.5, -80000.5);
    double sum_x = 0;
    double sum_y = 0;
    for (int i = 0; i < 4; i++) {
        CwInputFrame frame = collector_latch_frame(&collector);
        sum_x += frame.pointer_dx;
        sum_y += frame.pointer_dy;
    }
    ck_assert_double_eq(sum_x, 80000);
    ck_assert_double_eq(sum_y, -80000);
    push_motion(&collector, 0.5, -0.5);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(frame.pointer_dx, 1);
    ck_assert_int_eq(frame.pointer_dy, -1);
}

TEST(wheel_notches_are_seen_once)
{
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 1.5});
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 1.5});
    ck_assert_int_eq(collector_latch_frame(&collector).wheel, 3);
    ck_assert_int_eq(collector_latch_frame(&collector).wheel, 0);
}

TEST(the_pointer_stays_in_the_view_and_ignores_what_is_no_number)
{
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -20, .y = 1e9});
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(frame.pointer_x, 0);
    ck_assert_int_eq(frame.pointer_y, 359);
    double nan = strtod("nan", NULL);
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = nan, .dx = nan});
    push_motion(&collector, 3, 0);
    ck_assert_int_eq(collector_latch_frame(&collector).pointer_dx, 3);
}
