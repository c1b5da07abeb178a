/* All screens are reached and left with one device alone, by bound keys and what is drawn. */
#include "host/bindings.h"
#include "sim/poison.h"
#include "support/game_config.h"
#include "support/toy_run.h"
#include "ui/ui_view.h"

enum { FINGER = 5, STEPS_MAX = 300, KEY_Q = 20, PAD_X = 2, MOUSE_MIDDLE = 2, MOUSE_RIGHT = 3 };

static Device device;
static CwPoint2 pointed; /* view points */

/* Quitting is a way out like any other. */
static void frames(int count)
{
    for (int i = 0; i < count && !run.loop.end.is_done; i++) {
        bool goes_on = loop_frame(&run.loop);
        ck_assert_msg(goes_on || !run.loop.end.has_failed, "the loop ended: %s",
                      run.loop.end.error.text);
    }
}

static bool has_pointer(void)
{
    return device == DEVICE_MOUSE || device == DEVICE_TOUCH;
}

/* The last binding: the first one of pause also means back. */
static const Binding *bound_to(const ActionBindings *bindings)
{
    const Binding *found = NULL;
    for (int i = 0; i < bindings->count; i++) {
        ActionBindings one = {.items = {bindings->items[i]}, .count = 1};
        found = binding_of_device(&one, device) != NULL ? &bindings->items[i] : found;
    }
    return found;
}

static void hold_binding(UiAction action, bool down)
{
    const Binding *binding = bound_to(&toy_stage()->ui_input.map.actions[action]);
    ck_assert_msg(binding != NULL, "%s is on no key of device %d", ui_actions[action].name, device);
    InputEvent event = {.device = 1, .code = binding->code, .value = down};
    event.type = binding->source == BINDING_KEY          ? INPUT_KEY
                 : binding->source == BINDING_PAD_BUTTON ? INPUT_PAD_BUTTON
                                                         : INPUT_PAD_AXIS;
    event.value *= event.type == INPUT_PAD_AXIS ? binding->sign * AXIS_FULL : 1;
    toy_event(event);
    frames(1);
}

static void tap_binding(UiAction action)
{
    hold_binding(action, true);
    hold_binding(action, false);
}

static void point_at(CwPoint2 at)
{
    InputEvent motion = {.type = INPUT_MOUSE_MOTION, .x = at.x, .y = at.y};
    motion.dx = at.x - pointed.x;
    motion.dy = at.y - pointed.y + 4;
    pointed = at;
    if (device == DEVICE_MOUSE) {
        toy_event(motion);
        frames(1);
    }
}

static void press_at(CwPoint2 at, bool down)
{
    InputEvent event = {.type = down ? INPUT_TOUCH_DOWN : INPUT_TOUCH_UP, .device = FINGER};
    if (device == DEVICE_MOUSE) {
        event = (InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = down};
    }
    event.x = at.x;
    event.y = at.y;
    toy_event(event);
    frames(1);
}

static void click_at(CwPoint2 at)
{
    point_at(at);
    press_at(at, true);
    press_at(at, false);
}

/* ---- pages ---- */

static UiAction way_to(int row)
{
    const Box *from = &toy_page()->layout.rows[toy_page()->selected],
              *to = &toy_page()->layout.rows[row];
    if (to->y == from->y) {
        return to->x > from->x ? UI_RIGHT : UI_LEFT;
    }
    return to->y > from->y ? UI_DOWN : UI_UP;
}

/* A notch, or a swipe, where the row is out of sight. */
static void scroll_towards(double points)
{
    Box list = toy_page()->layout.list;
    CwPoint2 from = toy_middle_of(list);
    double way = 40 * (points > 0 ? -1 : 1);
    if (device == DEVICE_MOUSE) {
        point_at(from);
        toy_event((InputEvent){.type = INPUT_WHEEL, .dy = points > 0 ? -1 : 1});
        frames(1);
        return;
    }
    press_at(from, true);
    toy_event(
        (InputEvent){.type = INPUT_TOUCH_MOVE, .device = FINGER, .x = from.x, .y = from.y + way});
    frames(1);
    press_at((CwPoint2){from.x, from.y + way}, false);
}

static void click_row(int row)
{
    double out = 1;
    for (int i = 0; i < STEPS_MAX && out != 0; i++) {
        Box box = page_row_box(toy_page(), row), list = toy_page()->layout.list;
        double below = box.y + fmin(box.height, 20) - (list.y + list.height);
        double above = box.y + box.height - fmin(box.height, 20) - list.y;
        out = below > 0 ? below : above < 0 ? above : 0;
        if (out != 0) {
            scroll_towards(out);
        }
    }
    Box box = page_row_box(toy_page(), row), list = toy_page()->layout.list;
    double top = fmax(box.y, list.y), bottom = fmin(box.y + box.height, list.y + list.height);
    click_at(toy_middle_of((Box){box.x + 20, top, 10, bottom - top}));
}

static void hands_choose_row(int row)
{
    ck_assert(screens_are_open(&run.loop.menus.screens));
    if (has_pointer()) {
        click_row(row);
    } else {
        for (int i = 0; i < STEPS_MAX && toy_page()->selected != row; i++) {
            tap_binding(way_to(row));
        }
        ck_assert_int_eq(toy_page()->selected, row);
        tap_binding(UI_CONFIRM);
    }
    frames(2);
}

static void hands_choose(const char *label)
{
    hands_choose_row(toy_row(label));
}

static void click_back(void)
{
    if (device == DEVICE_TOUCH) { /* what is drawn is for the device in use */
        toy_event((InputEvent){.type = INPUT_TOUCH_DOWN, .device = FINGER, .x = -99, .y = -99});
        toy_event((InputEvent){.type = INPUT_TOUCH_UP, .device = FINGER, .x = -99, .y = -99});
    }
    point_at(pointed);
    frames(2);
    for (int i = 0; i < toy_page()->prompt_count; i++) {
        const PagePrompt *prompt = &toy_page()->prompts[i];
        if (prompt->action == UI_BACK) {
            ck_assert_double_gt(prompt->box.width, 0);
            click_at(toy_middle_of(prompt->box));
            return;
        }
    }
    ck_abort_msg("there is no way back from \"%s\"", toy_page()->title);
}

static void hands_back(void)
{
    if (has_pointer()) {
        click_back();
    } else {
        tap_binding(UI_BACK);
    }
    frames(2);
}

/* ---- keys of the engine ---- */

static void hands_press(UiAction action, int frame_count)
{
    CwPoint2 at = {0, 0};
    if (has_pointer()) {
        click_at((CwPoint2){pointed.x + 3, pointed.y}); /* they come */
        frames(2);
        at = toy_button_place(action);
        point_at(at);
        press_at(at, true);
    } else {
        hold_binding(action, true);
    }
    frames(frame_count - 1);
    if (has_pointer()) {
        press_at(at, false);
    } else {
        hold_binding(action, false);
    }
    frames(1);
}

/* Holds the toy's `run`: Right, the right trigger, the right mouse button, the lower right. */
static void hands_drive(bool on)
{
    CwViewRect view = toy_stage()->viewport.view;
    const InputEvent events[] = {
        [DEVICE_KEYBOARD] = {.type = INPUT_KEY, .code = TOY_KEY_RIGHT, .value = on},
        [DEVICE_PAD] = {.type = INPUT_PAD_AXIS,
                        .device = 1,
                        .code = PAD_AXIS_RIGHT_TRIGGER,
                        .value = on ? AXIS_FULL : 0},
        [DEVICE_MOUSE] = {.type = INPUT_MOUSE_BUTTON, .code = MOUSE_RIGHT, .value = on},
        [DEVICE_TOUCH] = {.type = on ? INPUT_TOUCH_DOWN : INPUT_TOUCH_UP,
                          .device = FINGER + 1,
                          .x = view.x + view.width * 0.9,
                          .y = view.y + view.height * 0.9},
    };
    toy_event(events[device]);
}

/* Any key, button or click that has no use, to be caught as a binding. A finger has none. */
static void hands_press_anything(void)
{
    const InputEvent events[] = {
        [DEVICE_KEYBOARD] = {.type = INPUT_KEY, .code = KEY_Q, .value = 1},
        [DEVICE_PAD] = {.type = INPUT_PAD_BUTTON, .device = 1, .code = PAD_X, .value = 1},
        [DEVICE_MOUSE] = {.type = INPUT_MOUSE_BUTTON, .code = MOUSE_MIDDLE, .value = 1},
        [DEVICE_TOUCH] = {.type = INPUT_TOUCH_DOWN, .device = FINGER, .x = 9, .y = 9},
    };
    InputEvent up = events[device];
    up.value = 0;
    up.type = device == DEVICE_TOUCH ? INPUT_TOUCH_UP : up.type;
    toy_event(events[device]);
    frames(1);
    toy_event(up);
    frames(2);
}

/* ---- the screens ---- */

static const CwActionDef actions[] = {
    [TOY_RUN] = {"run", "run", "key:Right pad:righttrigger mouse:right touch:50-100/50-100"},
    [TOY_KICK] = {"kick", "kick the balls", "key:Space pad:a"},
    [TOY_EXTRA_1] = {"extra_one", "extra", "key:1"},
    [TOY_EXTRA_2] = {"extra_two", "extra", "key:2"},
    [TOY_EXTRA_3] = {"extra_three", "extra", "key:3"},
};

enum { SHAPES = POISON_WORKS ? 1 : 2, ROUNDS = DEVICE_COUNT * SHAPES };

TOY_SET_UP
{
    temp_mkdir("levels");
    toy_write_level("first");
    toy_write_level("second");
    levels_find(&run.levels, temp_folder);
    run.game.input.actions = actions;
    run.game.looks.mouse_buttons = true;
    run.table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    run.config.scaling = SCALING_EXPAND;
    toy_run_keep_settings(false);
    run.title = true;
    toy_run_keep_runs();
}

static void begin(int round)
{
    device = (Device)(round % DEVICE_COUNT);
    pointed = (CwPoint2){5, 5};
    if (round >= DEVICE_COUNT) {
        run.host_desc.status.width_px = 500;
        run.host_desc.status.height_px = 900;
        run.config.text_size = 1.5;
    }
    toy_play(5);
    run.loop.view.best_runs.has_ghosts = true; /* the settings have the page Game */
}

static void expect_page(ScreenKind wanted)
{
    const Screens *screens = &run.loop.menus.screens;
    ck_assert_int_gt(screens->depth, 0);
    ck_assert_int_eq(screens->stack[screens->depth - 1].kind, wanted);
}

static void see(const char *label, ScreenKind wanted)
{
    hands_choose(label);
    expect_page(wanted);
    hands_back();
}

static void drive(int frames)
{
    hands_drive(true);
    toy_run_frames(frames);
    hands_drive(false);
    toy_run_frames(1);
}

static void finish(void)
{
    hands_drive(true);
    for (int i = 0; i < 1000 && toy_activity() != ACTIVITY_FINISHED; i++) {
        toy_run_frames(1);
    }
    hands_drive(false);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
    toy_run_frames(60); /* who was still driving chooses nothing by it */
}

TEST(the_title_leads_everywhere_and_back, .rounds = ROUNDS)
{
    begin(_i);
    see("Levels", SCREEN_LEVELS);
    see("Replays", SCREEN_REPLAYS);
    see("Credits", SCREEN_CREDITS);
    hands_choose("Settings");
    see("Comfort", SCREEN_COMFORT);
    see("Sound", SCREEN_SOUND);
    see("Picture", SCREEN_PICTURE);
    see("Controls", SCREEN_CONTROLS);
    see("Game", SCREEN_GAME);
    expect_page(SCREEN_SETTINGS);
    hands_back();
    expect_page(SCREEN_TITLE);
    hands_press_anything();
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}

/* A finger has nothing to bind: it gets away, and so does who has no key for a page. */
TEST(an_action_is_bound_again_or_left_alone, .rounds = ROUNDS)
{
    begin(_i);
    bool pad = device == DEVICE_PAD;
    hands_choose("Settings");
    hands_choose("Controls");
    for (int other = 0; other < 2; other++) {
        hands_choose((other == 0) == pad ? "Controller" : "Keyboard and mouse");
        hands_choose("Extra");
        ck_assert_int_eq(toy_stage()->binding_catch.state, CATCH_WAITS);
        if (device != DEVICE_TOUCH) {
            hands_press_anything();
        }
        toy_run_frames(7 * 60);
        ck_assert_int_eq(toy_stage()->binding_catch.state, CATCH_OFF);
        hands_back();
        expect_page(SCREEN_CONTROLS);
    }
    int count = toy_stage()->players.collectors[0].map.actions[TOY_EXTRA_1].count;
    ck_assert_int_eq(count, pad ? 2 : 1);
}

TEST(a_level_of_the_map_is_played_paused_and_left, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Levels");
    hands_choose("The second");
    ck_assert_str_eq(toy_playback()->session.level, "second");
    drive(40);
    hands_press(UI_PAUSE, 1);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    see("Settings", SCREEN_SETTINGS);
    hands_back();
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    hands_press(UI_PAUSE, 1);
    hands_choose("Retry");
    ck_assert_uint_lt(toy_ticks(), 10);
    hands_press(UI_PAUSE, 1);
    hands_choose("Title");
    expect_page(SCREEN_TITLE);
}

TEST(a_run_is_rewound_and_restarted, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    drive(90);
    uint64_t before = toy_ticks();
    hands_press(UI_REWIND, 30);
    ck_assert_uint_lt(toy_ticks(), before);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    before = toy_ticks();
    toy_run_frames(30);
    ck_assert_uint_gt(toy_ticks(), before);
    hands_press(UI_RETRY, 1);
    ck_assert_uint_lt(toy_ticks(), 10);
}

TEST(results_lead_to_rewind_retry_next_level_and_title, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_press(UI_REWIND, 60);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    finish();
    hands_choose("Retry");
    finish();
    hands_choose("Next level");
    ck_assert_str_eq(toy_playback()->session.level, "second");
    finish();
    hands_choose("Title");
    expect_page(SCREEN_TITLE);
}

TEST(a_replay_is_watched_stopped_slowed_and_left, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_choose("Watch");
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
    hands_press(UI_PAUSE, 1);
    ck_assert(playback_is_paused_for(toy_playback(), PAUSE_STOP));
    hands_press(UI_PAUSE, 1);
    hands_press(UI_SLOWER, 1);
    ck_assert_double_lt(speed_factor(&toy_playback()->speed), 1);
    hands_press(UI_FASTER, 1);
    hands_press(UI_BACK, 1);
    expect_page(SCREEN_WATCH);
    hands_choose("Keep watching");
    hands_press(UI_BACK, 1);
    hands_choose("From the beginning");
    hands_press(UI_BACK, 1);
    hands_back();
    hands_press(UI_BACK, 1);
    hands_choose("Stop watching");
    expect_page(SCREEN_TITLE);
}

TEST(a_recording_is_raced, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_choose("Title");
    hands_choose("Replays");
    hands_choose_row(toy_row("Your best runs") + 1);
    hands_choose("Race it");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(the_title_quits, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Quit");
    ck_assert(run.loop.end.is_done && !run.loop.end.has_failed);
}
