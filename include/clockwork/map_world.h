/* A map in a world: drawing it, and making its tiles solid. docs/maps.md has an example.
 *
 * Neither happens by itself: call cw_draw_map in CW_PHASE_RENDER, and cw_map_build_collision in
 * `start` or a spawn. The game spawns entities for the map's objects. Of objects, cw_draw_map
 * draws only those with a tile or a text. */
#pragma once

#include "clockwork/map.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* The map that the world was made from; NULL without one. */
const CwMap *cw_world_map(const CwWorld *world);

/* The layers to draw, and the time of animated tiles. */
typedef struct CwMapDraw {
    const CwMap *map;
    int first, count; /* `count` layers from `first` on; for all: 0 and cw_map_layer_count(). A
                         group is a layer, too, and its members come after it */
    double time_s;    /* pass CwFrame.sim_s, so that tiles pause and rewind with the world */
} CwMapDraw;

/* Draws the map's visible layers from back to front, all on the list's current layer. Sets world
 * space, parallax 1. Only pictures of the run's own level are loaded, so draw no other map. */
void cw_draw_map(CwDrawList *list, const CwMapDraw *draw);

/* Settings for a map's collision shapes. Properties of a shape, its tile or its layer override
 * these: friction, elasticity, and surface for `type`. Two more are sensor and one_way. */
typedef struct CwMapCollision {
    CwEntity owner;       /* gets the shapes' events; default: no owner */
    int layer;            /* a tile layer; default -1: all, hidden ones too */
    double friction;      /* default 0.6 */
    double elasticity;    /* default 0 */
    cpCollisionType type; /* default 0; one-way shapes get CW_ONE_WAY (body.h) */
    cpShapeFilter filter; /* default: by CwGame.content.collisions; without a table all collide */
} CwMapCollision;
CwMapCollision cw_map_collision_default(void);

/* Adds the collision shapes of tiles to the world's static body. Solid tiles become an outline
 * without seams, so bodies do not catch between tiles. One-way tiles become their upper edges, and
 * sensors become boxes. Layers with a parallax or with the property collision = false are left out,
 * and so are tile objects: the game adds their shapes.
 *
 * A dynamic body whose centre gets into solid tiles is put outside again. This works if a shape of
 * the body covers the centre and its filter collides with the tiles.
 *
 * Call it only in `start`, a spawn or a tick, and at most once for each layer. Returns the number
 * of shapes. On failure returns -1 with an error; some shapes may exist then. */
int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error);

/* Like cw_map_build_collision, for one object of the map: a rectangle, an ellipse, a polygon or a
 * polyline. The object's properties override those of its layer. With one_way only its upper side
 * is solid. For a point, a text or a tile the call adds nothing and returns 0. */
int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error);

/* Puts a tile into a cell of a tile layer of the world's map, in a tick or in `start`. The tile may
 * be from any of the map's tilesets, flipped in any way; tileset -1 empties the cell. An unknown
 * tile, a cell outside of the layer and a call in a frame phase end the program with a message.
 *
 * The change belongs to this world: it is rewound, replayed and hashed with the world. From then on
 * cw_world_map returns a map of the world's own, so call cw_world_map in each tick and frame. The
 * shapes of cw_map_build_collision change at the end of the tick, and bodies that touched them
 * wake. Setting the tile that is already there does nothing. Changing a tile back does not restore
 * the old hash. */
void cw_map_set_tile(CwWorld *world, int layer, int column, int row, CwMapTile tile);
CW_C_END
