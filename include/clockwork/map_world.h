/* A map in a world: drawing it, and making its tiles solid.
 *
 * Neither is automatic: call cw_draw_map in the render phase, and cw_map_build_collision in `start`
 * or a spawn. Objects are the game's, but cw_draw_map draws pictures and text. */
#pragma once

#include "clockwork/map_layer.h"
#include "clockwork/world.h"

/* The map that the world was made from: as `start` got it. */
const CwMap *cw_world_map(const CwWorld *world);

/* The layers to draw, and the time for animated tiles. Pass CwFrame.sim_s, so that they pause, slow
 * down, rewind and replay with the world. */
typedef struct CwMapDraw {
    const CwMap *map;
    int first, count; /* layers from `first` on: 0 and cw_map_layer_count() for all; a group's
                         layers follow it */
    double time_s;
} CwMapDraw;

/* Draws what the camera sees of visible layers, in the map's order, onto the list's layer. Only for
 * the world's own map, as pictures of others are not loaded. It leaves world space, parallax 1. */
void cw_draw_map(CwDrawList *list, const CwMapDraw *draw);

/* One layer of it, also a hidden one. */
void cw_draw_map_layer(CwDrawList *list, const CwMap *map, int layer, double time_s);

/* Defaults for the shapes of a map. Properties of a collision shape, its tile or its layer override
 * them: friction, elasticity, surface (the type), sensor and one_way. */
typedef struct CwMapCollision {
    CwEntity owner;       /* gets their events; none by default */
    int layer;            /* -1: every tile layer, hidden ones too */
    double friction;      /* 0.6 */
    double elasticity;    /* 0 */
    cpCollisionType type; /* 0; that of one-way shapes is CW_ONE_WAY (body.h) */
    cpShapeFilter filter; /* as the game's table says (CwGame.collisions); else with everything */
} CwMapCollision;

/* The desc to begin with. */
CwMapCollision cw_map_collision_default(void);

/* Adds the collision shapes of tiles to the world's static body. Solid ones become their common
 * outline: segments that know their neighbours, so bodies do not catch on seams between tiles.
 * One-way tiles become their upper edges, sensors become few boxes. A layer that moves with a
 * parallax or has the property collision = false is left out, and so are tile objects: the game
 * makes those. Returns the number of shapes; -1 with an error, which says what to do, and some
 * of the shapes made. */
int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error);

/* The same for one object of the map: a rectangle, an ellipse, a polygon or a polyline. Its own
 * properties override those of its layer. With one_way it is solid from above, whatever its form.
 * Other objects get no shapes; the call returns 0. */
int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error);
