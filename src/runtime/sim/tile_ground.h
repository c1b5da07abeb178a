/* The solid tiles of a world: what cw_map_build_collision was asked for, and the forms of the tiles
 * that it met. tile_collision.c makes shapes of them, and tile_expel.c keeps bodies out of them.
 *
 * A ground lies in the world's arena. Its size depends on the kinds of tiles, not on their number.
 * Cells are read from the map. */
#pragma once

#include "clockwork/map_world.h"
#include "map/map_reader.h"
#include "map/tile_outline.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>

enum { TILE_CORNERS_MAX = 256 }; /* corners of a form */

/* A surface of tiles. */
typedef struct TileMaterial {
    double friction, elasticity;
    cpCollisionType type; /* CW_ONE_WAY: only upper edges are solid */
    bool is_sensor;
} TileMaterial;

/* A placed shape of a tile, from the cell's bottom left, y up, in outline units. */
typedef struct TileForm {
    OutlinePoint *corners; /* counter-clockwise, unless it is a line */
    int count;
    int material;
    OutlineKind kind;
    bool is_sensor;
    bool is_full; /* the form fills the cell */
} TileForm;

/* The forms of the tiles with one number, which includes their flips. */
typedef struct TileKind {
    struct TileKind *next; /* in the same list of the table */
    uint32_t gid;
    int form_count;
    TileForm *forms;
} TileKind;

enum { TILE_KIND_LISTS = 128 };

typedef struct GroundLayer {
    int index;           /* of the map's layers */
    OutlinePoint origin; /* from the map's top left, y up */
    const MapLayerData *data;
    cpVect corner_m; /* the top left of the layer's first cell */
    cpVect cells_per_m, cell_count;
    TileKind *kinds[TILE_KIND_LISTS]; /* lists by gid */
} GroundLayer;

typedef struct TileGround {
    struct TileGround *next; /* the world's next ground; NULL after the last */
    const CwMap *map;
    CwMapCollision desc;
    int number;           /* among the world's grounds */
    cpShapeFilter filter; /* filter of the ground's shapes */
    int64_t reach;        /* how far forms reach out of their cells */
    TileMaterial *materials;
    int material_count, material_capacity;
    GroundLayer *layers; /* layers with solid tiles, from back to front */
    int layer_count;
} TileGround;

/* A change of a cell, which counts from the layer's first one. */
typedef struct TileChange {
    int layer, column, row;
    uint32_t before; /* number of the tile that was there */
} TileChange;

/* The tiles of a world that has changed some. */
typedef struct WorldTiles {
    CwMap map;           /* shares all but chunks of cells with the loaded one */
    uint64_t digest;     /* sum over the changed cells */
    TileChange *changes; /* changes of this tick */
    int count, capacity;
} WorldTiles;

/* Marks of a ground's shapes, above the owner in their user data. Segments of each kind of outline
 * have their own, and sensors have that of the first kind. */
enum { GROUNDS_MAX = 80 };
static inline uintptr_t ground_mark(const TileGround *ground, OutlineKind kind)
{
    return (uintptr_t)(1 + ground->number * OUTLINE_KIND_COUNT + (int)kind) << OWNER_BITS;
}

static inline bool ground_has_shape(const TileGround *ground, OutlineKind kind,
                                    const cpShape *shape)
{
    return (uintptr_t)shape->userData >> OWNER_BITS << OWNER_BITS == ground_mark(ground, kind);
}

/* Updates a ground's shapes for a box of changed cells, row by row, in a flush. */
void ground_update(CwWorld *world, TileGround *ground, const TileChange *changes, int count);

/* The index of the material that these properties name, over those of the ground's layer. */
int ground_material(TileGround *ground, int layer, const CwMapProperties *of_shape);

/* The kind of tiles with a number; NULL: not met yet. */
const TileKind *ground_find_kind(const GroundLayer *layer, uint32_t gid);

/* Like ground_find_kind, but adds the kind if it is new. Allocates from the current arena. */
const TileKind *ground_kind(TileGround *ground, GroundLayer *layer, uint32_t gid);

int64_t outline_units(double px);

/* The bottom left of a cell, from the map's top left, y up. */
OutlinePoint ground_cell_foot(const CwMap *map, const GroundLayer *layer, int column, int row);

/* The corners of an object that is no ellipse, or of a polygon in place of an ellipse. */
int ground_corners(const CwMapObject *shape, cpVect corners[TILE_CORNERS_MAX]);

cpVect ground_to_world(const CwMap *map, OutlinePoint at);
OutlinePoint ground_from_world(const CwMap *map, cpVect at_m);

/* The number of the tile at a place, and the place in cells from the layer's first one; 0: none. */
static inline uint32_t layer_gid_at(const GroundLayer *layer, cpVect at_m, cpVect *at)
{
    double x = at->x = (at_m.x - layer->corner_m.x) * layer->cells_per_m.x;
    double y = at->y = (layer->corner_m.y - at_m.y) * layer->cells_per_m.y;
    bool is_inside = x >= 0 && y >= 0 && x < layer->cell_count.x && y < layer->cell_count.y;
    return is_inside ? map_cell(layer->data, (int)x, (int)y) : 0;
}

/* Whether a body's centre may be in solid tiles. */
static inline bool grounds_have_tile(const TileGround *grounds, cpVect at_m)
{
    for (const TileGround *ground = grounds; ground != NULL; ground = ground->next) {
        cpVect at;
        for (int i = 0; i < ground->layer_count; i++) {
            if (layer_gid_at(&ground->layers[i], at_m, &at) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* Moves a body whose centre is in solid tiles out of them, after it has moved from `before_m` and
 * before contacts are found. */
void grounds_expel(const TileGround *grounds, cpBody *body, cpVect before_m, double dt_s);
