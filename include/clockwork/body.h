/* Bodies, shapes, joints and ropes in a world, and the poses at which they are drawn.
 *
 * They are Chipmunk's own: create them with cpXxxNew, in `start` or inside ticks, and hand them
 * over here. The world then puts them into its space, interpolates the poses of bodies, tells the
 * owner of a shape what it touches, and removes and frees all when the owner is destroyed.
 *
 * A game may set any of Chipmunk's callbacks. They run inside the tick, so they may write only the
 * world; cw_space_world returns it. Function pointers and the user data of handlers and arbiters
 * are restored with the world but not hashed. Let them point only to functions and constants of the
 * program or to memory of the world; the state that chooses a callback belongs in a field
 * (field.h). Chipmunk calls `separateFunc` in no particular order, so only count or remove objects
 * there. docs/physics.md, "Chipmunk under Clockwork", has the rest. */
#pragma once

#include "clockwork/world.h"
CW_C_BEGIN

/* Each puts a Chipmunk object into the space and returns it. `owner` may be the zero handle: then
 * the object lives as long as the world. A shape's owner receives its events. A joint is also
 * removed with either of its bodies. Asserts on objects that Chipmunk would abort on (no mass, a
 * position that is not finite), on objects of another world, and on objects made by another copy of
 * Chipmunk. The world uses the user data of bodies, shapes and joints: do not set it. */
cpBody *cw_world_add_body(CwWorld *world, CwEntity owner, cpBody *body);
cpShape *cw_world_add_shape(CwWorld *world, CwEntity owner, cpShape *shape);
cpConstraint *cw_world_add_constraint(CwWorld *world, CwEntity owner, cpConstraint *constraint);

/* The table CwGame.content.collisions has a row for each class of things, with the classes that it
 * collides with. Two classes collide if either names the other.
 * docs/physics.md has an example.
 *
 * A shape has the class of its owner's kind (CwKind.collision_class); one without an owner, such as
 * the ground, has class 0. When a shape is added, its filter gets the table's categories and mask,
 * unless the game has set either. The group stays. */
#define CW_COLLIDES(collision_class) (UINT32_C(1) << (collision_class))
enum { CW_COLLISION_CLASS_MAX = 32 };

/* The collision type of one-way shapes: set it before cw_world_add_shape. Such a shape stops bodies
 * from above: from its body's +y side (a segment: from its own side nearest to +y). A body from
 * another side passes through until it has left. Turn the shape's body by 90 degrees to make a
 * one-way door. Add the first such shape outside of callbacks. */
#define CW_ONE_WAY ((cpCollisionType)0x6f6e652d776179) /* "one-way" in ASCII */

/* A fast body does not pass through shapes that are thinner than its path in a tick: it stops for
 * that tick where it would touch a solid shape. The inscribed circle of each of its shapes is swept
 * against the others' places at the start of the physics step; rotation is ignored, and two fast
 * bodies may miss each other. Sets the body's position function; `false` sets the default. */
void cw_body_set_fast(cpBody *body, bool fast);

/* Each removes and frees one object in the flush at the end of the tick. Until then it acts as
 * before, and pointers to it stay valid. While a level is built, it goes at once, or, if a query
 * callback removes it, when building ends. May be called anywhere in a tick, also from Chipmunk's
 * callbacks, and twice. A body's shapes and joints go with it, whoever owns them. Entities that
 * touched a shape get its end event in the next tick. Chipmunk's own remove functions are only for
 * joints that were added without an owner. */
void cw_world_remove_body(CwWorld *world, cpBody *body);
void cw_world_remove_shape(CwWorld *world, cpShape *shape);
void cw_world_remove_constraint(CwWorld *world, cpConstraint *constraint);

/* The owner of an object; zero if it has none, and for NULL (a ray that hit nothing). */
CwEntity cw_body_owner(const cpBody *body);
CwEntity cw_shape_owner(const cpShape *shape);
CwEntity cw_constraint_owner(const cpConstraint *constraint);

/* A pose of a body: its angle and its centre of gravity (its origin, unless moved). */
typedef struct CwTransform2 {
    double x_m, y_m;
    double angle_rad;
} CwTransform2;

/* The drawn pose of a body at alpha in [0,1] between the last two ticks: position linear, angle the
 * short way. Static bodies, and bodies that were just spawned or snapped, are at their current
 * pose. CwFrame.alpha is in (1,2) if the engine has run the coming tick ahead; pass no such alpha
 * of your own. Chipmunk's getters show the last tick. */
CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha);

/* The interpolation of a teleported body. */
typedef enum CwTeleportMode {
    CW_TELEPORT_SNAP,       /* nothing is drawn between the old place and the new */
    CW_TELEPORT_KEEP_MOTION /* the last tick's motion continues at the new place, for wrap-around */
} CwTeleportMode;

/* Moves a body within a tick. It keeps its velocity and is not drawn on the way. */
void cw_world_teleport(CwWorld *world, cpBody *body, CwTransform2 to, CwTeleportMode mode);

/* ---- polygons ----
 *
 * Chipmunk aborts on corners in a line and on crossing edges. These check simple polygons, also
 * concave ones, and split them into its convex shapes. */

/* False for non-finite corners, fewer than 3 corners, less than 1e-6 m2 or crossing edges. */
bool cw_world_check_polygon(const cpVect *corners_m, int count, CwError *error);

/* Called with each piece: convex, counter-clockwise, 3 or more corners, valid during the call. */
typedef void CwPolygonPieceFunction(const cpVect *corners_m, int count, void *context);

/* The convex pieces of a checked polygon, for drawing: at most count - 2 pieces with 3 * (count -
 * 2) corners in all. Only in a spawn or a tick, as it borrows memory of the world. */
void cw_polygon_split(const cpVect *corners_m, int count, CwPolygonPieceFunction *each,
                      void *context);

/* Common properties of the shapes of a polygon. Start from cw_polygon_desc_default(): zeros collide
 * with nothing and fail an assertion. */
typedef struct CwPolygonDesc {
    double radius_m;      /* rounds the corners, outwards; default 0 */
    double friction;      /* Chipmunk multiplies the friction of two shapes; default 0.6 */
    double elasticity;    /* multiplied, too; 0 is no bounce, 1 keeps all speed; default 0 */
    cpCollisionType type; /* the game's own number; default 0 */
    cpShapeFilter filter; /* default: collides with everything */
} CwPolygonDesc;
CwPolygonDesc cw_polygon_desc_default(void);

/* Adds convex shapes that cover a checked simple polygon (concave allowed) to `body`, all with the
 * properties of `desc`. Returns the number of pieces; 0 with `error` for a wrong polygon. */
int cw_world_add_polygon(CwWorld *world, CwEntity owner, cpBody *body, const cpVect *corners_m,
                         int count, const CwPolygonDesc *desc, CwError *error);

/* ---- ropes and chains: linked bodies from an anchor to a second anchor or a loose end ----
 *
 * The links are bodies of an entity and go with it; keep them in its data. A rope holds under a
 * load, because its links are not much lighter than the load and turn slowly, and because a joint
 * connects its ends. */

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
CW_C_END
