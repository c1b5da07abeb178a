#include "panel/keys.h"

#include "host/bindings.h"
#include "screens/screens.h"

#include <stdio.h>

_Static_assert((int)MAKER_ACTIONS_END <= (int)CW_ACTION_MAX, "a bit for each action");

static const CwActionDef ACTIONS[] = {MAKER_ACTIONS(UI_ACTION_ROW)};

static const UiActionUse USES[] = {MAKER_ACTIONS(UI_ACTION_USE)};

static const CwConfigKey KEYS[] = {
    [DEBUG_DRAW_SHAPES] = {"debug", "draw_shapes", CW_CONFIG_SWITCH, "off",
                           .documentation = "Draws the outlines of the physics shapes over the "
                                            "picture; F2 toggles it."},
    [DEBUG_STEP_TICKS] = {"debug", "step_ticks", CW_CONFIG_WHOLE, "10", 1, 100000, "ticks",
                          .documentation =
                              "How far [ and ] go back and forward while the game is paused."},
    [DEBUG_TRACE_RING] = {"debug", "trace_ring", CW_CONFIG_SWITCH, "on", .at_level_start = true,
                          .documentation =
                              "Keeps the times of the last 10 s in memory, up to 4 MiB, so that F9 "
                              "can write them as a trace for ui.perfetto.dev. Costs a microsecond "
                              "or two a frame."},
    [DEBUG_PROTECT_WORLD] = {
        "debug", "protect_world", CW_CONFIG_SWITCH, "off",
        .documentation =
            "Write-protects the world outside ticks and checks it after each. View code that "
            "writes to the world crashes at once, and a change that bypasses the calls of the "
            "world is reported by name. Costs some system calls and makes a tick about 20 % "
            "longer."}};

const GuestConfig maker_config = {.heading = "; The rest is for the game's makers: a build that is "
                                             "shipped to players has no such keys.\n",
                                  .label = "Tools",
                                  .actions = ACTIONS,
                                  .uses = USES,
                                  .action_count = (int)CW_ARRAY_LENGTH(ACTIONS),
                                  .keys = KEYS,
                                  .key_count = (int)CW_ARRAY_LENGTH(KEYS)};

/* ---- the page of all keys: [input] and the fixed keys of dev ---- */

/* The bindings that the player has chosen, of controllers or of keyboard and mouse. */
static void print_bindings(const Screens *screens, const char *name, char text[PAGE_LABEL_BYTES])
{
    const LiveSettings *settings = screens->settings;
    bool pad = screens->stage->device_use.device == DEVICE_PAD;
    ActionBindings bindings;
    char words[CONFIG_VALUE_MAX];
    size_t used = 0;
    live_settings_text(settings, live_settings_find(settings, "input", name), words);
    bindings_parse(words, bindings.items, BINDING_MAX, &bindings.count, NULL);
    text[0] = '\0';
    for (int i = 0; i < bindings.count && used < PAGE_LABEL_BYTES; i++) {
        const Binding *binding = &bindings.items[i];
        char label[BINDING_LABEL_BYTES];
        bool is_pad = binding->source == BINDING_PAD_BUTTON || binding->source == BINDING_PAD_AXIS;
        if (binding->source != BINDING_TOUCH && is_pad == pad) {
            binding_label(binding, label);
            used += (size_t)snprintf(text + used, PAGE_LABEL_BYTES - used, "%s%s",
                                     used == 0 ? "" : ", ", label);
        }
    }
}

static void add_key(Screens *screens, const char *name, const char *what)
{
    char text[PAGE_LABEL_BYTES];
    print_bindings(screens, name, text);
    if (text[0] != '\0') {
        page_set_value(page_add(&screens->page, ROW_NOTE, -1, text), what);
    }
}

/* Headings. An action is listed once, under the first heading that has all its places. */
static const struct {
    const char *heading;
    unsigned places;
} PLACES[] = {{"Everywhere", UI_IN_ALL},  {"In a pause", UI_IN_PAUSE},
              {"Inspector", UI_IN_PANEL}, {"While you play", UI_IN_PLAY},
              {"Replays", UI_IN_REPLAYS}, {"Menus", UI_IN_MENUS}};

static size_t place_of(unsigned places)
{
    size_t at = 0;
    while ((places & PLACES[at].places) != PLACES[at].places) {
        at++;
    }
    return at;
}

static void add_keys(Screens *screens, size_t place, const CwActionDef *actions,
                     const UiActionUse *uses, int count)
{
    for (int i = 0; i < count; i++) {
        if (place_of(uses[i].places) == place) {
            add_key(screens, actions[i].name, actions[i].label);
        }
    }
}

static void build_keys(Screens *screens)
{
    const FixedKey *const *fixed = screens_guest(screens);
    const CwGame *game = screens->game;
    Page *page = &screens->page;
    if (*fixed != NULL) {
        page_add(page, ROW_HEADING, -1, "clockwork dev");
    }
    for (const FixedKey *key = *fixed; key != NULL && key->label != NULL; key++) {
        page_set_value(page_add(page, ROW_NOTE, -1, key->label), key->documentation);
    }
    for (size_t place = 0; place < CW_ARRAY_LENGTH(PLACES); place++) {
        page_add(page, ROW_HEADING, -1, PLACES[place].heading);
        add_keys(screens, place, maker_config.actions, maker_config.uses,
                 maker_config.action_count);
        add_keys(screens, place, ui_actions, ui_action_uses, UI_ACTION_COUNT);
    }
    page_add(page, ROW_HEADING, -1, game->title);
    for (int i = 0; i < game->input.action_count; i++) {
        add_key(screens, game->input.actions[i].name, game->input.actions[i].label);
    }
}

const ScreenDef keys_page = {.title = "Keys", .build = build_keys};
