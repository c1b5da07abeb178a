/* Bodies, shapes, joints and ropes in a world, and the poses at which they are drawn.
 *
 * The objects are Chipmunk's own: create them with cpXxxNew, in `start` or inside ticks, and add
 * them with the calls below. The world interpolates the poses of bodies and tells a shape's owner
 * what the shape touches. When an owner is destroyed, its objects are removed and freed.
 *
 * A game may set any of Chipmunk's callbacks. They run inside the tick, so they may write only the
 * world; cw_space_world returns it. Function pointers and the user data of handlers and arbiters
 * are restored with the world but not hashed. Let them point only to functions and constants of the
 * program or to memory of the world. If a callback depends on state, keep the state in a field
 * (field.h). Chipmunk calls `separateFunc` in no particular order, so only count or remove objects
 * there. docs/physics.md, "Chipmunk under Clockwork", has the rest. */
#pragma once

#include "clockwork/world.h"
CW_C_BEGIN

/* Put a Chipmunk object into the space and return it. `owner` may be the zero handle: then the
 * object lives as long as the world. A shape's owner receives its events. If either body of a joint
 * is removed, so is the joint. An assertion fails for a destroyed owner, for objects that Chipmunk
 * can't use, such as a body without mass, and for objects of another world or of another copy of
 * Chipmunk. The world uses the user data of bodies, shapes and joints: do not set it. */
cpBody *cw_world_add_body(CwWorld *world, CwEntity owner, cpBody *body);
cpShape *cw_world_add_shape(CwWorld *world, CwEntity owner, cpShape *shape);
cpConstraint *cw_world_add_constraint(CwWorld *world, CwEntity owner, cpConstraint *constraint);

/* The table CwGame.content.collisions says which classes of things collide. Row n holds
 * CW_COLLIDES(m) for each class m that class n collides with, joined by |. Two classes collide if
 * the row of either names the other. docs/physics.md has an example.
 *
 * A shape has the class of its owner's kind (CwKind.collision_class); one without an owner, such as
 * the ground, has class 0. When a shape is added, its filter gets the table's categories and mask,
 * unless the game has set either. The group stays. */
#define CW_COLLIDES(collision_class) (UINT32_C(1) << (collision_class))
enum { CW_COLLISION_CLASS_MAX = 32 };

/* The collision type of one-way shapes: set it before cw_world_add_shape. Such a shape stops bodies
 * that come from above, which is +y in the coordinates of the shape's body (for a segment, its side
 * nearest to +y). A body that comes from another side passes, and the shape can't stop it until it
 * has left the shape. For a one-way door turn the shape's body by 90 degrees. Add the first one-way
 * shape outside of callbacks. */
#define CW_ONE_WAY ((cpCollisionType)0x6f6e652d776179) /* "one-way" in ASCII */

/* Keeps a fast body, such as a bullet, from passing through thin shapes: where it would touch a
 * solid shape, it stops for the rest of the physics step. The inscribed circle of each of its
 * shapes is swept against other shapes as they are at the start of the step. Rotation is ignored,
 * and two fast bodies may miss each other. Sets the body's position function; `false` resets it. */
void cw_body_set_fast(cpBody *body, bool fast);

/* Remove and free one object in the flush at the end of the tick. Until then it acts as before, and
 * pointers to it stay valid. While a level is built, the object is removed at once, or, if a
 * query's callback makes the call, when building ends. The calls work anywhere in a tick, also in
 * Chipmunk's callbacks; a second call has no effect. A body's shapes and joints are removed with
 * it, whoever owns them. Entities that touched a removed shape get the end event in the next tick.
 * Use Chipmunk's own remove functions only for joints that were added without an owner. */
void cw_world_remove_body(CwWorld *world, cpBody *body);
void cw_world_remove_shape(CwWorld *world, cpShape *shape);
void cw_world_remove_constraint(CwWorld *world, cpConstraint *constraint);

/* The owner of an object; the zero handle if it has none, and for NULL (a ray that hit nothing). */
CwEntity cw_body_owner(const cpBody *body);
CwEntity cw_shape_owner(const cpShape *shape);
CwEntity cw_constraint_owner(const cpConstraint *constraint);

/* A pose of a body: its centre of gravity (by default its origin) and its angle. */
typedef struct CwTransform2 {
    double x_m, y_m;
    double angle_rad;
} CwTransform2;

/* The pose at which to draw a body, at alpha in [0,1] between its last two ticks; the angle turns
 * the short way. Static bodies, and bodies just spawned or teleported, are at their current pose.
 * CwFrame.alpha is in (1,2) if the engine has simulated the coming tick ahead; pass on such an
 * alpha, but never make one. Chipmunk's getters return the pose of the last tick. */
CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha);

/* The interpolation of a teleported body. */
typedef enum CwTeleportMode {
    CW_TELEPORT_SNAP,       /* the body is not drawn between the old place and the new */
    CW_TELEPORT_KEEP_MOTION /* the last tick's motion continues at the new place, for wrap-around */
} CwTeleportMode;

/* Moves a body to a pose at once, in a tick. The body keeps its velocity. */
void cw_world_teleport(CwWorld *world, cpBody *body, CwTransform2 to, CwTeleportMode mode);

/* ---- polygons ----
 *
 * Chipmunk takes convex polygons only, and aborts if corners lie in a line or edges cross. These
 * calls check polygons, also concave ones, and split them into convex shapes. */

/* False for fewer than 3 corners, non-finite corners, an area below 1e-6 m2, or crossing edges. */
bool cw_world_check_polygon(const cpVect *corners_m, int count, CwError *error);

/* Receives a convex piece of 3 or more corners, counter-clockwise, valid during the call. */
typedef void CwPolygonPieceFunction(const cpVect *corners_m, int count, void *context);

/* Passes the convex pieces of a checked polygon to `each`: at most count - 2 pieces with
 * 3 * (count - 2) corners in all. Call it only in `start`, a spawn or a tick; keep copies. */
void cw_polygon_split(const cpVect *corners_m, int count, CwPolygonPieceFunction *each,
                      void *context);

/* The properties of all shapes of a polygon. Start from cw_polygon_desc_default(): a desc of zeros
 * would collide with nothing, so it fails an assertion. */
typedef struct CwPolygonDesc {
    double radius_m;      /* rounds the corners, outwards; default 0 */
    double friction;      /* Chipmunk multiplies the friction of two shapes; default 0.6 */
    double elasticity;    /* multiplied, too; 0 is no bounce, 1 keeps all speed; default 0 */
    cpCollisionType type; /* the game's own number; default 0 */
    cpShapeFilter filter; /* default: collides with everything */
} CwPolygonDesc;
CwPolygonDesc cw_polygon_desc_default(void);

/* Checks a polygon, convex or concave, and adds convex shapes to `body` that cover it. Returns the
 * number of shapes; 0 with an error if the polygon is wrong. */
int cw_world_add_polygon(CwWorld *world, CwEntity owner, cpBody *body, const cpVect *corners_m,
                         int count, const CwPolygonDesc *desc, CwError *error);

/* ---- ropes and chains: linked bodies from an anchor to a second anchor or a loose end ----
 *
 * The links are bodies that an entity owns; keep them in its data. A loaded rope hardly stretches:
 * its links are heavy enough for the load, and a joint limits the distance of its ends. */

/* Describes a rope. Start from cw_rope_desc_default(): then the rope collides as its owner does. */
typedef struct CwRopeDesc {
    cpBody *from;           /* body at the first end; NULL: the end is fixed in the world */
    cpBody *to;             /* body at the other end; NULL: the end hangs loose */
    const cpVect *points_m; /* initial course in the world. The rope is as long as the course, so a
                               bent course makes it sag */
    int point_count;        /* 2 or more */
    int link_count;         /* 1 or more; links of 0.2 to 0.5 m work well */
    double mass_kgpm;       /* default 3 */
    double load_kg;         /* mass that will hang on the rope: each link has at least 4 % of
                               the load; default 0 */
    double radius_m;        /* half the rope's thickness; default 0.05 */
    double friction;        /* default 0.5 */
    cpCollisionType type;   /* default 0 */
    cpShapeFilter filter;   /* links don't collide with shapes of the same group, so not with one
                               another. If the group is 0, it becomes the owner's index1 */
    bool stretches;         /* true: no joint limits the distance between the ends */
} CwRopeDesc;
CwRopeDesc cw_rope_desc_default(void);

/* Adds a rope that `owner` owns, and fills in `links` with its link_count bodies in order. Only in
 * `start`, a spawn or a tick. Bodies at its ends don't touch the links that they hold. */
void cw_world_add_rope(CwWorld *world, CwEntity owner, const CwRopeDesc *desc, cpBody **links);

/* The points at which to draw a rope, from end to end: count + 1 points, for cw_draw_polyline. */
void cw_rope_points(const CwWorld *world, cpBody *const *links, int count, double alpha,
                    CwPoint2 *points);
CW_C_END
