#include "sim/action_map.h"

#include "base/report.h"

#include <stdio.h>
#include <string.h>

static int find_action(const CwGame *game, const char *name, const char *who)
{
    const char *names[CW_ACTION_MAX];
    for (int i = 0; i < game->action_count; i++) {
        names[i] = game->actions[i].name;
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    const char *near = cw_nearest_name(name, names, game->action_count);
    report("%s: the game has no action \"%.60s\"%s%s%s: what was recorded of it is left out", who,
           name, near == NULL ? "" : " (the nearest is ", near == NULL ? "" : near,
           near == NULL ? "" : ")");
    return -1;
}

bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who)
{
    const char *at = names;
    *map = (ActionMap){0};
    for (bool more = at != NULL; more;) {
        char name[64];
        size_t length = strcspn(at, ",");
        if (map->count == CW_ACTION_MAX || length == 0 || length >= sizeof name) {
            report("%s wants up to %d names with commas between them", who, CW_ACTION_MAX);
            return false;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        map->places[map->count++] = find_action(game, name, who);
        more = at[length] == ',';
        at += length + 1;
    }
    return true;
}

void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES])
{
    size_t end = 0;
    names[0] = '\0';
    for (int i = 0; i < game->action_count && end < ACTION_NAMES_BYTES; i++) {
        end += (size_t)snprintf(names + end, ACTION_NAMES_BYTES - end, "%s%s", i == 0 ? "" : ",",
                                game->actions[i].name);
    }
}

void action_map_apply(const ActionMap *map, CwInputFrame *frame)
{
    if (map->count == 0) {
        return;
    }
    CwInputFrame from = *frame;
    frame->down = frame->pressed = frame->released = 0;
    memset(frame->value, 0, sizeof frame->value);
    for (int i = 0; i < map->count; i++) {
        int to = map->places[i];
        if (to >= 0) {
            frame->down |= (from.down >> i & 1) << to;
            frame->pressed |= (from.pressed >> i & 1) << to;
            frame->released |= (from.released >> i & 1) << to;
            frame->value[to] = from.value[i];
        }
    }
}
