#include "hands.h"

#include "host/bindings.h"
#include "toy_run.h"
#include "ui/ui_view.h"

enum { FINGER = 5, STEPS_MAX = 300, KEY_Q = 20, PAD_X = 2, MOUSE_MIDDLE = 2, MOUSE_RIGHT = 3 };
enum { PAD_RIGHT_TRIGGER = 5 };

static Device device;
static CwPoint2 pointed; /* view points */

void hands_take(Device wanted)
{
    device = wanted;
    pointed = (CwPoint2){5, 5};
}

Device hands_device(void)
{
    return device;
}

/* Quitting is a way out like any other. */
static void frames(int count)
{
    for (int i = 0; i < count && !run.loop.end.done; i++) {
        bool goes_on = loop_frame(&run.loop);
        ck_assert_msg(goes_on || !run.loop.end.failed, "the loop ended: %s",
                      run.loop.end.error.text);
    }
}

static const Page *page(void)
{
    return &run.loop.menus.screens.page;
}

static bool has_pointer(void)
{
    return device == DEVICE_MOUSE || device == DEVICE_TOUCH;
}

/* ---- fingers ---- */

/* The last one: the first of pause is that of back, too. */
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

static CwPoint2 middle_of(Box box)
{
    CwViewRect own = {box.x + box.width / 2, box.y + box.height / 2, 0, 0};
    CwViewRect seen = ui_view_rect(toy_stage()->viewport.view, own);
    return (CwPoint2){seen.x, seen.y};
}

/* ---- pages ---- */

int hands_row(const char *label)
{
    for (int i = 0; i < page()->row_count; i++) {
        if (strcmp(page()->rows[i].label, label) == 0) {
            return i;
        }
    }
    ck_abort_msg("there is no row \"%s\" on \"%s\"", label, page()->title);
}

static UiAction way_to(int row)
{
    const Box *from = &page()->layout.rows[page()->selected], *to = &page()->layout.rows[row];
    if (to->y == from->y) {
        return to->x > from->x ? UI_RIGHT : UI_LEFT;
    }
    return to->y > from->y ? UI_DOWN : UI_UP;
}

/* A notch, or a swipe, where the row is out of sight. */
static void scroll_towards(double points)
{
    Box list = page()->layout.list;
    CwPoint2 from = middle_of(list);
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
        Box box = page_row_box(page(), row), list = page()->layout.list;
        double below = box.y + fmin(box.height, 20) - (list.y + list.height);
        double above = box.y + box.height - fmin(box.height, 20) - list.y;
        out = below > 0 ? below : above < 0 ? above : 0;
        if (out != 0) {
            scroll_towards(out);
        }
    }
    Box box = page_row_box(page(), row), list = page()->layout.list;
    double top = fmax(box.y, list.y), bottom = fmin(box.y + box.height, list.y + list.height);
    click_at(middle_of((Box){box.x + 20, top, 10, bottom - top}));
}

void hands_choose_row(int row)
{
    ck_assert(screens_are_open(&run.loop.menus.screens));
    if (has_pointer()) {
        click_row(row);
    } else {
        for (int i = 0; i < STEPS_MAX && page()->selected != row; i++) {
            tap_binding(way_to(row));
        }
        ck_assert_int_eq(page()->selected, row);
        tap_binding(UI_CONFIRM);
    }
    frames(2);
}

void hands_choose(const char *label)
{
    hands_choose_row(hands_row(label));
}

static void click_back(void)
{
    if (device == DEVICE_TOUCH) { /* what is drawn is for the device in use */
        toy_event((InputEvent){.type = INPUT_TOUCH_DOWN, .device = FINGER, .x = -99, .y = -99});
        toy_event((InputEvent){.type = INPUT_TOUCH_UP, .device = FINGER, .x = -99, .y = -99});
    }
    point_at(pointed);
    frames(2);
    for (int i = 0; i < page()->prompt_count; i++) {
        const PagePrompt *prompt = &page()->prompts[i];
        if (prompt->type == PAGE_BACK) {
            ck_assert_double_gt(prompt->box.width, 0);
            click_at(middle_of(prompt->box));
            return;
        }
    }
    ck_abort_msg("there is no way back from \"%s\"", page()->title);
}

void hands_back(void)
{
    if (has_pointer()) {
        click_back();
    } else {
        tap_binding(UI_BACK);
    }
    frames(2);
}

/* ---- keys of the engine ---- */

static CwPoint2 button_place(UiAction action)
{
    const ScreenButtons *buttons = &toy_stage()->buttons;
    for (int i = 0; i < buttons->count; i++) {
        if (buttons->items[i].action == action) {
            return middle_of(buttons->items[i].box);
        }
    }
    ck_abort_msg("there is no button for %s", ui_actions[action].name);
}

void hands_press(UiAction action, int frame_count)
{
    CwPoint2 at = {0, 0};
    if (has_pointer()) {
        click_at((CwPoint2){pointed.x + 3, pointed.y}); /* they come */
        frames(2);
        at = button_place(action);
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

void hands_drive(bool on)
{
    CwViewRect view = toy_stage()->viewport.view;
    const InputEvent events[] = {
        [DEVICE_KEYBOARD] = {.type = INPUT_KEY, .code = TOY_KEY_RIGHT, .value = on},
        [DEVICE_PAD] = {.type = INPUT_PAD_AXIS,
                        .device = 1,
                        .code = PAD_RIGHT_TRIGGER,
                        .value = on ? AXIS_FULL : 0},
        [DEVICE_MOUSE] = {.type = INPUT_MOUSE_BUTTON, .code = MOUSE_RIGHT, .value = on},
        [DEVICE_TOUCH] = {.type = on ? INPUT_TOUCH_DOWN : INPUT_TOUCH_UP,
                          .device = FINGER + 1,
                          .x = view.x + view.width * 0.9,
                          .y = view.y + view.height * 0.9},
    };
    toy_event(events[device]);
}

void hands_press_anything(void)
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
