/* Ropes and chains: links that hang on one another, from an anchor to another or to a loose end.
 *
 * The links are bodies of an entity and go with it; keep them in its data. A rope holds under a
 * load, because its links are not much lighter than that, turn slowly, and a joint from end to end
 * keeps them together. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/draw.h"

/* Describes a rope. Start from cw_rope_desc_default(). */
typedef struct CwRopeDesc {
    cpBody *from;           /* holds its first end; NULL: the world, at that place */
    cpBody *to;             /* holds the other; NULL: it hangs loose */
    const cpVect *points_m; /* its course at first, in the world. The course's length is that of the
                               rope: a course with a bend makes a rope that sags */
    int point_count;        /* 2 or more */
    int link_count;         /* 1 or more; 0.2 to 0.5 m a link does */
    double mass_kgpm;       /* 3 */
    double load_kg;         /* mass that hangs on it: a link has at least 4 % of it; 0 */
    double radius_m;        /* half its thickness; 0.05 */
    double friction;        /* 0.5 */
    cpCollisionType type;   /* 0 */
    cpShapeFilter filter; /* the group 0 is replaced by the owner's slot, so links touch neither one
                             another nor other shapes of the group */
    bool stretches;       /* without the joint from end to end */
} CwRopeDesc;

/* A rope with the defaults above, which collides as its owner does. */
CwRopeDesc cw_rope_desc_default(void);

/* Adds the rope for an entity and fills in `links`, link_count of them, in order. Only in `start`,
 * a spawn or a tick. Bodies at its ends don't touch the links that they hold. */
void cw_world_add_rope(CwWorld *world, CwEntity owner, const CwRopeDesc *desc, cpBody **links);

/* The places of its ends and joints in the picture: count + 1 points, for cw_draw_polyline. */
void cw_rope_points(const CwWorld *world, cpBody *const *links, int count, double alpha,
                    CwPoint2 *points);
