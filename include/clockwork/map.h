/* A level made in Tiled: a JSON map (.tmj) with object layers.
 *
 * The loader checks everything before it hands it out: units become metres with y up (map property
 * `pixels_per_metre`), corners become world coordinates, sizes are positive, numbers finite.
 * Objects come in the order of the file, which is the order a game must create them in. The map
 * belongs to the engine and outlives the world made from it; strings in it are the map's.
 *
 * An object's class is Tiled's `type` (or `class`, in maps of Tiled 1.9). */
#ifndef CLOCKWORK_MAP_H
#define CLOCKWORK_MAP_H

#include "clockwork/base.h"

#include <chipmunk/chipmunk.h>

#pragma GCC visibility push(default)

typedef struct Map Map;

typedef enum MapShape { MAP_POINT, MAP_RECT, MAP_ELLIPSE, MAP_POLYGON, MAP_POLYLINE } MapShape;

typedef struct MapObject {
    int id;            /* Tiled's, for messages */
    const char *layer; /* name of its object layer */
    const char *type;  /* its class; "" when it has none */
    const char *name;
    MapShape shape;
    double parallax; /* parallaxx of the layer, 1 when not given */
    cpVect centre_m; /* centre of a rectangle or ellipse; position of a point; first corner of a
                        polygon */
    double width_m, height_m;
    double angle_rad;
    const cpVect *corners_m; /* world coordinates: polygon, polyline and the four of a rectangle */
    int corner_count;
    const void *properties; /* for map_number and map_text */
} MapObject;

/* Reads a map file. Problems that leave a usable level are warnings on stderr with file and object;
 * what does not gives NULL and an error with file, line and remedy. Free with map_free. */
Map *map_load(const char *path, Error *error);
void map_free(Map *map);

const char *map_path(const Map *map);

/* Hash of the file: replays of another version of a level are refused. */
uint64_t map_hash(const Map *map);

int map_object_count(const Map *map);
const MapObject *map_object(const Map *map, int index);

/* Size of the map, metres. Its bottom left is the origin. */
cpVect map_size_m(const Map *map);

/* A custom property of an object or, with object NULL, of the map; `fallback` when it is missing or
 * of another type. */
double map_number(const Map *map, const MapObject *object, const char *name, double fallback);
const char *map_text(const Map *map, const MapObject *object, const char *name,
                     const char *fallback);

#pragma GCC visibility pop

#endif
