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

typedef struct CwMap CwMap;

typedef enum CwMapShape {
    CW_MAP_POINT,
    CW_MAP_RECT,
    CW_MAP_ELLIPSE,
    CW_MAP_POLYGON,
    CW_MAP_POLYLINE
} CwMapShape;

typedef struct CwMapObject {
    int id;            /* Tiled's, for messages */
    const char *layer; /* name of its object layer */
    const char *type;  /* its class; "" when it has none */
    const char *name;
    CwMapShape shape;
    double parallax; /* parallaxx of the layer, 1 when not given */
    cpVect centre_m; /* centre of a rectangle or ellipse; position of a point; first corner of a
                        polygon */
    double width_m, height_m;
    double angle_rad;
    const cpVect *corners_m; /* world coordinates: polygon, polyline and the four of a rectangle */
    int corner_count;
    const void *properties; /* for cw_map_number and cw_map_text */
} CwMapObject;

/* Reads a map file. Problems that leave a usable level are warnings on stderr with file and object;
 * what does not gives NULL and an error with file, line and remedy. Free with cw_map_free. */
CwMap *cw_map_load(const char *path, CwError *error);
void cw_map_free(CwMap *map);

const char *cw_map_path(const CwMap *map);

/* Hash of the file: replays of another version of a level are refused. */
uint64_t cw_map_hash(const CwMap *map);

int cw_map_object_count(const CwMap *map);
const CwMapObject *cw_map_object(const CwMap *map, int index);

/* Size of the map, metres. Its bottom left is the origin. */
cpVect cw_map_size_m(const CwMap *map);

/* A custom property of an object or, with object NULL, of the map; `fallback` when it is missing or
 * of another type. */
double cw_map_number(const CwMap *map, const CwMapObject *object, const char *name,
                     double fallback);
const char *cw_map_text(const CwMap *map, const CwMapObject *object, const char *name,
                        const char *fallback);

#pragma GCC visibility pop

#endif
