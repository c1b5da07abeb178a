/* The files of the level that is played: its map, and the tilesets and templates that the map
 * names. Tells when one has been saved and all of them are whole. Polled each frame. */
#ifndef SHELL_LEVEL_WATCH_H
#define SHELL_LEVEL_WATCH_H

#include "base/file_watch.h"
#include "map/map_text.h"

enum { LEVEL_FILES_MAX = 32 }; /* of a level's files, the map first; further ones are not watched */

typedef struct LevelWatch {
    FileWatch files[LEVEL_FILES_MAX];
    int64_t next_ns; /* when to look again */
} LevelWatch;

/* Takes the files as they are now. A map of NULL has none. */
void level_watch_begin(LevelWatch *watch, const CwMap *map);

/* True when a file has been saved and all that were are whole. */
bool level_watch_poll(LevelWatch *watch, const CwMap *map, int64_t now_ns);

/* After they were read; false when one was written meanwhile. */
bool level_watch_take(LevelWatch *watch, const CwMap *map);

#endif
