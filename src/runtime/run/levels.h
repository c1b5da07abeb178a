/* The levels of a game: the names in its table, or the Tiled maps in assets/levels. The command
 * line, menus and playlist find levels here.
 *
 * Maps that assets/levels/order.txt names, one a line, come first; the others follow by name. If
 * there are more than LEVEL_MAX maps, the last by name are left out with a message. */
#pragma once

#include "clockwork/game.h"
#include "platform/path.h"
#include "sim/flow.h"

#include <stdio.h>

enum { LEVEL_MAX = 128 };

typedef struct Levels {
    char folder[PATH_BYTES_MAX];
    char names[LEVEL_MAX][LEVEL_NAME_BYTES]; /* [a-z0-9-]+ */
    int count;
    bool are_files; /* maps; false: the game names its levels */
} Levels;

/* Finds the levels under an assets folder; none when there is no such folder. */
void levels_find(Levels *levels, const char *assets_dir);

/* Fills in the levels that the game names, or finds them if it names none. */
void levels_of_game(Levels *levels, const CwGame *game, const char *assets_dir);

/* Whether a text is a valid name of a level, and whether a path ends like a map's. */
bool level_is_name(const char *name);
bool level_is_file(const char *path);

/* The name of a level by its index in order (NULL: none), its index by its name (-1: unknown), and
 * the level after `name` (NULL: none). */
const char *levels_name(const Levels *levels, int index);
int levels_index(const Levels *levels, const char *name);
const char *levels_next(const Levels *levels, const char *name);

/* Finds a level by its name, or by a path that ends like a map's. The path is "" for a level
 * without a map. False: there is no such level, and the error lists the names. */
bool levels_resolve(const Levels *levels, const char *wanted, char path[PATH_BYTES_MAX],
                    char name[LEVEL_NAME_BYTES], CwError *error);
