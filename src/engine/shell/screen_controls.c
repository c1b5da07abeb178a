/* The controls: what of devices is a setting, and two pages on which keys and buttons are changed.
 */
#include "host/bindings.h"
#include "shell/action_bindings.h"
#include "shell/screens.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BINDINGS_WIDTH 400
static const double CATCH_S = 6; /* who has no key at hand gets away, too */

enum { ROW_RESET = BOUND_ACTIONS_MAX };

/* ---- keys and buttons ---- */

static BindingHalf half_of(const Screens *screens)
{
    return screens->stack[screens->depth - 1].kind == PAGE_PAD ? HALF_PAD : HALF_KEYS;
}

/* Binds what was pressed for the row that waits. */
static void take_caught(Screens *screens, const BoundActions *actions)
{
    BindingCatch *caught = &screens->parts->stage->binding_catch;
    if (caught->state == CATCH_CAUGHT) {
        bound_action_bind(&actions->items[screens->bound_row], screens->parts->settings,
                          &caught->binding);
    }
    bool late = screens->shown_s > screens->bound_s + CATCH_S;
    if (caught->state == CATCH_CAUGHT || caught->state == CATCH_CALLED_OFF || late) {
        *caught = (BindingCatch){0};
    }
}

static bool waits(const Screens *screens, int number)
{
    return screens->parts->stage->binding_catch.state == CATCH_WAITS &&
           screens->bound_row == number;
}

static void explain(Page *page, const Screens *screens, const BoundActions *actions, int number)
{
    BindingHalf half = half_of(screens);
    const Binding *binding;
    const BoundAction *other = bound_action_conflict(actions, number, half, &binding);
    char by[SETTINGS_BY_BYTES], label[BINDING_LABEL_BYTES] = "";
    if (binding != NULL) {
        binding_label(binding, label);
    }
    if (waits(screens, number)) {
        snprintf(page->hint, sizeof page->hint, "%s within %.0f s; Esc leaves it as it is.",
                 half == HALF_PAD ? "Press a button or move a stick"
                                  : "Press a key or a mouse button",
                 ceil(screens->bound_s + CATCH_S - screens->shown_s));
    } else if (settings_is_locked(screens->parts->settings, actions->items[number].index, by)) {
        snprintf(page->hint, sizeof page->hint, "Locked: %s says what it is.", by);
    } else if (other != NULL) {
        snprintf(page->hint, sizeof page->hint, "Conflict: %s is also \"%s\".", label,
                 other->label);
    }
}

static void put_action(Screens *screens, const BoundActions *actions, int number)
{
    Page *page = &screens->page;
    const BoundAction *action = &actions->items[number];
    const Binding *binding;
    char label[PAGE_LABEL_BYTES], text[PAGE_LABEL_BYTES - 2], by[SETTINGS_BY_BYTES];
    setting_label(action->label, label);
    bound_action_text(action, half_of(screens), text, sizeof text);
    PageRow *row = page_binding(page, number, label, text);
    row->waits = waits(screens, number);
    row->locked = settings_is_locked(screens->parts->settings, action->index, by);
    row->alarming = bound_action_conflict(actions, number, half_of(screens), &binding) != NULL;
    if (row->waits) {
        snprintf(row->value, sizeof row->value, "Press it now");
    } else if (text[0] == '\0') {
        snprintf(row->value, sizeof row->value, "\xE2\x80\x93");
    } else if (row->alarming) { /* not by its colour alone */
        snprintf(row->value, sizeof row->value, "! %s", text);
    }
    if (page->selected == page->row_count - 1) {
        explain(page, screens, actions, number);
    }
}

static void put_heading(Screens *screens, int player)
{
    char text[PAGE_LABEL_BYTES];
    const CwGame *game = screens->parts->game;
    snprintf(text, sizeof text,
             player < 0                     ? "Menus and time"
             : game_player_count(game) == 1 ? "%s"
                                            : "%s, player %d",
             game->title, player + 1);
    page_heading(&screens->page, text);
}

static void build_bindings(Screens *screens)
{
    Page *page = &screens->page;
    BoundActions actions;
    bool pad = half_of(screens) == HALF_PAD;
    bound_actions_read(&actions, screens->parts->game, screens->parts->settings);
    take_caught(screens, &actions);
    bound_actions_read(&actions, screens->parts->game, screens->parts->settings);
    for (int i = 0; i < actions.count; i++) {
        const BoundAction *action = &actions.items[i];
        if (i == 0 || action->player != actions.items[i - 1].player) {
            put_heading(screens, action->player);
        }
        if (!pad || action->player >= 0 || action->action != UI_CLICK) {
            put_action(screens, &actions, i);
        }
    }
    page_heading(page, "All of them");
    page_action(page, ROW_RESET, "As they were at first");
}

static void reset_all(Screens *screens)
{
    BoundActions actions;
    bound_actions_read(&actions, screens->parts->game, screens->parts->settings);
    for (int i = 0; i < actions.count; i++) {
        bound_action_reset(&actions.items[i], screens->parts->settings, half_of(screens));
    }
}

static void act_bindings(Screens *screens, const PageEvent *event)
{
    const PageRow *row = page_selected(&screens->page);
    BindingCatch *caught = &screens->parts->stage->binding_catch;
    if (event->type == PAGE_BACK) {
        *caught = (BindingCatch){0};
    } else if (event->id == ROW_RESET && event->type == PAGE_CHOSEN) {
        reset_all(screens);
    } else if (event->type == PAGE_CHOSEN && row != NULL && !row->locked) {
        screens->bound_row = event->id;
        screens->bound_s = screens->shown_s;
        binding_catch_begin(caught, half_of(screens) == HALF_PAD);
    }
}

const ScreenDef screen_keys = {.title = "Keyboard",
                               .width = BINDINGS_WIDTH,
                               .hints = true,
                               .build = build_bindings,
                               .act = act_bindings};
const ScreenDef screen_pad = {.title = "Controller",
                              .width = BINDINGS_WIDTH,
                              .hints = true,
                              .build = build_bindings,
                              .act = act_bindings};

/* ---- the way to them ---- */

static const SettingRow DEVICES[] = {
    {"input", "dead_zone", "Stick dead zone", .hint = "Of a stick's way that counts as rest.",
     .percent = true, .step = 0.05},
    {"input", "trigger_dead_zone", "Trigger dead zone",
     .hint = "Of a trigger's way that counts as rest.", .percent = true, .step = 0.05},
    {"input", "rumble", "Rumble", .hint = "Controllers that can, shake."},
};

static void build_controls(Screens *screens)
{
    screens_add_choice(screens, CHOICE_KEYS);
    screens_add_choice(screens, CHOICE_PAD);
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(DEVICES); i++) {
        setting_row_put(&screens->page, screens->parts->settings, &DEVICES[i], i);
    }
}

static void act_controls(Screens *screens, const PageEvent *event)
{
    if (event->type != PAGE_BACK) {
        setting_row_act(screens->parts->settings, &DEVICES[event->id], event);
    }
}

const ScreenDef screen_controls = {.title = "Controls",
                                   .width = SETTINGS_WIDTH,
                                   .hints = true,
                                   .build = build_controls,
                                   .act = act_controls};
