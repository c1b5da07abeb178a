#include "shell/action_bindings.h"

#include "host/bindings.h"

#include <stdio.h>
#include <string.h>

/* When an action counts. LOOKS: while the inspector is open. */
enum {
    PLAYS = 1,
    MENUS = 2,
    PAUSES = 4,
    WATCHES = 8,
    LOOKS = 16,
    ALWAYS = PLAYS | MENUS | PAUSES | WATCHES | LOOKS
};

static const struct {
    const char *label;
    unsigned places;
} OWN[UI_ACTION_COUNT] = {
    [UI_UP] = {"Menu up", MENUS},
    [UI_DOWN] = {"Menu down", MENUS},
    [UI_LEFT] = {"Menu left", MENUS},
    [UI_RIGHT] = {"Menu right", MENUS},
    [UI_CONFIRM] = {"Choose", MENUS},
    [UI_BACK] = {"Back", MENUS},
    [UI_PAUSE] = {"Pause", PLAYS},
    [UI_RETRY] = {"Start again", PLAYS},
    [UI_CLICK] = {"Click", MENUS},
    [UI_DEBUG_DRAW] = {"Physics shapes", ALWAYS},
    [UI_REWIND] = {"Rewind", PLAYS | WATCHES},
    [UI_STEP_BACK] = {"A tick back", PAUSES | WATCHES},
    [UI_STEP_FORWARD] = {"A tick on", PAUSES | WATCHES},
    [UI_SLOWER] = {"Replay slower", WATCHES},
    [UI_FASTER] = {"Replay faster", WATCHES},
    [UI_SLOW_MOTION] = {"Slow motion", PLAYS | PAUSES},
    [UI_FAST_FORWARD] = {"Fast forward", PLAYS | PAUSES},
    [UI_OVERLAY] = {"Figures", ALWAYS},
    [UI_TRACE] = {"Write a trace", ALWAYS},
    [UI_LOOK] = {"Look inside", PAUSES | WATCHES},
    [UI_LOOK_NEXT] = {"Next thing", LOOKS},
    [UI_LOOK_PREVIOUS] = {"Thing before", LOOKS},
    [UI_PIN] = {"Pin a field", LOOKS},
    [UI_CHANGED_BEFORE] = {"Who changed it?", LOOKS},
    [UI_CHANGED_NEXT] = {"The next change", LOOKS},
    [UI_UNDO] = {"Take a change back", LOOKS},
    [UI_MARK_A] = {"Loop from here", ALWAYS},
    [UI_MARK_B] = {"Loop to here", ALWAYS},
    [UI_TAKE_OVER] = {"Take over a loop", ALWAYS},
    [UI_KEEP] = {"Keep it", ALWAYS},
    [UI_AHEAD] = {"Two seconds ahead", ALWAYS},
};

static void add(BoundActions *actions, const Settings *settings, const BoundAction *action,
                const char *name)
{
    BoundAction *added = &actions->items[actions->count++];
    char text[CONFIG_VALUE_MAX];
    *added = *action;
    added->index = settings_find(settings, "input", name);
    settings_text(settings, added->index, text);
    bindings_parse(text, added->bindings.items, BINDING_MAX, &added->bindings.count, NULL);
}

void bound_actions_read(BoundActions *actions, const CwGame *game, const Settings *settings)
{
    actions->count = 0;
    for (int player = 0; player < game_player_count(game); player++) {
        for (int i = 0; i < game->action_count; i++) {
            char name[CONFIG_NAME_MAX + 16];
            snprintf(name, sizeof name, player == 0 ? "%s" : "%s.%d", game->actions[i].name,
                     player + 1);
            add(actions, settings,
                &(BoundAction){.label = game->actions[i].label, player, i, .places = PLAYS}, name);
        }
    }
    for (int i = 0; i < UI_ACTION_COUNT; i++) {
        add(actions, settings, &(BoundAction){OWN[i].label, -1, i, .places = OWN[i].places},
            ui_actions[i].name);
    }
}

static bool is_of(const Binding *binding, BindingHalf half)
{
    bool key = binding->source == BINDING_KEY || binding->source == BINDING_MOUSE;
    bool pad = binding->source == BINDING_PAD_BUTTON || binding->source == BINDING_PAD_AXIS;
    return half == HALF_KEYS ? key : pad;
}

void bound_action_text(const BoundAction *action, BindingHalf half, char *text, size_t size)
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

/* ---- conflicts ---- */

static bool is_same(const Binding *a, const Binding *b)
{
    return a->source == b->source && a->code == b->code && a->sign == b->sign;
}

/* Each player has a controller of his own; all share the keyboard. */
static bool meets(const BoundAction *a, const BoundAction *b, BindingHalf half)
{
    bool apart = half == HALF_PAD && a->player >= 0 && b->player >= 0 && a->player != b->player;
    return !apart && (a->places & b->places) != 0;
}

static const Binding *shared_binding(const BoundAction *a, const BoundAction *b, BindingHalf half)
{
    for (int i = 0; i < a->bindings.count; i++) {
        for (int j = 0; j < b->bindings.count; j++) {
            const Binding *binding = &a->bindings.items[i];
            if (is_of(binding, half) && is_same(binding, &b->bindings.items[j])) {
                return binding;
            }
        }
    }
    return NULL;
}

const BoundAction *bound_action_conflict(const BoundActions *actions, int number, BindingHalf half,
                                         const Binding **binding)
{
    const BoundAction *action = &actions->items[number];
    for (int i = 0; i < actions->count; i++) {
        const BoundAction *other = &actions->items[i];
        *binding =
            i != number && meets(action, other, half) ? shared_binding(action, other, half) : NULL;
        if (*binding != NULL) {
            return other;
        }
    }
    return NULL;
}

/* ---- changes ---- */

static void set(const BoundAction *action, Settings *settings, const ActionBindings *bindings)
{
    char text[BINDING_MAX * (BINDING_WORD_BYTES + 1)];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < bindings->count; i++) {
        char word[BINDING_WORD_BYTES];
        binding_word(&bindings->items[i], word);
        used += (size_t)snprintf(text + used, sizeof text - used, i == 0 ? "%s" : " %s", word);
    }
    settings_set(settings, action->index, text);
}

static void take(ActionBindings *to, const Binding *binding)
{
    if (to->count < BINDING_MAX) {
        to->items[to->count++] = *binding;
    }
}

/* Adds the bindings of one half of devices, or those of the other. */
static void take_half(ActionBindings *to, const ActionBindings *from, BindingHalf half, bool of)
{
    for (int i = 0; i < from->count; i++) {
        if (is_of(&from->items[i], half) == of) {
            take(to, &from->items[i]);
        }
    }
}

void bound_action_bind(const BoundAction *action, Settings *settings, const Binding *binding)
{
    BindingHalf half = is_of(binding, HALF_PAD) ? HALF_PAD : HALF_KEYS;
    ActionBindings all = {.items = {*binding}, .count = 1};
    take_half(&all, &action->bindings, half, false);
    set(action, settings, &all);
}

void bound_action_reset(const BoundAction *action, Settings *settings, BindingHalf half)
{
    char text[CONFIG_VALUE_MAX];
    ActionBindings first = {0}, all = {0};
    config_standard_text(settings_key(settings, action->index), text);
    bindings_parse(text, first.items, BINDING_MAX, &first.count, NULL);
    take_half(&all, &first, half, true);
    take_half(&all, &action->bindings, half, false);
    set(action, settings, &all);
}
