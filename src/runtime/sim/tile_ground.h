/* A ground is a set of solid tiles, made by one call of cw_map_build_collision. It collects the
 * forms of its tiles when it first needs them. tile_collision.c makes shapes of them, and
 * tile_expel.c keeps bodies out of them.
 *
 * A ground lies in the world's arena. Its size depends on the kinds of tiles, not on their number,
 * because cells are read from the map. */
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

/* A shape of a tile, in outline units from the cell's bottom left, y up. */
typedef struct TileForm {
    OutlinePoint *corners; /* counter-clockwise, unless it is a line */
    int count;
    int material;
    OutlineKind kind;
    bool is_sensor;
    bool is_full; /* fills the cell, and is solid or a sensor */
} TileForm;

/* The forms of all tiles with the same number, which includes their flips. */
typedef struct TileKind {
    struct TileKind *next; /* next kind in the same list of GroundLayer.kinds */
    uint32_t gid;
    int form_count;
    TileForm *forms;
} TileKind;

enum { TILE_KIND_LISTS = 128 };

typedef struct GroundLayer {
    int index;                        /* index in the map's layers */
    OutlinePoint origin;              /* from the map's top left, y up */
    TileKind *kinds[TILE_KIND_LISTS]; /* hash table by gid */
} GroundLayer;

typedef struct TileGround {
    struct TileGround *next; /* the world's next ground; NULL after the last */
    const CwMap *map;
    CwMapCollision desc;
    int number;           /* number among the world's grounds, from 1 */
    cpShapeFilter filter; /* filter of the ground's shapes */
    double reach_px;      /* the most that a form reaches out of its cell */
    TileMaterial *materials;
    int material_count, material_capacity;
    GroundLayer *layers; /* layers with solid tiles, from back to front */
    int layer_count;
} TileGround;

/* A box of a layer's cells, counted from its first one, that includes all that changed together. */
typedef struct TileChange {
    int layer, left, top, right, bottom;
} TileChange;

/* The tiles of a world in which some were changed. */
typedef struct WorldTiles {
    CwMap map;           /* shares everything except changed chunks of cells with the loaded map */
    uint64_t digest;     /* sum over all changed cells */
    TileChange *changes; /* changes of this tick */
    int count, capacity;
} WorldTiles;

/* The user data of a ground's shapes has the ground's number and the kind of outline above the bits
 * of the owner. Boxes of sensors have OUTLINE_LINE, and other sensors OUTLINE_SOLID. */
enum { GROUNDS_MAX = 80 };

/* The kind of outline of a ground's shape. Below 0: the shape is not the ground's. */
static inline int ground_outline_kind(const TileGround *ground, const cpShape *shape)
{
    int kind =
        (int)((uintptr_t)shape->userData >> OWNER_BITS) - ground->number * OUTLINE_KIND_COUNT;
    return kind < OUTLINE_KIND_COUNT ? kind : -1;
}

/* A box in outline units from the map's top left, y up, or a box of cells. */
typedef struct OutlineBox {
    OutlinePoint low, high;
} OutlineBox;

/* The ground's layer with this index in the map. NULL: none, or its shapes don't follow changes. */
GroundLayer *ground_changing_layer(CwWorld *world, TileGround *ground, int index);

/* Finds or adds a material. Returns its index. */
int ground_add_material(TileGround *ground, const TileMaterial *material);

/* The index of a shape's material. The shape's properties override those of its layer. */
int ground_material(TileGround *ground, int layer, const CwMapProperties *of_shape);

/* Gives a shape a material and the ground's filter. */
void ground_set_surface(const TileGround *ground, cpShape *shape, int material);

/* The forms of the tiles with a number. A new number allocates from the current arena. */
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

/* Writes an object's corners, for an ellipse those of a polygon. Returns their count. */
int ground_corners(const CwMapObject *shape, cpVect corners[TILE_CORNERS_MAX]);

cpVect ground_to_world(const CwMap *map, OutlinePoint at);
OutlinePoint ground_from_world(const CwMap *map, cpVect at_m);

/* Moves a body out of solid tiles if its centre is inside. Call it when the body has moved from
 * `old_m`, and before contacts are found. */
void grounds_expel(TileGround *grounds, cpBody *body, cpVect old_m, double dt_s);
