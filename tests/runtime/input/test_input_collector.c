/* Input from keys, mouse, controllers and touch, through lost focus and pauses: which edges and
 * values ticks see. */
#include "input/input_collector.h"

#include "support/expect.h"
#include "support/input_events.h"

/* JUMP is on two keys, CROUCH on one, FIRE on a pad button, the left half of the touch screen and
 * the left mouse button, GAS on a trigger, RIGHT and LEFT on the halves of a stick's axis. */
enum { FIRE, GAS, RIGHT, LEFT, RIGHT_HALF, JUMP, CROUCH, ACTION_COUNT };
static const char letters[] = "FGRLHJC"; /* of the actions, in scripts */
enum { KEY_A = 4, KEY_B = 5, KEY_C = 6, KEY_UNBOUND = 7 };
enum { PAD_A = 0, LEFT_BUTTON = 1, PAD = 1 };

static const int64_t ms = 1000000;
static InputMap map;
static InputCollector collector;

SET_UP()
{
    Binding axis = {.source = BINDING_PAD_AXIS, .code = PAD_AXIS_RIGHT_TRIGGER, .sign = 1};
    map = (InputMap){.dead_zones = {.stick = 0.2, .trigger = 0.1}};
    bind_action(&map, JUMP, (Binding){.source = BINDING_KEY, .code = KEY_A});
    bind_action(&map, JUMP, (Binding){.source = BINDING_KEY, .code = KEY_B});
    bind_action(&map, CROUCH, (Binding){.source = BINDING_KEY, .code = KEY_C});
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

static void push_key_repeat(int code)
{
    push_event(&collector,
               &(InputEvent){.type = INPUT_KEY, .code = code, .value = 1, .is_repeat = true});
}

static void push_mouse(int button, int down)
{
    push_event(&collector,
               &(InputEvent){.type = INPUT_MOUSE_BUTTON, .code = button, .value = down});
}

static void push_pad_button(int64_t pad, int button, int down)
{
    push_event(
        &collector,
        &(InputEvent){.type = INPUT_PAD_BUTTON, .device = pad, .code = button, .value = down});
}

/* x, y: 0..1 across the view. */
static void push_touch(InputEventType type, int64_t finger, double x, double y)
{
    push_event(&collector, &(InputEvent){.type = type,
                                         .device = finger,
                                         .x = x * CW_VIEW_WIDTH,
                                         .y = y * CW_VIEW_HEIGHT});
}

static void push_at(InputEvent event, int64_t time_ns)
{
    event.time_ns = time_ns;
    push_event(&collector, &event);
}

static void latch_expect(int action, bool pressed, bool released, bool down)
{
    CwInputFrame frame = collector_latch_tick(&collector);
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

/* ---- Scripts ----
 * a+ a- a*      key A, B or C goes down, up, repeats; U is bound to nothing
 * m+ m-         the left mouse button
 * p1+ p1- p1^ p1v   a controller's button; the controller is plugged in and out
 * g45 x-100     trigger and stick of controller 1 in percent
 * d1:20,50 v1:49,90 u1   a finger goes down, moves, goes up, in percent of the view
 * LOST BACK PAUSE RESUME REBIND
 * =J/F/JG       a latch: pressed, released and held actions */

static uint32_t bits_of(const char *names, size_t length)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        bits |= UINT32_C(1) << (strchr(letters, names[i]) - letters);
    }
    return bits;
}

static void expect_latch(const char *token, const char *behaviour)
{
    CwInputFrame frame = collector_latch_tick(&collector);
    const char *released = strchr(token, '/') + 1, *down = strchr(released, '/') + 1;
    uint32_t edges[] = {bits_of(token + 1, (size_t)(released - token - 2)),
                        bits_of(released, (size_t)(down - released - 1)),
                        bits_of(down, strlen(down))};
    ck_assert_msg(frame.pressed == edges[0] && frame.released == edges[1] && frame.down == edges[2],
                  "%s: %s: pressed %x, released %x, down %x", behaviour, token, frame.pressed,
                  frame.released, frame.down);
    uint32_t counts = frame.down | frame.pressed;
    ck_assert(frame.value[JUMP] == (counts >> JUMP & 1) * CW_ACTION_VALUE_MAX);
    ck_assert(frame.value[FIRE] == (counts >> FIRE & 1) * CW_ACTION_VALUE_MAX);
}

static void push_finger(const char *token)
{
    int finger = 0, x_percent = 0, y_percent = 0;
    sscanf(token + 1, "%d:%d,%d", &finger, &x_percent, &y_percent);
    InputEventType type = token[0] == 'd'   ? INPUT_TOUCH_DOWN
                          : token[0] == 'v' ? INPUT_TOUCH_MOVE
                                            : INPUT_TOUCH_UP;
    push_touch(type, finger, x_percent / 100.0, y_percent / 100.0);
}

static void push_pad(const char *token)
{
    int64_t pad = token[1] - '0';
    if (token[2] == '^' || token[2] == 'v') {
        push_plain(&collector, token[2] == '^' ? INPUT_PAD_ADDED : INPUT_PAD_REMOVED, pad);
    } else {
        push_pad_button(pad, PAD_A, token[2] == '+');
    }
}

static void push_word(const char *word)
{
    if (strcmp(word, "PAUSE") == 0) {
        collector.is_suspended = true;
    } else if (strcmp(word, "RESUME") == 0) {
        collector.is_suspended = false;
    } else if (strcmp(word, "REBIND") == 0) {
        collector_rebind(&collector, &map);
    } else {
        push_plain(&collector, word[0] == 'L' ? INPUT_FOCUS_LOST : INPUT_FOCUS_GAINED, 0);
    }
}

static void run_token(const char *token, const char *behaviour)
{
    switch (token[0]) {
    case '=':
        expect_latch(token, behaviour);
        break;
    case 'm':
        push_mouse(LEFT_BUTTON, token[1] == '+');
        break;
    case 'p':
        push_pad(token);
        break;
    case 'g':
        push_trigger(atoi(token + 1) / 100.0);
        break;
    case 'x':
        push_pad_axis(&collector, PAD, PAD_AXIS_LEFT_X, atoi(token + 1) * AXIS_FULL / 100);
        break;
    case 'd':
    case 'v':
    case 'u':
        push_finger(token);
        break;
    case 'a':
    case 'b':
    case 'c':
        if (token[1] == '*') {
            push_key_repeat(KEY_A + token[0] - 'a');
        } else {
            push_key(&collector, KEY_A + token[0] - 'a', token[1] == '+');
        }
        break;
    default:
        push_word(token);
    }
}

static const struct {
    const char *behaviour, *script;
} scripts[] = {
    {"three taps in one frame take three ticks", "a+ a- a+ a- a+ a- =J/J/ =J/J/ =J/J/ =//"},
    {"a release and a press within a frame are both seen", "a+ =J//J a- a+ =J/J/J =//J"},
    {"two keys of an action make one press and one release", "a+ b+ =J//J a- =//J b- =/J/"},
    {"key repeat never makes an edge", "a* =// a+ a* =J//J a* =//J"},
    {"other bindings release held actions", "a+ =J//J REBIND =/J/ a- a+ =J//J"},
    {"unplugging releases once and plugging in works again",
     "p1^ p1+ g100 =FG//FG p1v =/FG/ =// p2^ p2+ =F//F"},
    {"two controllers are one player", "p1+ p2+ =F//F p1v =//F p2- =/F/"},
    {"a trigger goes down at half and up below four tenths",
     "g45 =// g55 =G//G g45 =//G g35 =/G/ g45 =//"},
    {"the halves of a stick are two actions", "x100 =R//R x-100 =L/R/L"},
    {"a finger holds its zone until it moves out",
     "d1:20,50 =F//F v1:49,90 =//F v1:51,90 =H/F/H u1 =/H/"},
    {"a touch in the bars beside the view is in no zone", "d1:-1,50 d2:101,50 d3:50,120 =//"},
    {"two fingers in a zone make one press and one release",
     "d1:10,50 d2:20,50 =F//F u1 =//F u2 =/F/"},
    {"real touch and mouse together make one press", "d1:10,50 m+ =F//F m- u1 =/F/"},

    {"lost focus releases every held key once", "a+ c+ =JC//JC LOST =/JC/ LOST =// a- c- =//"},
    {"a key that repeats after the focus returned makes no press",
     "a+ LOST =J/J/ BACK a* =// a- a+ =J//J"},
    {"a trigger held through a loss counts after it was released",
     "g100 =G//G LOST =/G/ g98 =// g0 g100 =G//G"},
    {"a finger and a button held through a loss make no edge later",
     "d1:60,50 m+ =FH//FH LOST =/FH/ v1:70,50 u1 m- =// d1:60,50 =H//H"},
    {"a mouse button released while the focus was away can be pressed later",
     "m+ =F//F LOST =/F/ m+ =F//F"},
    {"a pad button, too", "p1+ =F//F LOST =/F/ p1+ =F//F"},
    {"a finger, too", "d1:60,50 =H//H LOST =/H/ d2:60,50 =H//H"},

    {"held actions stay down without an edge through a pause",
     "a+ =J//J PAUSE a* RESUME =//J a- =/J/"},
    {"an action released in a pause has one release after it",
     "a+ =J//J PAUSE a- a+ a- RESUME =/J/ =//"},
    {"an action pressed in a pause counts when it is pressed again",
     "PAUSE a+ g100 RESUME =// a- g0 =// a+ g100 =JG//JG"},
    {"a release and a press in a pause are a release", "a+ =J//J PAUSE a- a+ RESUME =/J/ a- =//"},
    {"an edge that waited before a pause arrives after it", "a+ PAUSE RESUME =J//J"},
    {"a step in a pause takes waiting edges and the pause continues", "a+ PAUSE =J//J a- a+ =/J/"},
    {"focus lost in a pause releases once after it", "a+ =J//J PAUSE LOST RESUME =/J/ a- =//"},
};

TEST(a_script_of_events_gives_its_edges, .rounds = CW_ARRAY_LENGTH(scripts))
{
    char script[256];
    snprintf(script, sizeof script, "%s", scripts[_i].script);
    for (char *token = strtok(script, " "); token != NULL; token = strtok(NULL, " ")) {
        run_token(token, scripts[_i].behaviour);
    }
}

/* ---- Keys, motion, pointer ---- */

TEST(a_look_sees_the_last_action_too)
{
    enum { LAST = CW_ACTION_MAX - 1 };
    bind_action(&map, LAST, (Binding){.source = BINDING_KEY, .code = KEY_UNBOUND});
    start_collector(&collector, &map);
    push_key(&collector, KEY_UNBOUND, 1);
    ck_assert_uint_eq(collector_look(&collector).down, UINT32_C(1) << LAST);
}

TEST(unbound_and_impossible_codes_are_ignored)
{
    push_key(&collector, KEY_UNBOUND, 1);
    push_key(&collector, -1, 1);
    push_key(&collector, KEY_CODE_COUNT, 1);
    push_mouse(32, 1);
    push_mouse(-5, 1);
    push_pad_button(0, 99, 1);
    push_pad_axis(&collector, 0, 99, 30000);
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert_uint_eq(frame.down | frame.pressed | frame.released, 0);
}

TEST(more_edges_than_can_wait_are_dropped_in_pairs)
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
        frame = collector_latch_tick(&collector);
        presses += cw_input_pressed(&frame, JUMP);
    }
    EXPECT_WITHIN(presses, PENDING_EDGES_MAX / 2, TAPS);
    ck_assert(cw_input_down(&frame, JUMP));
}

TEST(motion_beyond_an_int16_arrives_in_later_ticks)
{
    push_motion(&collector, 80000.5, -80000.5);
    int sum_x = 0, sum_y = 0;
    for (int i = 0; i < 4; i++) {
        CwInputFrame frame = collector_latch_tick(&collector);
        sum_x += frame.pointer_dx;
        sum_y += frame.pointer_dy;
    }
    ck_assert(sum_x == 80000 && sum_y == -80000);
    push_motion(&collector, 0.5, -0.5);
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert(frame.pointer_dx == 1 && frame.pointer_dy == -1);
}

TEST(wheel_notches_are_seen_once)
{
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 1.5});
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 1.5});
    ck_assert_int_eq(collector_latch_tick(&collector).wheel, 3);
    ck_assert_int_eq(collector_latch_tick(&collector).wheel, 0);
}

TEST(motion_and_wheel_in_a_pause_are_gone)
{
    push_motion(&collector, 3, 4);
    collector.is_suspended = true;
    push_motion(&collector, 500, 500);
    push_event(&collector, &(InputEvent){.type = INPUT_WHEEL, .dy = 2});
    collector.is_suspended = false;
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert_int_eq(frame.pointer_dx, 3);
    ck_assert_int_eq(frame.pointer_dy, 4);
    ck_assert_int_eq(frame.wheel, 0);
}

TEST(the_pointer_stays_in_the_view)
{
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -20, .y = 1e9});
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert_int_eq(frame.pointer_x, 0);
    ck_assert_int_eq(frame.pointer_y, 359);
}

/* ---- Controllers ---- */

TEST(plugging_in_and_out_for_ever_leaves_room)
{
    for (int64_t id = 0; id < 1000; id++) {
        push_plain(&collector, INPUT_PAD_ADDED, id);
        push_plain(&collector, INPUT_PAD_REMOVED, id);
    }
    push_pad_button(1000, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
}

TEST(more_controllers_than_fit_are_ignored)
{
    for (int64_t id = 0; id < PAD_MAX; id++) {
        push_plain(&collector, INPUT_PAD_ADDED, id);
    }
    push_pad_button(PAD_MAX, PAD_A, 1);
    push_plain(&collector, INPUT_PAD_REMOVED, PAD_MAX);
    latch_expect(FIRE, false, false, false);
    push_pad_button(0, PAD_A, 1);
    latch_expect(FIRE, true, false, true);
}

TEST(a_trigger_has_its_deflection_as_value)
{
    const double deflections[] = {0, 0.25, 0.5, 0.75, 1};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(deflections); i++) {
        push_trigger(deflections[i]);
        CwInputFrame frame = collector_latch_tick(&collector);
        ck_assert_double_eq_tol(cw_input_value(&frame, GAS), deflections[i], 0.5 / 127 + 1e-4);
    }
    push_trigger(-0.05);
    ck_assert_uint_eq(collector_latch_tick(&collector).value[GAS], 0);
}

TEST(a_short_pull_of_a_trigger_counts_with_its_own_peak)
{
    static const double peaks[] = {0.8, 1, 0.6};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(peaks); i++) {
        push_trigger(0.3);
        push_trigger(peaks[i]);
        push_trigger(0);
        CwInputFrame frame = collector_latch_tick(&collector);
        ck_assert(cw_input_pressed(&frame, GAS) && cw_input_released(&frame, GAS));
        ck_assert_double_eq_tol(cw_input_value(&frame, GAS), peaks[i], 0.005);
    }
    ck_assert_uint_eq(collector_latch_tick(&collector).value[GAS], 0);
}

TEST(a_light_deflection_ends_with_the_focus)
{
    push_trigger(0.3);
    ck_assert_uint_gt(collector_latch_tick(&collector).value[GAS], 0);
    push_plain(&collector, INPUT_FOCUS_LOST, 0);
    ck_assert_uint_eq(collector_latch_tick(&collector).value[GAS], 0);
}

/* ---- Touch ---- */

TEST(neighbouring_zones_cover_the_view_without_overlap)
{
    for (int i = 0; i <= 1000; i++) {
        set_up();
        push_touch(INPUT_TOUCH_DOWN, 1, i / 1000.0, i / 1000.0);
        uint32_t down = collector_latch_tick(&collector).down;
        ck_assert_uint_eq(down, i < 500 ? 1 << FIRE : 1 << RIGHT_HALF);
    }
}

/* The view changes as the window does. */
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
        ck_assert_uint_eq(collector_latch_tick(&collector).down, places[i].down);
    }
}

TEST(the_pointer_goes_as_far_as_the_view)
{
    expand_view(&collector, (CwViewRect){-14000, -14000, 32000, 32000}); /* the largest there is */
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -1e9, .y = 1e9});
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert_int_eq(frame.pointer_x, -14000);
    ck_assert_int_eq(frame.pointer_y, 17999);
    expand_view(&collector, (CwViewRect){0, 0, 640, 360}); /* the window became smaller */
    ck_assert_int_eq(collector_latch_tick(&collector).pointer_x, 0);
    ck_assert_int_eq(collector_latch_tick(&collector).pointer_y, 359);
    expand_view(&collector, (CwViewRect){-320, -180, 1280, 720});
    push_event(&collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = -0.5, .y = -7.25});
    frame = collector_look(&collector);
    ck_assert_int_eq(frame.pointer_x, -1);
    ck_assert_int_eq(frame.pointer_y, -8);
}

TEST(the_eleventh_finger_is_ignored)
{
    for (int finger = 0; finger < FINGER_MAX; finger++) {
        push_touch(INPUT_TOUCH_DOWN, 100 + finger, 0.1, 0.5);
    }
    push_touch(INPUT_TOUCH_DOWN, 200, 0.9, 0.5);
    push_touch(INPUT_TOUCH_UP, 200, 0.9, 0.5);
    latch_expect(FIRE, true, false, true);
    for (int finger = 0; finger < FINGER_MAX; finger++) {
        push_touch(INPUT_TOUCH_UP, 100 + finger, 0.1, 0.5);
    }
    latch_expect(FIRE, false, true, false);
}

/* ---- Focus, in time ---- */

enum { NEVER = -1 };
static const struct {
    const char *behaviour;
    int down_ms, up_ms, lifted_ms; /* the last with the focus, which is away from 901 to 2,000 */
    int again_ms;
    bool pressed; /* by it */
} returns[] = {
    {"a held key that the system presses anew", 0, NEVER, NEVER, 2040, false},
    {"a key that the system lifts with the focus", 0, NEVER, 900, 2040, false},
    {"a key let go while the focus was away", 0, NEVER, NEVER, 2200, true},
    {"a key not held at the loss", NEVER, NEVER, NEVER, 2000, true},
    {"a key let go long before the loss", 0, 100, NEVER, 2010, true},
};

static void push_key_at_ms(int key, int down, int at_ms)
{
    if (at_ms != NEVER) {
        InputEvent event = {.type = INPUT_KEY, .code = key, .value = down};
        push_at(event, at_ms * ms);
    }
}

TEST(only_a_key_that_was_let_go_makes_a_press_when_the_focus_returns,
     .rounds = CW_ARRAY_LENGTH(returns))
{
    bool pressed = returns[_i].pressed;
    push_key_at_ms(KEY_A, 1, returns[_i].down_ms);
    push_key_at_ms(KEY_A, 0, returns[_i].up_ms);
    push_key_at_ms(KEY_C, 1, 800); /* another one, lifted with the focus */
    push_key_at_ms(KEY_C, 0, 900);
    push_key_at_ms(KEY_A, 0, returns[_i].lifted_ms);
    push_at((InputEvent){.type = INPUT_FOCUS_LOST}, 901 * ms);
    push_at((InputEvent){.type = INPUT_FOCUS_GAINED}, 2000 * ms);
    collector_latch_tick(&collector);
    push_key_at_ms(KEY_A, 1, returns[_i].again_ms);
    push_key_repeat(KEY_A);
    CwInputFrame frame = collector_latch_tick(&collector);
    ck_assert_msg(frame.pressed == (unsigned)pressed << JUMP && frame.released == 0 &&
                      frame.down == frame.pressed,
                  "%s", returns[_i].behaviour);
    push_key_at_ms(KEY_A, 0, 2300);
    push_key_at_ms(KEY_A, 1, 2310);
    latch_expect(JUMP, true, pressed, true);
}
