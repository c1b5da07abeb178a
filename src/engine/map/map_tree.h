/* The text of a map, tileset or template as a tree of jansson's: what Tiled would write as JSON,
 * whether it was JSON or XML.
 *
 * One difference: lists of tile numbers under "data" are texts of them, separated by commas, as
 * XML has them: a list of a million takes 100 MB as values. Elements of XML have their line under
 * MAP_LINE_KEY. Pure; used by map.c. */
#pragma once

#include "map/map_text.h"

#include <jansson.h>

#define MAP_LINE_KEY "line\n" /* no name that a file could have */

/* Bounds on what is parsed: a value takes up to 60 bytes then, so a file at most 60 MB. An object
 * takes as much as MAP_OBJECT_VALUES. A level of 20,000 corners and 6,000 other objects, as Tiled
 * writes it, has 5 MB and 300,000 values. */
enum { MAP_VALUES_MAX = 1000000, MAP_OBJECT_VALUES = 4 };

/* The caller owns the tree; NULL with an error that names `path`, line and column. */
json_t *map_tree(const char *path, MapText text, CwError *error);

/* The same of XML. */
json_t *map_tree_of_xml(const char *path, MapText text, CwError *error);
