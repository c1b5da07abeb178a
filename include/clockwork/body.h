/* Bodies, shapes and joints in a world, and the places where they are drawn.
 *
 * They are Chipmunk's own: create them with cpXxxNew, in `start` or inside ticks, and hand them
 * over here. The world then puts them into its space, interpolates the poses of bodies, tells the
 * owner of a shape what it touches, and removes and frees all when the owner is destroyed.
 *
 * All of Chipmunk's callbacks are a game's to set: collision handlers of every sort, velocity and
 * position functions, pre- and post-solve of joints, forces of springs, post-step callbacks. They
 * are parts of the tick and may write nothing but the world; what they need of it they find by
 * cw_space_world. Function pointers and the user data of handlers and arbiters are restored with
 * the world, but no hash sees them: two runs that differ there look alike until it shows in what
 * bodies do. So let them be functions and constants of the program or memory of the world, and what
 * decides between them a field. Separate functions are called in no particular order: count in
 * them, or remove. docs/physics.md, "Chipmunk under Clockwork", has the rest. */
#pragma once

#include "clockwork/world.h"

/* Each puts a Chipmunk object into the space and returns it. `owner` may be the zero handle: then
 * the object lives as long as the world. A shape's owner is who gets its events. Joints go with
 * either of their bodies, too. Refuses by assertion what Chipmunk would abort on (no mass,
 * non-finite position), and what was not created for this world or by another Chipmunk than the
 * library's. The user data of bodies, shapes and joints are the world's. */
cpBody *cw_world_add_body(CwWorld *world, CwEntity owner, cpBody *body);
cpShape *cw_world_add_shape(CwWorld *world, CwEntity owner, cpShape *shape);
cpConstraint *cw_world_add_constraint(CwWorld *world, CwEntity owner, cpConstraint *constraint);

/* Each takes a single one out and frees it, in the tick's flush: till then it goes on as before,
 * and pointers to it hold. While a level is built: at once, but from a query callback only when
 * building ends. From anywhere in a tick, Chipmunk's callbacks included; asking twice is asking
 * once. A body takes its shapes and joints along, whoever owns them. What touched a shape is told
 * so in the next tick. Chipmunk's own calls are only for joints that were added without an owner.
 */
void cw_world_remove_body(CwWorld *world, cpBody *body);
void cw_world_remove_shape(CwWorld *world, cpShape *shape);
void cw_world_remove_constraint(CwWorld *world, cpConstraint *constraint);

/* The owner that something was added for; zero for none, and for NULL: a ray that hit nothing. */
CwEntity cw_body_owner(const cpBody *body);
CwEntity cw_shape_owner(const cpShape *shape);
CwEntity cw_constraint_owner(const cpConstraint *constraint);

/* A place of a body: its centre of gravity, which is its origin unless the game has moved it, and
 * its angle. */
typedef struct CwTransform2 {
    double x_m, y_m;
    double angle_rad;
} CwTransform2;

/* The drawn place of a body at alpha in [0,1] between the last two ticks: position linear, angle
 * the short way. A body that was just spawned, or teleported with a snap, is where it is. Static
 * bodies too. At alpha in (1,2), where CwFrame.alpha says so, it is between the last tick and the
 * coming one, of which nothing else in the world tells: all other functions show the last tick. */
CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha);

/* The same of all bodies at once, which is cheaper: how many there are, and the first `capacity` of
 * them. An index is a body's until a flush that removes bodies; -1: the space's own static body. */
int cw_world_poses(const CwWorld *world, double alpha, CwTransform2 *poses, int capacity);
int cw_body_index(const cpBody *body);

/* How a moved body is drawn between its old place and the new. */
typedef enum CwTeleportMode {
    CW_TELEPORT_SNAP,       /* nothing is drawn between the old place and the new */
    CW_TELEPORT_KEEP_MOTION /* the last tick's motion continues at the new place (wrap-around
                             * worlds)
                             */
} CwTeleportMode;

/* Moves a body within a tick without a streak between old and new place. */
void cw_world_teleport(CwWorld *world, cpBody *body, CwTransform2 to, CwTeleportMode mode);
