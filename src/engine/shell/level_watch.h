/* The files of the level that is played: its map, and the tilesets and templates that this names.
 * Has one been saved, and are they whole? As file_watch.h for each; polled by the loop. */
#ifndef SHELL_LEVEL_WATCH_H
#define SHELL_LEVEL_WATCH_H

#include "base/file_watch.h"
#include "map/map_text.h"

enum { LEVEL_FILES_MAX = 32 }; /* the first of them; the map is the first of all */

typedef struct LevelWatch {
    FileWatch files[LEVEL_FILES_MAX];
} LevelWatch;

/* What is in the files now is known. A map of NULL has none. */
void level_watch_begin(LevelWatch *watch, const CwMap *map);

/* True when one has been saved and all that were are whole. */
bool level_watch_poll(LevelWatch *watch, const CwMap *map);

/* After they were read; false when one was written meanwhile. */
bool level_watch_take(LevelWatch *watch, const CwMap *map);

#endif
