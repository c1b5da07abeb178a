/* A map in a world: drawing it, and making its tiles solid.
 *
 * Neither is automatic: call cw_draw_map in the render phase, and cw_map_build_collision in `start`
 * or a spawn. The game makes objects, but cw_draw_map draws tile and text objects. */
#pragma once

#include "clockwork/map.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* The map that the world was made from; NULL without one. */
const CwMap *cw_world_map(const CwWorld *world);

/* The layers to draw, and the time for animated tiles. Pass CwFrame.sim_s, so that they pause, slow
 * down, rewind and replay with the world. */
typedef struct CwMapDraw {
    const CwMap *map;
    int first, count; /* layers from `first` on: 0 and cw_map_layer_count() for all; a group's
                         layers follow it */
    double time_s;
} CwMapDraw;

/* Draws the visible layers in the camera's view, in the map's order, onto the list's layer. Only
 * for the world's own map, as pictures of others are not loaded. Sets world space, parallax 1. */
void cw_draw_map(CwDrawList *list, const CwMapDraw *draw);

/* Settings for the collision shapes of a map. Properties of a shape, its tile or its layer override
 * friction, elasticity and type (`surface`), and add sensor and one_way. */
typedef struct CwMapCollision {
    CwEntity owner;       /* gets the shapes' events; default: no owner */
    int layer;            /* a tile layer; default -1: all, hidden ones too */
    double friction;      /* default 0.6 */
    double elasticity;    /* default 0 */
    cpCollisionType type; /* default 0; one-way shapes get CW_ONE_WAY (body.h) */
    cpShapeFilter filter; /* default: by CwGame.content.collisions; without a table all collide */
} CwMapCollision;
CwMapCollision cw_map_collision_default(void);

/* Adds the collision shapes of tiles to the world's static body. Solid tiles become one outline of
 * segments with neighbours set, so that bodies do not catch on seams between tiles. A dynamic body
 * whose centre gets into solid tiles is put outside again, if one of its shapes is around its
 * centre and collides with the tiles by its filter. One-way tiles become upper edges, and sensors
 * become boxes. Layers with a parallax or with collision = false are left out. So are tile objects:
 * the game adds their shapes. Only in `start`, a spawn or a tick, and once for a layer. Returns the
 * number of shapes; -1 with an error, which says what to do, and some of the shapes made. */
int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error);

/* Like cw_map_build_collision, for one object of the map: a rectangle, an ellipse, a polygon or a
 * polyline. The object's properties override its layer's. With one_way the object is solid from
 * above, whatever its form. Other objects get no shapes, and the call returns 0. */
int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error);
CW_C_END

/* Puts a tile into a cell of a tile layer of the world's map, in a tick or in `start`. A tile with
 * tileset -1 empties the cell. Any tile of the map's tilesets can be set, with any mirrors; another
 * one, a cell outside of the layer and a call from a view end the program with a message.
 *
 * The change belongs to the world alone: it is rewound, recorded and hashed with it, and forks and
 * other worlds have their own. From then on cw_world_map returns the world's own map, which
 * cw_map_tile_at and cw_draw_map read: ask for it anew in each tick and frame. The collision shapes
 * of cw_map_build_collision follow at the end of the tick, and bodies that touched a shape that
 * changed wake. Setting the tile that is there does nothing. Setting back the old tile doesn't give
 * back the old hash, because shapes have been made anew. */
void cw_map_set_tile(CwWorld *world, int layer, int column, int row, CwMapTile tile);
