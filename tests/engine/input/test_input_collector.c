/* What comes from keys, mouse, controllers and touch, and which edges and values ticks see. */
#include "input/input_collector.h"

#include "clockwork/base.h"
#include "clockwork/rng.h"
#include "support/input_events.h"
#include "support/test.h"

#include <stdlib.h>

/* JUMP is on two keys, FIRE on a pad button, the left half of the touch screen and the left mouse
 * button, GAS on a trigger, RIGHT and LEFT on the halves of a stick's axis. */
enum { FIRE, GAS, RIGHT, LEFT, RIGHT_HALF, JUMP };
enum { KEY_A = 4, KEY_B = 5, KEY_UNBOUND = 7 };
enum { PAD_A = 0, LEFT_BUTTON = 1, PAD = 7, OTHER_PAD = 8 };

static InputMap map;
static InputCollector collector;

static void set_up(void)
{
    Binding axis = {.source = BINDING_PAD_AXIS, .code = PAD_AXIS_RIGHT_TRIGGER, .sign = 1};
    map = (InputMap){.dead_zones = {.stick = 0.2, .trigger = 0.1}};
    bind_action(&map, JUMP, (Binding){.source = BINDING_KEY, .code = KEY_A});
    bind_action(&map, JUMP, (Binding){.source = BINDING_KEY, .code = KEY_B});
    bind_action(&map, FIRE, (Binding){.source = BINDING_PAD_BUTTON, .code = PAD_A});
    bind_action(&map, FIRE, (Binding){.source = BINDING_TOUCH, .zone = {0, 50, 0, 100}});
    bind_action(&map, FIRE, (Binding){.source = BINDING_MOUSE, .code = LEFT_BUTTON});
    bind_action(&map, RIGHT_HALF, (Binding){.source = BINDING_TOUCH, .zone = {50, 100, 0, 100}});
    bind_action(&map, GAS, axis);
    axis.code = PAD_AXIS_LEFT_X;
    bind_action(&map, RIGHT, axis);
    axis.sign = -1;
    bind_action(&map, LEFT, axis);
    start_collector(&collector, &map);
}

FIXTURE(.set_up = set_up);

static void latch_expect(int action, bool pressed, bool released, bool down)
{
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(cw_input_pressed(&frame, action), pressed);
    ck_assert_int_eq(cw_input_released(&frame, action), released);
    ck_assert_int_eq(cw_input_down(&frame, action), down);
    bool digital = action == JUMP || action == FIRE;
    ck_assert(!digital || frame.value[action] == (down || pressed ? CW_ACTION_VALUE_MAX : 0));
}

TEST(a_look_sees_the_last_action_too)
{
    enum { LAST = CW_ACTION_MAX - 1 };
    bind_action(&map, LAST, (Binding){.source = BINDING_KEY, .code = KEY_UNBOUND});
    start_collector(&collector, &map);
    push_key(&collector, KEY_UNBOUND, 1);
    ck_assert_uint_eq(collector_look(&collector).down, UINT32_C(1) << LAST);
}

TEST(three_taps_in_one_frame_take_three_ticks)
{
    for (int i = 0; i < 3; i++) {
        push_key(&collector, KEY_A, 1);
        push_key(&collector, KEY_A, 0);
    }
    latch_expect(JUMP, true, true, false);
    latch_expect(JUMP, true, true, false);
    latch_expect(JUMP, true, true, false);
    latch_expect(JUMP, false, false, false);
}

TEST(let_go_and_pressed_again_within_a_frame_stays_down_with_both_edges)
{
    push_key(&collector, KEY_A, 1);
    latch_expect(JUMP, true, false, true);
    push_key(&collector, KEY_A, 0);
    push_key(&collector, KEY_A, 1);
    latch_expect(JUMP, true, true, true);
    latch_expect(JUMP, false, false, true);
}

TEST(two_keys_of_an_action_make_one_press_and_one_release)
{
    push_key(&collector, KEY_A, 1);
    push_key(&collector, KEY_B, 1);
    latch_expect(JUMP, true, false, true);
    push_key(&collector, KEY_A, 0);
    latch_expect(JUMP, false, false, true);
    push_key(&collector, KEY_B, 0);
    latch_expect(JUMP, false, true, false);
}

TEST(key_repeat_never_makes_an_edge)
{
    push_key_repeat(&collector, KEY_A);
    latch_expect(JUMP, false, false, false);
    push_key(&collector, KEY_A, 1);
    push_key_repeat(&collector, KEY_A);
    latch_expect(JUMP, true, false, true);
    push_key_repeat(&collector, KEY_A);
    latch_expect(JUMP, false, false, true);
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
    latch_expect(JUMP, true, false, true);
    collector_rebind(&collector, &map);
    latch_expect(JUMP, false, true, false);
    push_key(&collector, KEY_A, 0);
    push_key(&collector, KEY_A, 1);
    latch_expect(JUMP, true, false, true);
}

TEST(motion_beyond_an_int16_arrives_in_later_ticks)
{
    push_motion(&collector, 80000.5, -80000.5);
    int sum_x = 0, sum_y = 0;
    for (int i = 0; i < 4; i++) {
        CwInputFrame frame = collector_latch_frame(&collector);
        sum_x += frame.pointer_dx;
        sum_y += frame.pointer_dy;
    }
    ck_assert(sum_x == 80000 && sum_y == -80000);
    push_motion(&collector, 0.5, -0.5);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert(frame.pointer_dx == 1 && frame.pointer_dy == -1);
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

/* ---- Controllers ---- */

/* A deflection of the trigger after its dead zone. */
static void push_trigger(double deflection)
{
    push_pad_axis(&collector, PAD, PAD_AXIS_RIGHT_TRIGGER,
                  (int)((0.1 + deflection * 0.9) * (double)AXIS_FULL));
}

TEST(unplugging_while_held_releases_once_and_replugging_works_again)
{
    push_plain(&collector, INPUT_PAD_ADDED, PAD);
    push_pad_button(&collector, PAD, PAD_A, 1);
    push_trigger(1);
    latch_expect(FIRE, true, false, true);
    push_plain(&collector, INPUT_PAD_REMOVED, PAD);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.released, 1 << FIRE | 1 << GAS);
    latch_expect(FIRE, false, false, false);
    push_plain(&collector, INPUT_PAD_ADDED, OTHER_PAD);
    push_pad_button(&collector, OTHER_PAD, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
}

TEST(two_controllers_are_one_player)
{
    push_pad_button(&collector, PAD, PAD_A, 1);
    push_pad_button(&collector, OTHER_PAD, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
    push_plain(&collector, INPUT_PAD_REMOVED, PAD);
    latch_expect(FIRE, false, false, true);
    push_pad_button(&collector, OTHER_PAD, PAD_A, 0);
    latch_expect(FIRE, false, true, false);
}

TEST(plugging_in_and_out_for_ever_leaves_room)
{
    for (int64_t id = 0; id < 1000; id++) {
        push_plain(&collector, INPUT_PAD_ADDED, id);
        push_plain(&collector, INPUT_PAD_REMOVED, id);
    }
    push_pad_button(&collector, 1000, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
}

TEST(more_controllers_than_fit_are_ignored)
{
    for (int64_t id = 0; id < PAD_MAX; id++) {
        push_plain(&collector, INPUT_PAD_ADDED, id);
    }
    push_pad_button(&collector, PAD_MAX, PAD_A, 1);
    push_plain(&collector, INPUT_PAD_REMOVED, PAD_MAX);
    latch_expect(FIRE, false, false, false);
    push_pad_button(&collector, 0, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
}

TEST(a_trigger_goes_down_at_half_and_up_below_four_tenths)
{
    push_trigger(0.45);
    latch_expect(GAS, false, false, false);
    push_trigger(0.55);
    latch_expect(GAS, true, false, true);
    push_trigger(0.45);
    latch_expect(GAS, false, false, true);
    push_trigger(0.35);
    latch_expect(GAS, false, true, false);
    push_trigger(0.45);
    latch_expect(GAS, false, false, false);
}

TEST(noise_at_the_limit_makes_one_edge)
{
    for (int i = 0; i < 100; i++) {
        push_trigger(i % 2 == 0 ? 0.52 : 0.48);
    }
    ck_assert_int_eq(collector.actions[GAS].pending_count, 1);
}

TEST(a_trigger_has_its_deflection_as_value)
{
    const double deflections[] = {0, 0.25, 0.5, 0.75, 1};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(deflections); i++) {
        push_trigger(deflections[i]);
        CwInputFrame frame = collector_latch_frame(&collector);
        ck_assert_double_eq_tol(cw_input_value(&frame, GAS), deflections[i], 0.5 / 127 + 1e-4);
    }
    push_trigger(-0.05);
    ck_assert_uint_eq(collector_latch_frame(&collector).value[GAS], 0);
}

TEST(a_short_pull_of_a_trigger_counts_with_its_own_peak)
{
    static const double peaks[] = {0.8, 1, 0.6};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(peaks); i++) {
        push_trigger(0.3);
        push_trigger(peaks[i]);
        push_trigger(0);
        CwInputFrame frame = collector_latch_frame(&collector);
        ck_assert(cw_input_pressed(&frame, GAS) && cw_input_released(&frame, GAS));
        ck_assert_double_eq_tol(cw_input_value(&frame, GAS), peaks[i], 0.005);
    }
    ck_assert_uint_eq(collector_latch_frame(&collector).value[GAS], 0);
}

TEST(the_halves_of_a_stick_are_two_actions)
{
    push_pad_axis(&collector, PAD, PAD_AXIS_LEFT_X, AXIS_FULL);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.down, 1 << RIGHT);
    ck_assert_uint_eq(frame.value[RIGHT], CW_ACTION_VALUE_MAX);
    ck_assert_uint_eq(frame.value[LEFT], 0);
    push_pad_axis(&collector, PAD, PAD_AXIS_LEFT_X, -32768);
    frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.pressed, 1 << LEFT);
    ck_assert_uint_eq(frame.released, 1 << RIGHT);
    ck_assert_uint_eq(frame.value[LEFT], CW_ACTION_VALUE_MAX);
}

/* ---- Touch and mouse ---- */

TEST(a_finger_holds_its_zone_until_it_moves_out)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.2, 0.5);
    latch_expect(FIRE, true, false, true);
    push_touch(&collector, INPUT_TOUCH_MOVE, 1, 0.49, 0.9);
    latch_expect(FIRE, false, false, true);
    push_touch(&collector, INPUT_TOUCH_MOVE, 1, 0.51, 0.9);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_uint_eq(frame.released, 1 << FIRE);
    ck_assert_uint_eq(frame.pressed, 1 << RIGHT_HALF);
    push_touch(&collector, INPUT_TOUCH_UP, 1, 0.51, 0.9);
    latch_expect(RIGHT_HALF, false, true, false);
}

TEST(neighbouring_zones_cover_the_view_without_overlap)
{
    for (int i = 0; i <= 1000; i++) {
        set_up();
        push_touch(&collector, INPUT_TOUCH_DOWN, 1, i / 1000.0, i / 1000.0);
        uint32_t down = collector_latch_frame(&collector).down;
        ck_assert_uint_eq(down, i < 500 ? 1 << FIRE : 1 << RIGHT_HALF);
    }
}

TEST(a_touch_in_the_bars_beside_the_view_is_in_no_zone)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, -0.01, 0.5);
    push_touch(&collector, INPUT_TOUCH_DOWN, 2, 1.01, 0.5);
    push_touch(&collector, INPUT_TOUCH_DOWN, 3, 0.5, 1.2);
    ck_assert_uint_eq(collector_latch_frame(&collector).down, 0);
}

/* Of the one collector that a file's tests have; the view changes as the window does. */
static void expand_view(InputCollector *it, CwViewRect view)
{
    static DeviceState devices;
    devices = (DeviceState){.view = view};
    it->devices = &devices;
}

TEST(zones_are_parts_of_all_that_is_seen)
{
    expand_view(&collector, (CwViewRect){-640, -180, 1920, 720});
    InputEvent touch = {.type = INPUT_TOUCH_DOWN, .device = 1, .x = -630, .y = -170};
    DeviceState *devices = (DeviceState *)collector.devices;
    const struct {
        double x, y;
        uint32_t down;
    } places[] = {{-630, -170, 1 << FIRE},      {319, 180, 1 << FIRE}, {321, 180, 1 << RIGHT_HALF},
                  {1279, 539, 1 << RIGHT_HALF}, {-650, 0, 0},          {0, 541, 0}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(places); i++) {
        touch.x = places[i].x, touch.y = places[i].y;
        device_state_apply(devices, &touch);
        collector_push(&collector, &touch);
        ck_assert_uint_eq(collector_latch_frame(&collector).down, places[i].down);
    }
}

TEST(the_pointer_goes_as_far_as_the_view)
{
    expand_view(&collector, (CwViewRect){-14000, -14000, 32000, 32000}); /* the largest there is */
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -1e9, .y = 1e9});
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(frame.pointer_x, -14000);
    ck_assert_int_eq(frame.pointer_y, 17999);
    expand_view(&collector, (CwViewRect){0, 0, 640, 360}); /* the window became smaller */
    ck_assert_int_eq(collector_latch_frame(&collector).pointer_x, 0);
    ck_assert_int_eq(collector_latch_frame(&collector).pointer_y, 359);
    expand_view(&collector, (CwViewRect){-320, -180, 1280, 720});
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -0.5, .y = -7.25});
    frame = collector_look(&collector);
    ck_assert_int_eq(frame.pointer_x, -1);
    ck_assert_int_eq(frame.pointer_y, -8);
}

TEST(two_fingers_in_a_zone_make_one_press_and_one_release)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.1, 0.5);
    push_touch(&collector, INPUT_TOUCH_DOWN, 2, 0.2, 0.5);
    latch_expect(FIRE, true, false, true);
    push_touch(&collector, INPUT_TOUCH_UP, 1, 0.1, 0.5);
    latch_expect(FIRE, false, false, true);
    push_touch(&collector, INPUT_TOUCH_UP, 2, 0.2, 0.5);
    latch_expect(FIRE, false, true, false);
}

TEST(the_eleventh_finger_is_ignored)
{
    for (int finger = 0; finger < FINGER_MAX; finger++) {
        push_touch(&collector, INPUT_TOUCH_DOWN, 100 + finger, 0.1, 0.5);
    }
    push_touch(&collector, INPUT_TOUCH_DOWN, 200, 0.9, 0.5);
    push_touch(&collector, INPUT_TOUCH_UP, 200, 0.9, 0.5);
    latch_expect(FIRE, true, false, true);
    for (int finger = 0; finger < FINGER_MAX; finger++) {
        push_touch(&collector, INPUT_TOUCH_UP, 100 + finger, 0.1, 0.5);
    }
    latch_expect(FIRE, false, true, false);
}

TEST(the_twin_that_sdl_makes_of_a_touch_is_ignored)
{
    InputEvent twin = {.type = INPUT_MOUSE_BUTTON, .code = LEFT_BUTTON, .synthetic = true};
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.1, 0.5);
    twin.value = 1;
    push_event(&collector, &twin);
    push_touch(&collector, INPUT_TOUCH_UP, 1, 0.1, 0.5);
    latch_expect(FIRE, true, true, false);
    twin.value = 0;
    push_event(&collector, &twin);
    latch_expect(FIRE, false, false, false);
}

TEST(real_touch_and_mouse_together_make_one_press)
{
    push_touch(&collector, INPUT_TOUCH_DOWN, 1, 0.1, 0.5);
    push_mouse(&collector, LEFT_BUTTON, 1);
    latch_expect(FIRE, true, false, true);
    push_mouse(&collector, LEFT_BUTTON, 0);
    push_touch(&collector, INPUT_TOUCH_UP, 1, 0.1, 0.5);
    latch_expect(FIRE, false, true, false);
}

/* ---- Anything at all ---- */

static InputEvent random_event(CwRng *rng)
{
    return (InputEvent){.type = (InputEventType)cw_rng_below(rng, INPUT_EVENT_TYPE_COUNT),
                        .device = cw_rng_below(rng, 12),
                        .code = (int)cw_rng_below(rng, 600) - 20,
                        .value = (int)cw_rng_below(rng, 65536) - 32768,
                        .x = cw_rng_range(rng, -0.2, 1.2),
                        .y = cw_rng_range(rng, -0.2, 1.2),
                        .repeat = cw_rng_below(rng, 4) == 0,
                        .synthetic = cw_rng_below(rng, 8) == 0};
}

TEST(no_stream_of_events_breaks_the_alternation_of_edges)
{
    CwRng rng;
    cw_rng_seed(&rng, 5, 1);
    unsigned was_down = 0;
    int64_t wrong_count = 0;
    for (int i = 0; i < 100000; i++) {
        InputEvent event = random_event(&rng);
        event.code = cw_rng_below(&rng, 2) == 0 ? event.code : event.code % 6;
        push_event(&collector, &event);
        if (cw_rng_below(&rng, 3) == 0) {
            CwInputFrame frame = collector_latch_frame(&collector);
            wrong_count += (was_down ^ frame.down) != (unsigned)(frame.pressed ^ frame.released);
            was_down = frame.down;
        }
    }
    ck_assert_int_eq(wrong_count, 0);
}
