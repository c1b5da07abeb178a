#include "input/input_collector.h"

#include "clockwork/base.h"
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
        bind_action(&map, action, (Binding){.source = BINDING_KEY, .code = FIRST_KEY + action});
    }
    bind_action(&map, GAS,
                (Binding){.source = BINDING_PAD_AXIS, .code = PAD_AXIS_RIGHT_TRIGGER, .sign = 1});
    bind_action(&map, CLICK, (Binding){.source = BINDING_MOUSE, .code = LEFT_BUTTON});
    bind_action(&map, BUTTON, (Binding){.source = BINDING_PAD_BUTTON, .code = PAD_A});
    bind_action(&map, TAP, (Binding){.source = BINDING_TOUCH, .zone = {0, 100, 0, 100}});
    start_collector(&collector, &map);
}

FIXTURE(.set_up = set_up);

static void push_keys(int down)
{
    for (int action = 0; action < KEY_ACTIONS; action++) {
        push_key(&collector, FIRST_KEY + action, down);
    }
}

static void lose_focus(void)
{
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
}

static void push_trigger(int value)
{
    push_pad_axis(&collector, PAD, PAD_AXIS_RIGHT_TRIGGER, value);
}

static void latch_expect(unsigned pressed, unsigned released, unsigned down)
{
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_msg(frame.pressed == pressed && frame.released == released && frame.down == down,
                  "pressed %x, released %x, down %x", frame.pressed, frame.released, frame.down);
}

static void hold_keys(void)
{
    push_keys(1);
    latch_expect(ALL_KEY_BITS, 0, ALL_KEY_BITS);
}

/* What is neither a key nor a trigger. */
static void hold_others(int64_t finger)
{
    push_mouse(&collector, LEFT_BUTTON, 1);
    push_pad_button(&collector, PAD, PAD_A, 1);
    push_touch(&collector, INPUT_TOUCH_DOWN, finger, 0.5, 0.5);
    latch_expect(ALL_OTHER_BITS, 0, ALL_OTHER_BITS);
}

/* ---- Focus ---- */

TEST(lost_focus_releases_every_held_key_once)
{
    hold_keys();
    lose_focus();
    latch_expect(0, ALL_KEY_BITS, 0);
    lose_focus();
    latch_expect(0, 0, 0);
    push_keys(0);
    latch_expect(0, 0, 0);
}

TEST(a_key_that_repeats_after_the_focus_returned_makes_no_press)
{
    push_key(&collector, FIRST_KEY, 1);
    lose_focus();
    latch_expect(1, 1, 0);
    push_plain(&collector, INPUT_FOCUS_GAINED, 0);
    push_key_repeat(&collector, FIRST_KEY);
    latch_expect(0, 0, 0);
    push_key(&collector, FIRST_KEY, 0);
    push_key(&collector, FIRST_KEY, 1);
    latch_expect(1, 0, 1);
}

enum { NEVER = -1 };
static const struct {
    const char *behaviour;
    int down_ms, up_ms, lifted_ms; /* the last with the focus, which is away from 901 to 2,000 */
    int again_ms;
    unsigned pressed; /* by it */
} returns[] = {
    {"a held key that the system presses anew", 0, NEVER, NEVER, 2040, 0},
    {"a key that the system lifts with the focus", 0, NEVER, 900, 2040, 0},
    {"a key let go while the focus was away", 0, NEVER, NEVER, 2200, 1},
    {"a key not held at the loss", NEVER, NEVER, NEVER, 2000, 1},
    {"a key let go long before the loss", 0, 100, NEVER, 2010, 1},
};

static void push_key_at_ms(int key, int down, int at_ms)
{
    if (at_ms != NEVER) {
        InputEvent event = {.type = INPUT_KEY, .code = FIRST_KEY + key, .value = down};
        push_at(&collector, event, at_ms * ms);
    }
}

TEST(only_a_key_that_was_let_go_makes_a_press_when_the_focus_returns,
     .rounds = CW_ARRAY_LENGTH(returns))
{
    unsigned before = returns[_i].down_ms == NEVER ? 2 : 3, pressed = returns[_i].pressed;
    push_key_at_ms(0, 1, returns[_i].down_ms);
    push_key_at_ms(0, 0, returns[_i].up_ms);
    push_key_at_ms(1, 1, 800); /* another one, lifted with the focus */
    push_key_at_ms(1, 0, 900);
    push_key_at_ms(0, 0, returns[_i].lifted_ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_LOST}, 901 * ms);
    push_at(&collector, (InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    latch_expect(before, before, 0);
    push_key_at_ms(0, 1, returns[_i].again_ms);
    push_key_repeat(&collector, FIRST_KEY);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_msg(frame.pressed == pressed && frame.released == 0 && frame.down == pressed, "%s",
                  returns[_i].behaviour);
    push_key_at_ms(0, 0, 2300);
    push_key_at_ms(0, 1, 2310);
    latch_expect(1, pressed, 1);
}

TEST(a_trigger_held_through_a_loss_counts_after_it_was_let_go)
{
    push_trigger(AXIS_FULL);
    latch_expect(GAS_BIT, 0, GAS_BIT);
    lose_focus();
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
    lose_focus();
    ck_assert_uint_eq(collector_latch_frame(&collector).value[GAS], 0);
}

TEST(a_finger_and_a_button_held_through_a_loss_make_no_edge_later)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.5, 0.5);
    push_mouse(&collector, LEFT_BUTTON, 1);
    latch_expect(TAP_BITS, 0, TAP_BITS);
    lose_focus();
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
    hold_others(1);
    lose_focus();
    latch_expect(0, ALL_OTHER_BITS, 0);
    hold_others(2);
}

/* ---- Pause ---- */

TEST(what_is_held_through_a_pause_stays_down_without_an_edge)
{
    hold_keys();
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
    hold_keys();
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
    hold_keys();
    collector_suspend(&collector);
    lose_focus();
    collector_resume(&collector);
    latch_expect(0, ALL_KEY_BITS, 0);
    push_keys(0);
    latch_expect(0, 0, 0);
}
