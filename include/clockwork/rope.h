/* Ropes and chains: linked bodies from an anchor to a second anchor or a loose end.
 *
 * The links are bodies of an entity and go with it; keep them in its data. A rope holds under a
 * load, because its links are not much lighter than the load and turn slowly, and because a joint
 * connects its ends. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/draw.h"

/* Describes a rope. Start from cw_rope_desc_default(): it collides as its owner does. */
typedef struct CwRopeDesc {
    cpBody *from;           /* holds the first end; NULL: the world does */
    cpBody *to;             /* body at the other end; NULL: it hangs loose */
    const cpVect *points_m; /* initial course in the world. The rope is as long as the course, so a
                               bent course makes it sag */
    int point_count;        /* 2 or more */
    int link_count;         /* 1 or more; links of 0.2 to 0.5 m work well */
    double mass_kgpm;       /* default 3 */
    double load_kg;         /* mass of the load: a link has at least 4 % of it; default 0 */
    double radius_m;        /* half the rope's thickness; default 0.05 */
    double friction;        /* default 0.5 */
    cpCollisionType type;   /* default 0 */
    cpShapeFilter filter;   /* group 0 becomes the owner's slot + 1, so links touch neither one
                               another nor other shapes of that group */
    bool stretches;         /* true: omits the joint from end to end */
} CwRopeDesc;
CwRopeDesc cw_rope_desc_default(void);

/* Adds the rope for an entity and fills in `links`, link_count of them, in order. Only in `start`,
 * a spawn or a tick. Bodies at its ends don't touch the links that they hold. */
void cw_world_add_rope(CwWorld *world, CwEntity owner, const CwRopeDesc *desc, cpBody **links);

/* The places of a rope's ends and joints in the picture: count + 1 points, for cw_draw_polyline. */
void cw_rope_points(const CwWorld *world, cpBody *const *links, int count, double alpha,
                    CwPoint2 *points);
