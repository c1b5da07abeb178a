/* The pages of controls: settings of devices, keys, buttons, and each player's device.
 *
 * Two actions conflict if one key drives both at the same time. A key may drive the game and move
 * in menus, but not drive the game and pause it. */
#include "host/bindings.h"
#include "screens/screens.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static const double CATCH_S = 5; /* then waiting for a key ends by itself */

enum { ROW_RESET = CW_PLAYER_MAX * CW_ACTION_MAX + CW_ACTION_MAX };

/* Devices whose bindings are changed together: keyboard and mouse, or controllers. */
typedef enum BindingHalf { HALF_KEYS, HALF_PAD } BindingHalf;

typedef struct BoundAction {
    const char *label;
    int player;      /* number from 0; -1: an action of the runtime; -2: of the guest */
    int action;      /* number in the game, or a UiAction */
    int index;       /* place of the key in the config table */
    unsigned places; /* where it acts: UI_IN_... */
    ActionBindings bindings;
} BoundAction;

typedef struct BoundActions {
    BoundAction items[ROW_RESET];
    int count;
} BoundActions;

/* ---- the actions that can be bound ---- */

static void add_action(BoundActions *actions, const LiveSettings *settings,
                       const BoundAction *action, const char *name)
{
    BoundAction *added = &actions->items[actions->count++];
    char text[CONFIG_VALUE_MAX];
    *added = *action;
    added->index = live_settings_find(settings, "input", name);
    live_settings_text(settings, added->index, text);
    bindings_parse(text, added->bindings.items, BINDING_MAX, &added->bindings.count, NULL);
}

static void add_ui_actions(BoundActions *actions, const Screens *screens)
{
    const GuestConfig *more = screens->guest == NULL ? NULL : screens->guest->config;
    int own = UI_ACTION_COUNT, count = own + (more == NULL ? 0 : more->action_count);
    for (int i = 0; i < count; i++) {
        const UiActionUse *use = i < own ? &ui_action_uses[i] : &more->uses[i - own];
        const char *name = i < own ? ui_actions[i].name : more->actions[i - own].name;
        const BoundAction action = {use->label, i < own ? -1 : -2, i, .places = use->places};
        add_action(actions, screens->settings, &action, name);
    }
}

static void read_bindings(BoundActions *actions, const Screens *screens)
{
    const CwGame *game = screens->game;
    const LiveSettings *settings = screens->settings;
    actions->count = 0;
    for (int player = 0; player < game_player_count(game); player++) {
        for (int i = 0; i < game->input.action_count; i++) {
            const CwActionDef *def = &game->input.actions[i];
            const BoundAction action = {def->label, player, i, .places = UI_IN_PLAY};
            char name[CONFIG_NAME_MAX + 16];
            snprintf(name, sizeof name, player == 0 ? "%s" : "%s.%d", def->name, player + 1);
            add_action(actions, settings, &action, name);
        }
    }
    add_ui_actions(actions, screens);
}

static bool is_of(const Binding *binding, BindingHalf half)
{
    bool is_key = binding->source == BINDING_KEY || binding->source == BINDING_MOUSE;
    bool is_pad = binding->source == BINDING_PAD_BUTTON || binding->source == BINDING_PAD_AXIS;
    return half == HALF_KEYS ? is_key : is_pad;
}

/* The names of the bindings of these devices, with commas between them; "" for none. */
static void print_bindings(const BoundAction *action, BindingHalf half, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < action->bindings.count && used < size; i++) {
        char label[BINDING_LABEL_BYTES];
        if (is_of(&action->bindings.items[i], half)) {
            binding_label(&action->bindings.items[i], label);
            used += (size_t)snprintf(text + used, size - used, used == 0 ? "%s" : ", %s", label);
        }
    }
}

static const Binding *shared_binding(const BoundAction *a, const BoundAction *b, BindingHalf half)
{
    for (int i = 0; i < a->bindings.count; i++) {
        for (int j = 0; j < b->bindings.count; j++) {
            const Binding *binding = &a->bindings.items[i], *other = &b->bindings.items[j];
            if (is_of(binding, half) && binding->source == other->source &&
                binding->code == other->code && binding->sign == other->sign) {
                return binding;
            }
        }
    }
    return NULL;
}

/* The first other action with one of this action's bindings, and that binding; NULL: none. */
static const BoundAction *find_conflict(const BoundActions *actions, int number, BindingHalf half,
                                        const Binding **binding)
{
    const BoundAction *own = &actions->items[number];
    for (int i = 0; i < actions->count; i++) {
        const BoundAction *other = &actions->items[i];
        bool has_own_pad = half == HALF_PAD && own->player >= 0 && other->player >= 0 &&
                           own->player != other->player;
        bool may_meet = i != number && !has_own_pad && (own->places & other->places) != 0;
        *binding = may_meet ? shared_binding(own, other, half) : NULL;
        if (*binding != NULL) {
            return other;
        }
    }
    return NULL;
}

static void set_bindings(const BoundAction *action, LiveSettings *settings,
                         const ActionBindings *bindings)
{
    char text[BINDING_MAX * (BINDING_WORD_BYTES + 1)];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < bindings->count; i++) {
        char word[BINDING_WORD_BYTES];
        binding_word(&bindings->items[i], word);
        used += (size_t)snprintf(text + used, sizeof text - used, i == 0 ? "%s" : " %s", word);
    }
    live_settings_set(settings, action->index, text);
}

static void copy_half(ActionBindings *to, const ActionBindings *from, BindingHalf half, bool of)
{
    for (int i = 0; i < from->count; i++) {
        if (is_of(&from->items[i], half) == of && to->count < BINDING_MAX) {
            to->items[to->count++] = from->items[i];
        }
    }
}

static void bind_key(const BoundAction *action, LiveSettings *settings, const Binding *binding)
{
    BindingHalf half = is_of(binding, HALF_PAD) ? HALF_PAD : HALF_KEYS;
    ActionBindings all = {.items = {*binding}, .count = 1};
    copy_half(&all, &action->bindings, half, false);
    set_bindings(action, settings, &all);
}

static void reset_bindings(const BoundAction *action, LiveSettings *settings, BindingHalf half)
{
    char text[CONFIG_VALUE_MAX];
    ActionBindings first = {0}, all = {0};
    config_standard_text(live_settings_key(settings, action->index), text);
    bindings_parse(text, first.items, BINDING_MAX, &first.count, NULL);
    copy_half(&all, &first, half, true);
    copy_half(&all, &action->bindings, half, false);
    set_bindings(action, settings, &all);
}

/* ---- keys and buttons ---- */

static BindingHalf half_of(const Screens *screens)
{
    return screens->stack[screens->depth - 1].kind == SCREEN_PAD ? HALF_PAD : HALF_KEYS;
}

static void apply_caught(Screens *screens, const BoundActions *actions)
{
    BindingCatch *caught = &screens->stage->binding_catch;
    if (caught->state == CATCH_CAUGHT) {
        bind_key(&actions->items[screens->bound_row], screens->settings, &caught->binding);
    }
    bool is_late = screens->shown_s > screens->bound_s + CATCH_S;
    if (caught->state == CATCH_CAUGHT || is_late) {
        *caught = (BindingCatch){0};
    }
}

/* Adds an action's row, and its hint: how to bind it, what locks it, or its conflict. */
static void put_action(Screens *screens, const BoundActions *actions, int number)
{
    Page *page = &screens->page;
    const BoundAction *action = &actions->items[number];
    const Binding *shared;
    BindingHalf half = half_of(screens);
    const BoundAction *other = find_conflict(actions, number, half, &shared);
    bool is_selected = page->selected == page->row_count;
    char label[PAGE_LABEL_BYTES], text[PAGE_LABEL_BYTES - 2], by[SETTINGS_BY_BYTES];
    setting_label(action->label, label);
    const char *words = text_of(label);
    print_bindings(action, half, text, sizeof text);
    PageRow *row = page_add(page, ROW_BINDING, number, words);
    page_set_value(row, text[0] == '\0' ? "\xE2\x80\x93" : text);
    row->is_waiting =
        screens->stage->binding_catch.state == CATCH_WAITS && screens->bound_row == number;
    row->is_locked = live_settings_is_locked(screens->settings, action->index, by);
    row->is_alarming = other != NULL;
    if (row->is_alarming) { /* not everybody sees the colour */
        snprintf(row->value, sizeof row->value, "! %s", text);
    }
    if (row->is_waiting) {
        page_set_value(row, text_of("Press it now"));
    }
    if (is_selected && row->is_waiting) {
        snprintf(page->hint, sizeof page->hint,
                 half == HALF_PAD ? text_of("Press a button or move a stick within %.0f s. %s")
                                  : text_of("Press a key or a mouse button within %.0f s. %s"),
                 ceil(screens->bound_s + CATCH_S - screens->shown_s),
                 screens->stage->device_use.device == DEVICE_PAD ? "" : text_of("Esc cancels."));
    } else if (is_selected && row->is_locked) {
        snprintf(page->hint, sizeof page->hint, text_of("Locked: it is set by %s."), by);
    } else if (is_selected && row->is_alarming) {
        char shared_key[BINDING_LABEL_BYTES];
        binding_label(shared, shared_key);
        setting_label(other->label, label);
        snprintf(page->hint, sizeof page->hint, text_of("Conflict: %s is also \"%s\"."), shared_key,
                 text_of(label));
    }
}

static void put_heading(Screens *screens, int player)
{
    char text[PAGE_LABEL_BYTES];
    const CwGame *game = screens->game;
    const char *words = player == -2 ? text_of(screens->guest->config->label)
                        : player < 0 ? text_of("Menus and time")
                                     : game->title;
    bool has_several_players = player >= 0 && game_player_count(game) > 1;
    snprintf(text, sizeof text, has_several_players ? text_of("%s, player %d") : "%s", words,
             player + 1);
    page_add(&screens->page, ROW_HEADING, -1, text);
}

static void build_bindings(Screens *screens)
{
    Page *page = &screens->page;
    BoundActions actions;
    bool is_pad = half_of(screens) == HALF_PAD;
    read_bindings(&actions, screens);
    apply_caught(screens, &actions);
    read_bindings(&actions, screens);
    for (int i = 0; i < actions.count; i++) {
        const BoundAction *action = &actions.items[i];
        if (i == 0 || action->player != actions.items[i - 1].player) {
            put_heading(screens, action->player);
        }
        if (!is_pad || action->player >= 0 || action->action != UI_CLICK) {
            put_action(screens, &actions, i);
        }
    }
    page_add(page, ROW_HEADING, -1, text_of("All bindings"));
    page_add(page, ROW_ACTION, ROW_RESET, text_of("Reset to defaults"));
}

static void reset_all(Screens *screens)
{
    BoundActions actions;
    read_bindings(&actions, screens);
    for (int i = 0; i < actions.count; i++) {
        reset_bindings(&actions.items[i], screens->settings, half_of(screens));
    }
    notices_add(screens->notices, "All bindings on this page are the defaults again");
}

static void act_bindings(Screens *screens, const PageEvent *event)
{
    const PageRow *row = page_selected(&screens->page);
    BindingCatch *caught = &screens->stage->binding_catch;
    if (event->type == PAGE_BACK) {
        *caught = (BindingCatch){0};
    } else if (event->id == ROW_RESET && event->type == PAGE_CHOSEN) {
        reset_all(screens);
    } else if (event->type == PAGE_CHOSEN && row != NULL && !row->is_locked) {
        screens->bound_row = event->id;
        screens->bound_s = screens->shown_s;
        *caught = (BindingCatch){.state = CATCH_WAITS, .is_for_pad = half_of(screens) == HALF_PAD};
    }
}

#define BINDINGS_PAGE(called)                                                                      \
    .title = (called), .width = 400, .has_hints = true, .build = build_bindings, .act = act_bindings
const ScreenDef screen_keys = {BINDINGS_PAGE("Keyboard")};
const ScreenDef screen_pad = {BINDINGS_PAGE("Controller")};

static const SettingRow DEVICES[] = {
    {"input", "dead_zone", "Stick dead zone", .hint = "How far a stick must move before it counts.",
     .is_percent = true, .step = 0.05},
    {"input", "trigger_dead_zone", "Trigger dead zone",
     .hint = "How far a trigger must move before it counts.", .is_percent = true, .step = 0.05},
    {"input", "rumble", "Rumble", .hint = "Controllers rumble if they can."},
};

const ScreenDef screen_controls = {SETTINGS_PAGE("Controls", DEVICES),
                                   .about = "Keys, buttons, sticks and rumble.",
                                   .choices = {CHOICE_KEYS, CHOICE_PAD}};

/* ---- players ---- */

/* Waits for a player's device; a number after the last player's ends the waiting. */
static void wait_for_player(Screens *screens, int player, bool is_joining)
{
    Players *players = &screens->stage->players;
    players->is_joining = is_joining;
    screens->bound_row = player;
    screens->stage->binding_catch = (BindingCatch){
        .state = player < players->count ? CATCH_WAITS : CATCH_OFF, .is_for_any = true};
}

static void apply_device(Screens *screens)
{
    Players *players = &screens->stage->players;
    const BindingCatch *caught = &screens->stage->binding_catch;
    int player = screens->bound_row, next = players->is_joining ? player + 1 : players->count;
    if (caught->state == CATCH_CAUGHT) {
        bool is_given = players_give(players, player, &caught->binding, caught->device);
        wait_for_player(screens, is_given ? next : player, players->is_joining);
    }
}

static void put_player(Screens *screens, int player)
{
    const Players *players = &screens->stage->players;
    const InputMap *map = &players->collectors[player].map;
    const PadSeat *seat = &players->seats[player];
    const Pad *pad = seat->is_plugged ? device_state_pad(players->devices, seat->id) : NULL;
    char label[PAGE_LABEL_BYTES];
    snprintf(label, sizeof label, text_of("Player %d"), player + 1);
    PageRow *row = page_add(&screens->page, ROW_BINDING, player, label);
    row->is_waiting =
        screens->stage->binding_catch.state == CATCH_WAITS && screens->bound_row == player;
    page_set_value(row, row->is_waiting ? text_of("Press it now")
                        : input_map_has(map, 1u << BINDING_KEY | 1u << BINDING_MOUSE)
                            ? text_of("Keyboard")
                        : input_map_has(map, UINT_MAX) ? text_of("Needs a controller")
                                                       : text_of("No keys or buttons"));
    if (pad != NULL && !row->is_waiting && input_map_has(map, UINT_MAX)) {
        snprintf(row->value, sizeof row->value, text_of("Controller %d"),
                 (int)(pad - players->devices->pads) + 1);
    }
}

static void build_players(Screens *screens)
{
    Page *page = &screens->page;
    apply_device(screens);
    for (int i = 0; i < screens->stage->players.count; i++) {
        put_player(screens, i);
    }
    page_add(page, ROW_ACTION, screens->stage->players.count, text_of("Press a button to join"));
    page->is_root = false;
    if (screens->stage->binding_catch.state == CATCH_WAITS) {
        page_select(page, screens->bound_row);
    }
    snprintf(page->hint, sizeof page->hint,
             screens->stage->binding_catch.state == CATCH_WAITS
                 ? text_of("Player %d: press a button or a key. Esc or B cancels.")
                 : text_of("Choose a player to change the device, or let all join in turn."),
             screens->bound_row + 1);
}

static void act_players(Screens *screens, const PageEvent *event)
{
    int count = screens->stage->players.count;
    if (event->type == PAGE_BACK) {
        wait_for_player(screens, count, false);
    } else if (event->type == PAGE_CHOSEN) {
        wait_for_player(screens, event->id % count, event->id == count);
    }
}

void screens_show_join(Screens *screens)
{
    screens_push(screens, SCREEN_PLAYERS);
    wait_for_player(screens, 0, true);
}

const ScreenDef screen_players = {.title = "Players",
                                  .width = 400,
                                  .has_hints = true,
                                  .build = build_players,
                                  .act = act_players};
