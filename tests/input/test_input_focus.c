#include "input/input_collector.h"

#include "support/input_events.h"
#include "support/test.h"

/* Lost focus and pauses: five actions on keys 10..14, the others on one source each. */
enum { KEY_ACTIONS = 5, GAS = 5, CLICK, BUTTON, TAP };
enum { FIRST_KEY = 10, PAD = 3, PAD_A = 0, LEFT_BUTTON = 1 };
enum {
    ALL_KEY_BITS = (1 << KEY_ACTIONS) - 1,
    GAS_BIT = 1 << GAS,
    TAP_BITS = 1 << TAP | 1 << CLICK,
    ALL_OTHER_BITS = 1 << CLICK | 1 << BUTTON | 1 << TAP
};

static const int64_t ms = 1000000;
static InputCollector collector;

static void set_up(void)
{
    InputMap map = {.dead_zones = {.stick = 0.2, .trigger = 0.1}};
    for (int action = 0; action < KEY_ACTIONS; action++) {
        map.actions[action] = (ActionBindings){
            .items = {{.source = BINDING_KEY, .code = FIRST_KEY + action}}, .count = 1};
    }
    map.actions[GAS] = (ActionBindings){
        .items = {{.source = BINDING_PAD_AXIS, .code = PAD_AXIS_RIGHT_TRIGGER, .sign = 1}},
        .count = 1};
    map.actions[CLICK] =
        (ActionBindings){.items = {{.source = BINDING_MOUSE, .code = LEFT_BUTTON}}, .count = 1};
    map.actions[BUTTON] =
        (ActionBindings){.items = {{.source = BINDING_PAD_BUTTON, .code = PAD_A}}, .count = 1};
    map.actions[TAP] = (ActionBindings){
        .items = {{.source = BINDING_TOUCH, .zone = {0, 100, 0, 100}}}, .count = 1};
    start_collector(&collector, &map);
}

FIXTURE(.set_up = set_up);

static void push_keys(int down)
{
    for (int action = 0; action < KEY_ACTIONS; action++) {
        push_key(&collector, FIRST_KEY + action, down);
    }
}

static void push_key_at(int down, int64_t time_ns)
{
    push_at(&collector, (InputEvent){.type = INPUT_KEY, .code = FIRST_KEY, .value = down}, time_ns);
}

static void push_trigger(int value)
{
    push_pad_axis(&collector, PAD, PAD_AXIS_RIGHT_TRIGGER, value);
}

static void latch_expect(int pressed, int released, int down)
{
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.pressed, (unsigned)pressed);
    ck_assert_uint_eq(frame.released, (unsigned)released);
    ck_assert_uint_eq(frame.down, (unsigned)down);
}

/* ---- Focus ---- */

TEST(lost_focus_releases_every_held_key_once)
{
    push_keys(1);
    latch_expect(ALL_KEY_BITS, 0, ALL_KEY_BITS);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(0, ALL_KEY_BITS, 0);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(0, 0, 0);
    push_keys(0);
    latch_expect(0, 0, 0);
}

TEST(a_key_that_repeats_after_the_focus_returned_makes_no_press)
{
    push_key(&collector, FIRST_KEY, 1);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(1, 1, 0);
    push_plain(&collector, INPUT_FOCUS_GAINED, 0);
    push_key_repeat(&collector, FIRST_KEY);
    latch_expect(0, 0, 0);
    push_key(&collector, FIRST_KEY, 0);
    push_key(&collector, FIRST_KEY, 1);
    latch_expect(1, 0, 1);
}

TEST(a_held_key_that_the_system_presses_anew_makes_no_press)
{
    push_key_at(1, 0);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 900 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    latch_expect(1, 1, 0);
    push_key_at(1, 2040 * ms);
    push_key_repeat(&collector, FIRST_KEY);
    latch_expect(0, 0, 0);
    push_key_at(0, 2100 * ms);
    push_key_at(1, 2110 * ms);
    latch_expect(1, 0, 1);
}

TEST(keys_that_the_system_lifts_with_the_focus_count_as_held)
{
    push_key_at(1, 0);
    push_key_at(0, 900 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 901 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    latch_expect(1, 1, 0);
    push_key_at(1, 2040 * ms);
    latch_expect(0, 0, 0);
}

TEST(a_key_let_go_while_the_focus_was_away_can_be_pressed_later)
{
    push_key_at(1, 0);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 900 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    latch_expect(1, 1, 0);
    push_key_at(1, 2200 * ms);
    latch_expect(1, 0, 1);
}

TEST(a_key_not_held_at_the_loss_can_be_pressed_at_once)
{
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 900 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    push_key_at(1, 2000 * ms);
    latch_expect(1, 0, 1);
}

TEST(a_trigger_held_through_a_loss_counts_after_it_was_let_go)
{
    push_trigger(AXIS_FULL);
    latch_expect(GAS_BIT, 0, GAS_BIT);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(0, GAS_BIT, 0);
    push_trigger(AXIS_FULL - 500);
    latch_expect(0, 0, 0);
    push_trigger(0);
    push_trigger(AXIS_FULL);
    latch_expect(GAS_BIT, 0, GAS_BIT);
}

TEST(a_light_deflection_ends_with_the_focus)
{
    push_trigger(12000);
    ck_assert_uint_gt(collector_latch_frame(&collector).value[GAS], 0);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    ck_assert_uint_eq(collector_latch_frame(&collector).value[GAS], 0);
}

TEST(a_finger_and_a_button_held_through_a_loss_make_no_edge_later)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.5, 0.5);
    push_mouse(&collector, LEFT_BUTTON, 1);
    latch_expect(TAP_BITS, 0, TAP_BITS);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(0, TAP_BITS, 0);
    push_touch(&collector, INPUT_TOUCH_MOVE, 1, 0.6, 0.5);
    push_touch(&collector, INPUT_TOUCH_UP, 1, 0.6, 0.5);
    push_mouse(&collector, LEFT_BUTTON, 0);
    latch_expect(0, 0, 0);
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.5, 0.5);
    latch_expect(1 << TAP, 0, 1 << TAP);
}

TEST(what_was_let_go_unseen_while_the_focus_was_away_can_be_pressed_later)
{
    push_mouse(&collector, LEFT_BUTTON, 1);
    push_pad_button(&collector, PAD, PAD_A, 1);
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.5, 0.5);
    latch_expect(ALL_OTHER_BITS, 0, ALL_OTHER_BITS);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    latch_expect(0, ALL_OTHER_BITS, 0);
    push_mouse(&collector, LEFT_BUTTON, 1);
    push_pad_button(&collector, PAD, PAD_A, 1);
    push_touch(&collector, INPUT_TOUCH_DOWN, 2, 0.5, 0.5);
    latch_expect(ALL_OTHER_BITS, 0, ALL_OTHER_BITS);
}

TEST(a_key_let_go_long_before_the_loss_can_be_pressed_at_once)
{
    push_key_at(1, 0);
    push_key_at(0, 100 * ms);
    InputEvent other = {.type = INPUT_KEY, .code = FIRST_KEY + 1, .value = 1};
    push_at(&collector, other, 800 * ms);
    other.value = 0;
    push_at(&collector, other, 899 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 900 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    latch_expect(3, 3, 0);
    push_key_at(1, 2010 * ms);
    latch_expect(1, 0, 1);
}

/* ---- Pause ---- */

TEST(what_is_held_through_a_pause_stays_down_without_an_edge)
{
    push_keys(1);
    latch_expect(ALL_KEY_BITS, 0, ALL_KEY_BITS);
    collector_suspend(&collector);
    push_key_repeat(&collector, FIRST_KEY);
    latch_expect(0, 0, ALL_KEY_BITS);
    collector_resume(&collector);
    latch_expect(0, 0, ALL_KEY_BITS);
    push_keys(0);
    latch_expect(0, ALL_KEY_BITS, 0);
}

TEST(what_is_let_go_in_a_pause_has_one_release_after_it)
{
    push_keys(1);
    latch_expect(ALL_KEY_BITS, 0, ALL_KEY_BITS);
    collector_suspend(&collector);
    push_keys(0);
    push_keys(1);
    push_keys(0);
    latch_expect(0, 0, ALL_KEY_BITS);
    collector_resume(&collector);
    latch_expect(0, ALL_KEY_BITS, 0);
    latch_expect(0, 0, 0);
}

TEST(what_is_pressed_in_a_pause_counts_when_pressed_again)
{
    collector_suspend(&collector);
    push_keys(1);
    push_trigger(AXIS_FULL);
    collector_resume(&collector);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.pressed | frame.down | frame.value[0] | frame.value[GAS], 0);
    push_keys(0);
    push_trigger(0);
    latch_expect(0, 0, 0);
    push_keys(1);
    push_trigger(AXIS_FULL);
    latch_expect(ALL_KEY_BITS | GAS_BIT, 0, ALL_KEY_BITS | GAS_BIT);
}

TEST(let_go_and_pressed_in_a_pause_is_a_release)
{
    push_key(&collector, FIRST_KEY, 1);
    latch_expect(1, 0, 1);
    collector_suspend(&collector);
    push_key(&collector, FIRST_KEY, 0);
    push_key(&collector, FIRST_KEY, 1);
    collector_resume(&collector);
    latch_expect(0, 1, 0);
    push_key(&collector, FIRST_KEY, 0);
    latch_expect(0, 0, 0);
}

TEST(an_edge_that_waited_before_a_pause_arrives_after_it)
{
    push_key(&collector, FIRST_KEY, 1);
    collector_suspend(&collector);
    latch_expect(0, 0, 0);
    collector_resume(&collector);
    latch_expect(1, 0, 1);
}

TEST(a_step_in_a_pause_takes_what_waited_and_the_pause_goes_on)
{
    push_key(&collector, FIRST_KEY, 1);
    collector_suspend(&collector);
    CwInputFrame step = collector_latch_tick(&collector);
    ck_assert_uint_eq(step.pressed, 1);
    ck_assert_uint_eq(step.down, 1);
    push_key(&collector, FIRST_KEY, 0);
    latch_expect(0, 0, 1);
    push_key(&collector, FIRST_KEY, 1); /* counts when pressed again */
    step = collector_latch_tick(&collector);
    ck_assert_uint_eq(step.released, 1);
    ck_assert_uint_eq(step.down | step.pressed, 0);
}

TEST(motion_and_wheel_in_a_pause_are_gone)
{
    push_motion(&collector, 3, 4);
    collector_suspend(&collector);
    push_motion(&collector, 500, 500);
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 2});
    ck_assert_int_eq(collector_latch_frame(&collector).pointer_dx, 0);
    collector_resume(&collector);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(frame.pointer_dx, 3);
    ck_assert_int_eq(frame.pointer_dy, 4);
    ck_assert_int_eq(frame.wheel, 0);
}

TEST(focus_lost_in_a_pause_releases_once_after_it)
{
    push_keys(1);
    latch_expect(ALL_KEY_BITS, 0, ALL_KEY_BITS);
    collector_suspend(&collector);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    collector_resume(&collector);
    latch_expect(0, ALL_KEY_BITS, 0);
    push_keys(0);
    latch_expect(0, 0, 0);
}
