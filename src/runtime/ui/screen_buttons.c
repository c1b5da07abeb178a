#include "ui/screen_buttons.h"

#include "host/language.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GAP = 4, REACH = 2; /* gap between buttons; reach around one */
static const double CUT = 6;
static const double PEDAL_MARGIN = 12, PEDAL_GAP = 4;
static const double FACE_ALPHA = 190; /* lets the picture show through */

/* ---- places ---- */

void screen_buttons_place(ScreenButtons *buttons, const UiAction *actions, int count, Box first)
{
    CW_ASSERT(count <= SCREEN_BUTTONS_MAX, "have fewer buttons");
    buttons->count = count;
    for (int i = 0; i < count; i++) {
        Box box = {first.x, first.y + i * (first.height + GAP), first.width, first.height};
        buttons->items[i] = (ScreenButton){actions[i], box};
    }
}

static const ScreenButton *button_at(const ScreenButtons *buttons, CwPoint2 at)
{
    for (int i = 0; i < buttons->count; i++) {
        Box box = buttons->items[i].box;
        box = (Box){box.x - REACH, box.y - REACH, box.width + 2 * REACH, box.height + 2 * REACH};
        if (panel_holds(box, at.x, at.y)) {
            return &buttons->items[i];
        }
    }
    return NULL;
}

/* ---- presses ---- */

static ButtonPress *find_press(ScreenButtons *buttons, const InputEvent *event)
{
    bool is_mouse = event->type == INPUT_MOUSE_BUTTON;
    for (int i = 0; i < BUTTON_PRESSES_MAX; i++) {
        ButtonPress *press = &buttons->presses[i];
        if (press->is_used && press->is_mouse == is_mouse &&
            (is_mouse || press->finger == event->device)) {
            return press;
        }
    }
    return NULL;
}

static bool begin_press(ScreenButtons *buttons, const InputEvent *event, CwPoint2 at)
{
    const ScreenButton *button = button_at(buttons, at);
    for (int i = 0; i < BUTTON_PRESSES_MAX && button != NULL; i++) {
        ButtonPress *press = &buttons->presses[i];
        if (!press->is_used) {
            *press = (ButtonPress){.is_used = true,
                                   .is_mouse = event->type == INPUT_MOUSE_BUTTON,
                                   .finger = event->device,
                                   .action = button->action};
            buttons->pressed |= 1u << button->action;
            return true;
        }
    }
    return false;
}

bool screen_buttons_handle_event(ScreenButtons *buttons, const InputEvent *event, CwPoint2 at)
{
    bool is_click = event->type == INPUT_MOUSE_BUTTON && event->code == 1;
    bool is_touch = event->type == INPUT_TOUCH_DOWN || event->type == INPUT_TOUCH_MOVE ||
                    event->type == INPUT_TOUCH_UP;
    if (event->type == INPUT_FOCUS_LOST) {
        memset(buttons->presses, 0, sizeof buttons->presses);
    }
    if (!is_click && !is_touch) {
        return false;
    }
    ButtonPress *press = find_press(buttons, event);
    bool is_down = event->type == INPUT_TOUCH_DOWN || (is_click && event->value != 0);
    bool is_up = event->type == INPUT_TOUCH_UP || (is_click && event->value == 0);
    if (press == NULL) {
        return is_down && begin_press(buttons, event, at);
    }
    press->is_used = !is_up;
    return true;
}

uint32_t screen_buttons_held(const ScreenButtons *buttons)
{
    uint32_t actions = 0;
    for (int i = 0; i < BUTTON_PRESSES_MAX; i++) {
        actions |= buttons->presses[i].is_used ? 1u << buttons->presses[i].action : 0;
    }
    return actions;
}

void screen_buttons_add(ScreenButtons *buttons, CwInputFrame *ui)
{
    ui->pressed |= buttons->pressed;
    ui->down |= screen_buttons_held(buttons);
    buttons->pressed = 0;
}

const char *screen_button_sign(UiAction action, bool stopped)
{
    return action == UI_PAUSE    ? stopped ? "\u25b6" : "\u275a\u275a"
           : action == UI_RETRY  ? "\u21bb"
           : action == UI_REWIND ? "\u25c0\u25c0"
           : action == UI_BACK   ? "\u2630"
           : action == UI_FASTER ? "+"
                                 : "\u2212";
}

void action_sign(const CwGame *game, int action, char sign[PAGE_LABEL_BYTES])
{
    char label[PAGE_LABEL_BYTES];
    const char *own = game->input.signs == NULL ? NULL : game->input.signs[action];
    setting_label(game->input.actions[action].label, label);
    snprintf(sign, PAGE_LABEL_BYTES, "%s", own == NULL ? text_of(label) : own);
}

/* ---- the picture ---- */

static CwColour faded(CwColour colour, double opacity)
{
    return panel_alpha(colour, colour.a * opacity);
}

void button_draw(Box box, const char *text, bool pressed, const ButtonLook *look, CwDrawList *list)
{
    const CwTheme *theme = look->theme;
    CwColour face = pressed                 ? theme->accent
                    : theme->shade.a == 255 ? theme->shade
                                            : panel_alpha(theme->shade, FACE_ALPHA);
    CwColour ink = faded(pressed ? panel_alpha(theme->shade, 255) : theme->text, look->opacity);
    Box middle = {box.x + 4, box.y, box.width - 8, box.height};
    ui_view_begin(list, CW_ENGINE_LAYER_TIME);
    panel_fill_cut(list, box, CUT, faded(face, look->opacity));
    panel_edge(list, box, CUT, 1.6, faded(theme->accent, look->opacity));
    panel_label_fit(list, middle,
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, box.height * 0.55, ink});
}

void screen_buttons_draw(const ScreenButtons *buttons, const ButtonLook *look, CwDrawList *list)
{
    uint32_t held = screen_buttons_held(buttons);
    for (int i = 0; i < buttons->count; i++) {
        const ScreenButton *button = &buttons->items[i];
        button_draw(button->box, screen_button_sign(button->action, look->is_stopped),
                    (held >> button->action & 1) != 0, look, list);
    }
}

/* ---- pedals ---- */

/* Places a pedal near the view's nearer end, with a margin if there is room. */
static double place(double from, double to, double side, double share)
{
    double slack = fmax(0, to - from - side);
    double margin = fmin(share <= 0 || share >= 1 ? PEDAL_MARGIN : PEDAL_GAP, slack / 2);
    return share < 0.45   ? from + margin
           : share > 0.55 ? to - side - margin
                          : (from + to - side) / 2;
}

/* The place of a span of percents between the view's edges, 0 to 1. */
static double share_of(int from_percent, int to_percent)
{
    bool is_full_width = from_percent == 0 && to_percent == 100;
    return is_full_width       ? 0.5
           : from_percent == 0 ? 0
           : to_percent == 100 ? 1
                               : (from_percent + to_percent) / 200.0;
}

Box pedal_box(const TouchZone *zone, double side, CwViewRect view)
{
    double left = view.x + view.width * zone->x0_percent / 100.0;
    double right = view.x + view.width * zone->x1_percent / 100.0;
    double top = view.y + view.height * zone->y0_percent / 100.0;
    double bottom = view.y + view.height * zone->y1_percent / 100.0;
    double room = fmin(right - left, bottom - top) - 2 * PEDAL_GAP;
    double size = fmax(1, fmin(side, room));
    return (Box){place(left, right, size, share_of(zone->x0_percent, zone->x1_percent)),
                 place(top, bottom, size, share_of(zone->y0_percent, zone->y1_percent)), size,
                 size};
}
