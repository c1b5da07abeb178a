#include "input/input_collector.h"

#include "clockwork/base.h"
#include "clockwork/rng.h"
#include "support/input_events.h"
#include "support/test.h"

/* Controllers, touch and mouse: FIRE on a pad button, the left half of the touch screen and the
 * left mouse button; GAS on a trigger; RIGHT and LEFT on the halves of a stick's axis. */
enum { FIRE, GAS, RIGHT, LEFT, RIGHT_HALF };
enum { PAD_A = 0, LEFT_BUTTON = 1, PAD = 7, OTHER_PAD = 8 };

static const InputMap map = {
    .actions = {[FIRE] = {.items = {{.source = BINDING_PAD_BUTTON, .code = PAD_A},
                                    {.source = BINDING_TOUCH, .zone = {0, 50, 0, 100}},
                                    {.source = BINDING_MOUSE, .code = LEFT_BUTTON}},
                          .count = 3},
                [GAS] = {.items = {{.source = BINDING_PAD_AXIS,
                                    .code = PAD_AXIS_RIGHT_TRIGGER,
                                    .sign = 1}},
                         .count = 1},
                [RIGHT] = {.items =
                               {{.source = BINDING_PAD_AXIS, .code = PAD_AXIS_LEFT_X, .sign = 1}},
                           .count = 1},
                [LEFT] = {.items = {{.source = BINDING_PAD_AXIS,
                                     .code = PAD_AXIS_LEFT_X,
                                     .sign = -1}},
                          .count = 1},
                [RIGHT_HALF] = {.items = {{.source = BINDING_TOUCH, .zone = {50, 100, 0, 100}}},
                                .count = 1}},
    .dead_zones = {.stick = 0.2, .trigger = 0.1}};

static InputCollector collector;

static void set_up(void)
{
    start_collector(&collector, &map);
}

FIXTURE(.set_up = set_up);

static void latch_expect(int action, bool pressed, bool released, bool down)
{
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_int_eq(cw_input_pressed(&frame, action), pressed);
    ck_assert_int_eq(cw_input_released(&frame, action), released);
    ck_assert_int_eq(cw_input_down(&frame, action), down);
}

/* A deflection of the trigger after its dead zone. */
static void push_trigger(double deflection)
{
    push_pad_axis(&collector, PAD, PAD_AXIS_RIGHT_TRIGGER,
                  (int)((0.1 + deflection * 0.9) * (double)AXIS_FULL));
}

/* ---- Controllers ---- */

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

TEST(a_short_pull_of_a_trigger_counts_with_its_peak)
{
    push_trigger(0.3);
    push_trigger(0.8);
    push_trigger(0);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert(cw_input_pressed(&frame, GAS) && cw_input_released(&frame, GAS));
    ck_assert_double_eq_tol(cw_input_value(&frame, GAS), 0.8, 0.005);
    ck_assert_uint_eq(collector_latch_frame(&collector).value[GAS], 0);
}

TEST(a_strong_pull_does_not_lend_its_peak_to_a_later_one)
{
    push_trigger(1);
    push_trigger(0);
    collector_latch_frame(&collector);
    push_trigger(0.6);
    push_trigger(0);
    CwInputFrame frame = collector_latch_frame(&collector);
    ck_assert_double_eq_tol(cw_input_value(&frame, GAS), 0.6, 0.005);
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
