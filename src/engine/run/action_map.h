/* Maps the actions of a recording to those of a game: they are recorded by number, and a game that
 * changed may have other numbers for them, or other actions. */
#ifndef RUN_ACTION_MAP_H
#define RUN_ACTION_MAP_H

#include "clockwork/game.h"

enum { ACTION_NAMES_BYTES = 2048 };

/* The place that each recorded action has among the game's; -1: none. */
typedef struct ActionMap {
    int count; /* of the recorded ones; 0: they are taken by number */
    int places[CW_ACTION_MAX];
} ActionMap;

/* From the recorded names, in their order, with commas between them; NULL: by number. What
 * the game lacks is reported, in the words of `who` asks. False when they are no such list. */
bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who);

/* The same of a game that changed since: where it lacks a name and has a new one in its place, the
 * action was renamed. `who` may be NULL: nothing is reported. */
bool action_map_follow(ActionMap *map, const char *names, const CwGame *game, const char *who);

/* Whether the game lacks any of them. */
bool action_map_lacks(const ActionMap *map);

/* The names of a game's actions as action_map_read takes them. */
void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES]);

/* Puts what was recorded to where the game has it. */
void action_map_apply(const ActionMap *map, CwInputFrame *frame);

#endif
