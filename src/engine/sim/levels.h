/* The levels of a game: the Tiled maps in assets/levels. Those that assets/levels/order.txt names,
 * a name a line, come first and in its order; then the others, by name. */
#pragma once

#include "clockwork/base.h"
#include "platform/path.h"

#include <stdio.h>

enum { LEVEL_MAX = 64, LEVEL_NAME_BYTES = 64 };

#define LEVEL_WITHOUT_MAP "level" /* the only level of a game without maps */

typedef struct Levels {
    char folder[PATH_BYTES_MAX];
    char names[LEVEL_MAX][LEVEL_NAME_BYTES]; /* in order; [a-z0-9-]+ */
    int count;
} Levels;

/* Finds the levels under an assets folder; none when there is no such folder. */
void levels_find(Levels *levels, const char *assets_dir);

/* The levels in order; NULL after the last. */
const char *levels_name(const Levels *levels, int index);

/* The number of a level by its name, -1 for an unknown one. */
int levels_index(const Levels *levels, const char *name);

/* The level after one, NULL after the last and for an unknown one. */
const char *levels_next(const Levels *levels, const char *name);

/* By name, or by a path ending in .tmj. "" is LEVEL_WITHOUT_MAP. False lists the names. */
bool levels_resolve(const Levels *levels, const char *wanted, char path[PATH_BYTES_MAX],
                    char name[LEVEL_NAME_BYTES], CwError *error);
