/* Buttons on the screen for mouse and touch, and pedals, which show the game's touch zones.
 *
 * The stage offers each event to the buttons before the players. A press counts like a key of the
 * UI until it is released. Pedals take no events: their zones are bindings. Places are in the
 * points of ui_view.h. */
#pragma once

#include "ui/page.h"
#include "ui/ui_actions.h"

enum { SCREEN_BUTTONS_MAX = 4, BUTTON_PRESSES_MAX = FINGER_MAX + 1 };

typedef struct ButtonPress {
    bool is_used, is_mouse;
    int64_t finger;
    UiAction action;
} ButtonPress;

typedef struct ScreenButton {
    UiAction action;
    Box box;
} ScreenButton;

/* The placed buttons. Zero: none. */
typedef struct ScreenButtons {
    ScreenButton items[SCREEN_BUTTONS_MAX];
    int count;
    ButtonPress presses[BUTTON_PRESSES_MAX];
    uint32_t pressed; /* bits of UiAction since the last frame */
} ScreenButtons;

/* Sets the buttons, one below the other. */
void screen_buttons_place(ScreenButtons *buttons, const UiAction *actions, int count, Box first);

/* Takes an event. True if it is for a button. `at`: place of the event. */
bool screen_buttons_handle_event(ScreenButtons *buttons, const InputEvent *event, CwPoint2 at);

/* Held buttons, bits of UiAction. */
uint32_t screen_buttons_held(const ScreenButtons *buttons);

/* Adds the buttons' actions, each press once. */
void screen_buttons_add(ScreenButtons *buttons, CwInputFrame *ui);

typedef struct ButtonLook {
    const CwTheme *theme;
    double opacity;  /* 0..1 */
    bool is_stopped; /* the pause continues */
} ButtonLook;

void screen_buttons_draw(const ScreenButtons *buttons, const ButtonLook *look, CwDrawList *list);

/* The text on a button, and on a pedal of the game's action. */
const char *screen_button_sign(UiAction action, bool stopped);
void action_sign(const CwGame *game, int action, char sign[PAGE_LABEL_BYTES]);

/* Draws a button or a pedal with its text, filled while pressed. */
void button_draw(Box box, const char *text, bool pressed, const ButtonLook *look, CwDrawList *list);

/* ---- pedals ---- */

/* The pedal of a zone, towards the view's nearest corner, at most `side` large. */
Box pedal_box(const TouchZone *zone, double side, CwViewRect view);
