/* Reading a Tiled map's JSON field by field, with messages that say where and what to do.
 *
 * Used by map.c and map_object.c only. Jansson keeps line numbers for syntax errors alone, so
 * everything after parsing is named by file, layer and object id: what Tiled shows too. Owns the
 * Map struct's layout; knows neither world nor game. */
#ifndef SIM_MAP_READER_H
#define SIM_MAP_READER_H

#include "clockwork/map.h"

#include <jansson.h>

enum {
    MAP_OBJECTS_MAX = 100000,
    MAP_CORNERS_MAX = 10000, /* of one polygon or polyline */
    MAP_WARNINGS_MAX = 20    /* printed for one file; the rest is counted */
};

#define MAP_REACH_MAX_M 20000.0 /* coordinates and sizes beyond are a mistake */

struct CwMap {
    char *path;
    char *text; /* of the file */
    size_t text_bytes;
    json_t *root; /* strings and properties of the objects live in it */
    CwMapObject *objects;
    int object_count;
    int object_capacity;
    cpVect size_m;
    double pixels_per_metre;
    uint64_t hash; /* of the file */
    int warning_count;
};

/* What a message is about. Layer NULL: the map itself; object_id 0: the layer itself. */
typedef struct MapPlace {
    CwMap *map;
    const char *layer;
    int object_id;
} MapPlace;

/* A layer's share in where its objects are; groups hand theirs down. */
typedef struct MapLayer {
    MapPlace place;
    cpVect offset_px; /* y down */
    double parallax;
} MapLayer;

/* "FILE: layer "L", object 7: ..." as an error; returns false. */
bool map_refuse(const MapPlace *place, CwError *error, const char *format, ...) CW_PRINTF(3, 4);

/* The same on stderr, for what leaves a usable level. */
void map_warn(const MapPlace *place, const char *format, ...) CW_PRINTF(2, 3);

/* Each reads one member of a JSON object: absent gives `fallback` (for `need`: an error), a wrong
 * type an error that names the key. */
bool map_read_number(const MapPlace *place, const json_t *from, const char *key, double fallback,
                     double *value, CwError *error);
bool map_need_number(const MapPlace *place, const json_t *from, const char *key, double *value,
                     CwError *error);
bool map_read_text(const MapPlace *place, const json_t *from, const char *key, const char **value,
                   CwError *error); /* "" when absent */
bool map_read_array(const MapPlace *place, const json_t *from, const char *key, json_t **value,
                    CwError *error); /* NULL when absent */

/* Refuses `properties` that are not Tiled's list of {name, value}. */
bool map_check_properties(const MapPlace *place, const json_t *from, CwError *error);

/* Value of a property in a list of them, or NULL. */
json_t *map_property(const json_t *properties, const char *name);

/* Appends the objects of one object layer. */
bool map_read_objects(const MapLayer *layer, const json_t *objects, CwError *error);

#endif
