/* Reads a map, tileset or template as a tree of jansson's, as Tiled would write it in JSON.
 *
 * Lists of tile numbers under "data" become texts with commas, as in XML, because a million values
 * take 100 MB. XML elements have their line under MAP_LINE_KEY. Pure; used by map.c. */
#pragma once

#include "base/text.h"
#include "map/map_text.h"

#include <jansson.h>

#define MAP_LINE_KEY "line\n" /* a name that no file can have */

/* Limits on parsing: a value takes up to 60 bytes, so a file 60 MB, and an object as much as
 * MAP_OBJECT_VALUES values. A level of 20,000 corners and 6,000 other objects has 300,000. */
enum { MAP_VALUES_MAX = 1000000, MAP_OBJECT_VALUES = 4 };

/* Writes a tree as the text of a file, without lines of XML. The caller frees its bytes. */
Text map_tree_write(json_t *tree);

/* Reads a tree, which the caller owns; NULL with an error that names `path`, line and column. */
json_t *map_tree(const char *path, MapText text, CwError *error);
