#include "ui/screen_buttons.h"

#include "support/expect.h"

static ScreenButtons buttons;
static CwInputFrame ui;

SET_UP()
{
    static const UiAction actions[] = {UI_PAUSE, UI_REWIND};
    buttons = (ScreenButtons){0};
    ui = (CwInputFrame){0};
    screen_buttons_place(&buttons, actions, 2, (Box){10, 20, 30, 30});
}

static const CwPoint2 pause_at = {25, 35}, rewind_at = {25, 70}, outside = {200, 200};

static bool finger(InputEventType type, int64_t id, CwPoint2 at)
{
    return screen_buttons_handle_event(&buttons, &(InputEvent){.type = type, .device = id}, at);
}

static bool mouse(int code, int down, CwPoint2 at)
{
    return screen_buttons_handle_event(
        &buttons, &(InputEvent){.type = INPUT_MOUSE_BUTTON, .code = code, .value = down}, at);
}

static void next_frame(void)
{
    ui = (CwInputFrame){0};
    screen_buttons_add(&buttons, &ui);
}

TEST(a_tap_between_two_frames_counts_once)
{
    ck_assert(finger(INPUT_TOUCH_DOWN, 3, pause_at) && finger(INPUT_TOUCH_UP, 3, pause_at));
    next_frame();
    ck_assert(cw_input_pressed(&ui, UI_PAUSE) && !cw_input_down(&ui, UI_PAUSE));
    next_frame();
    ck_assert(!cw_input_pressed(&ui, UI_PAUSE));
}

TEST(a_press_belongs_to_its_button_until_it_is_released)
{
    ck_assert(finger(INPUT_TOUCH_DOWN, 3, rewind_at));
    ck_assert(finger(INPUT_TOUCH_MOVE, 3, outside));
    ck_assert(!finger(INPUT_TOUCH_DOWN, 4, outside) && !finger(INPUT_TOUCH_MOVE, 4, rewind_at));
    next_frame();
    ck_assert(cw_input_down(&ui, UI_REWIND));
    ck_assert(finger(INPUT_TOUCH_UP, 3, outside) && !finger(INPUT_TOUCH_UP, 4, outside));
    next_frame();
    ck_assert(!cw_input_down(&ui, UI_REWIND));
}

TEST(only_the_left_button_of_the_mouse_clicks)
{
    ck_assert(!mouse(3, 1, pause_at) && !mouse(3, 0, pause_at));
    ck_assert(mouse(1, 1, pause_at));
    ck_assert(!mouse(3, 0, outside));
    ck_assert(mouse(1, 0, outside) && !mouse(1, 0, outside));
}

TEST(all_fingers_at_once_hold_a_button)
{
    for (int i = 0; i < BUTTON_PRESSES_MAX; i++) {
        ck_assert(finger(INPUT_TOUCH_DOWN, i, rewind_at));
    }
    ck_assert(!finger(INPUT_TOUCH_DOWN, 99, rewind_at));
    for (int i = 1; i < BUTTON_PRESSES_MAX; i++) {
        finger(INPUT_TOUCH_UP, i, rewind_at);
    }
    next_frame();
    ck_assert(cw_input_down(&ui, UI_REWIND));
}

TEST(a_button_that_is_gone_stays_pressed_until_it_is_let_go)
{
    finger(INPUT_TOUCH_DOWN, 3, rewind_at);
    screen_buttons_place(&buttons, NULL, 0, (Box){0});
    next_frame();
    ck_assert(cw_input_down(&ui, UI_REWIND) && screen_buttons_held(&buttons) == 1u << UI_REWIND);
    screen_buttons_handle_event(&buttons, &(InputEvent){.type = INPUT_FOCUS_LOST}, outside);
    ck_assert_uint_eq(screen_buttons_held(&buttons), 0);
}

static const CwViewRect views[] = {{0, 0, 640, 360}, {-107, 0, 853, 360}, {140, -144, 360, 648}};
static const TouchZone zones[] = {{0, 16, 68, 100},   {16, 32, 68, 100}, {84, 100, 68, 100},
                                  {88, 100, 52, 68},  {0, 50, 0, 100},   {40, 60, 0, 10},
                                  {99, 100, 99, 100}, {0, 100, 50, 51}};

TEST(a_pedal_lies_in_its_zone, .rounds = CW_ARRAY_LENGTH(views))
{
    CwViewRect view = views[_i];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(zones); i++) {
        Box box = pedal_box(&zones[i], 66, view);
        double left = view.x + view.width * zones[i].x0_percent / 100.0;
        double top = view.y + view.height * zones[i].y0_percent / 100.0;
        double right = view.x + view.width * zones[i].x1_percent / 100.0;
        double bottom = view.y + view.height * zones[i].y1_percent / 100.0;
        ck_assert_double_gt(box.width, 0);
        ck_assert_double_le(box.width, 66);
        EXPECT_WITHIN(box.x + box.width / 2, left, right);
        EXPECT_WITHIN(box.y + box.height / 2, top, bottom);
        if (right - left > 10 && bottom - top > 10) {
            ck_assert(box.x >= left && box.x + box.width <= right);
            ck_assert(box.y >= top && box.y + box.height <= bottom);
        }
    }
}
