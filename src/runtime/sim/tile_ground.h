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
    bool is_full; /* a solid form or a sensor that fills the cell */
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
    int index;                        /* of the map's layers */
    OutlinePoint origin;              /* from the map's top left, y up */
    TileKind *kinds[TILE_KIND_LISTS]; /* lists by gid */
} GroundLayer;

typedef struct TileGround {
    struct TileGround *next; /* the world's next ground; NULL after the last */
    const CwMap *map;
    CwMapCollision desc;
    int number;           /* among the world's grounds, from 1 */
    cpShapeFilter filter; /* filter of the ground's shapes */
    double reach_px;      /* how far forms reach out of their cells */
    TileMaterial *materials;
    int material_count, material_capacity;
    GroundLayer *layers; /* layers with solid tiles, from back to front */
    int layer_count;
} TileGround;

/* A box of cells of a layer, from its first one, some of which have changed in this tick. */
typedef struct TileChange {
    int layer, left, top, right, bottom;
} TileChange;

/* The tiles of a world that has changed some. */
typedef struct WorldTiles {
    CwMap map;       /* shares all but chunks of cells with the loaded one */
    uint64_t digest; /* sum over the changed cells */
    TileChange *changes;
    int count, capacity;
} WorldTiles;

/* Shapes of a ground have its number and the kind of their outline above the owner in their user
 * data. Boxes of sensors have OUTLINE_LINE, and other sensors OUTLINE_SOLID. */
enum { GROUNDS_MAX = 80 };

/* The kind of outline of a ground's shape; below 0: the shape is not the ground's. */
static inline int ground_outline_kind(const TileGround *ground, const cpShape *shape)
{
    int kind =
        (int)((uintptr_t)shape->userData >> OWNER_BITS) - ground->number * OUTLINE_KIND_COUNT;
    return kind < OUTLINE_KIND_COUNT ? kind : -1;
}

/* A box in outline units, from the map's top left, y up; or one of cells. */
typedef struct OutlineBox {
    OutlinePoint low, high;
} OutlineBox;

/* The layer of a ground with this index, if its shapes follow changes of tiles; else NULL. */
GroundLayer *ground_changing_layer(CwWorld *world, TileGround *ground, int index);

/* Returns the index of the material. */
int ground_add_material(TileGround *ground, const TileMaterial *material);

/* The index of the material that these properties name, over those of the ground's layer. */
int ground_material(TileGround *ground, int layer, const CwMapProperties *of_shape);

/* Gives a shape a material and the ground's filter. */
void ground_set_surface(const TileGround *ground, cpShape *shape, int material);

/* The forms of the tiles with a number. Allocates from the current arena if it is new. */
const TileKind *ground_kind(TileGround *ground, GroundLayer *layer, uint32_t gid);

/* The forms of the tile in a cell of the map; NULL: there is no tile. */
static inline const TileKind *ground_kind_at(TileGround *ground, GroundLayer *layer, int column,
                                             int row)
{
    const MapLayerData *data = &ground->map->layers[layer->index];
    int x = column - data->about.column, y = row - data->about.row;
    bool is_inside = x >= 0 && y >= 0 && x < data->about.column_count && y < data->about.row_count;
    uint32_t gid = is_inside ? map_cell(data, x, y) : 0;
    return gid == 0 ? NULL : ground_kind(ground, layer, gid);
}

int64_t outline_units(double px);

/* The top left of a cell of a layer at `origin`. */
OutlinePoint ground_corner(const CwMap *map, OutlinePoint origin, int column, int row);

/* The cells of a layer at `origin` whose forms can reach into a box. */
OutlineBox ground_cells(const TileGround *ground, OutlinePoint origin, const OutlineBox *box);

/* The corners of an object that is no ellipse, or of a polygon in place of an ellipse. */
int ground_corners(const CwMapObject *shape, cpVect corners[TILE_CORNERS_MAX]);

cpVect ground_to_world(const CwMap *map, OutlinePoint at);
OutlinePoint ground_from_world(const CwMap *map, cpVect at_m);

/* Moves a body whose centre is in solid tiles out of them, after it has moved from `old_m` and
 * before contacts are found. */
void grounds_expel(TileGround *grounds, cpBody *body, cpVect old_m, double dt_s);
