/* A map as the text of its files, for sessions on a level that a recording carries; and its
 * pictures. A map keeps the text that it was made of, whatever becomes of its files. Knows neither
 * JSON nor recordings. */
#pragma once

#include "clockwork/map.h"

enum { MAP_FILE_BYTES_MAX = 16 << 20 };

typedef struct MapText {
    const char *bytes; /* NULL: none */
    size_t size;
} MapText;

/* cw_map_load of a text in memory, which the map copies. `name` takes the path's place. */
CwMap *map_parse(const char *name, MapText text, CwError *error);

/* cw_map_load to see whether that works: it and its game warn of nothing. */
CwMap *map_load_quietly(const char *path, CwError *error);

/* The first warning, of the loader or its game, and how many there were; "" for none. */
const char *map_first_warning(const CwMap *map, int *count);

/* Once the level has started: names classes and properties that nobody asked for. */
void map_warn_unasked(const CwMap *map);

/* A property that is only read later. */
void map_note_property(CwMap *map, const char *name);

/* The text that the map was made of. The map owns it. */
MapText map_text(const CwMap *map);

/* Whether recordings carry the same text for two maps. */
bool map_says_same(const CwMap *map, const CwMap *other);

/* The map's picture files as rows for the renderer; both are the map's. */
const CwSpriteDef *map_pictures(const CwMap *map, int *count);

/* Whether a map was made of what is in a file now. */
bool map_is_from(const CwMap *map, const char *path);
