/* A map as text: recordings carry the files of a level. A map keeps the text it was made from, even
 * if its files change. Also a map's pictures and warnings. Knows neither JSON nor recordings. */
#pragma once

#include "clockwork/map.h"

enum { MAP_FILE_BYTES_MAX = 16 << 20 };

typedef struct MapText {
    const char *bytes; /* NULL: none */
    size_t size;
} MapText;

/* Like cw_map_load, for a text in memory, which the map copies. `name` replaces the path. */
CwMap *map_parse(const char *name, MapText text, CwError *error);

/* Like cw_map_load, without warnings by the loader or the game, to test a map. */
CwMap *map_load_quietly(const char *path, CwError *error);

/* Warns of classes and properties that the game did not ask for, once the level has started. */
void map_warn_unasked(const CwMap *map);

/* The text that the map was made from. The map owns it. */
MapText map_text(const CwMap *map);

/* Whether recordings hold the same text for two maps. */
bool map_says_same(const CwMap *map, const CwMap *other);

/* The map's picture files as rows for the renderer; the map owns both. */
const CwSpriteDef *map_pictures(const CwMap *map, int *count);

/* Whether a map was made from the file's present content. */
bool map_is_from(const CwMap *map, const char *path);
