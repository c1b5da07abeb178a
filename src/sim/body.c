/* Bodies, shapes and joints of a world, and the poses that drawing interpolates. */
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

/* Beyond this, Chipmunk's numbers lose the millimetres; a body that gets there is put back at rest.
 */
static const double FENCE_M = 20000.0;

static Owned *own(World *world, Entity owner)
{
    EntitySlot *slot = entity_slot(world, owner);
    if (slot == NULL) {
        return NULL;
    }
    Owned *owned = arena_calloc(1, sizeof *owned);
    owned->next = slot->owned;
    slot->owned = owned;
    return owned;
}

static Transform2 place_of(const cpBody *body)
{
    return (Transform2){.x_m = body->p.x, .y_m = body->p.y, .angle_rad = body->a};
}

static PoseSlot *pose_slot(const World *world, const cpBody *body)
{
    uintptr_t index1 = (uintptr_t)body->userData;
    return index1 == 0 ? NULL : &world->poses[index1 - 1];
}

cpBody *world_add_body(World *world, Entity owner, cpBody *body)
{
    CW_ASSERT(cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC || (body->m > 0 && body->m < INFINITY),
              "give a dynamic body a finite mass above 0");
    CW_ASSERT(
        cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC || (body->i > 0 && body->i <= INFINITY),
        "give a dynamic body a moment of inertia above 0 (cpMomentForBox, cpMomentForCircle)");
    CW_ASSERT(isfinite(body->p.x) && isfinite(body->p.y) && isfinite(body->a),
              "place bodies at finite numbers");
    world->poses =
        array_grow(world->poses, world->pose_count, &world->pose_capacity, sizeof *world->poses);
    PoseSlot *pose = &world->poses[world->pose_count++];
    *pose = (PoseSlot){
        .body = body, .owner = owner, .previous = place_of(body), .current = place_of(body)};
    body->userData = (cpDataPointer)(uintptr_t)world->pose_count;
    Owned *owned = own(world, owner);
    if (owned != NULL) {
        owned->body = body;
    }
    return cpSpaceAddBody(world->space, body);
}

cpShape *world_add_shape(World *world, Entity owner, cpShape *shape)
{
    uintptr_t packed = (uintptr_t)owner.generation << 32 | owner.index1;
    cpShapeSetUserData(shape, (cpDataPointer)packed);
    if (cpShapeGetBody(shape) == cpSpaceGetStaticBody(world->space)) {
        Owned *owned = own(world, owner);
        if (owned != NULL) {
            owned->shape = shape;
        }
    }
    return cpSpaceAddShape(world->space, shape);
}

cpConstraint *world_add_constraint(World *world, cpConstraint *constraint)
{
    return cpSpaceAddConstraint(world->space, constraint);
}

Entity shape_owner(const cpShape *shape)
{
    uintptr_t packed = (uintptr_t)shape->userData;
    return (Entity){.index1 = (uint32_t)packed, .generation = (uint32_t)(packed >> 32)};
}

/* The last pose takes the place of the one that goes. */
void body_forget(World *world, cpBody *body)
{
    PoseSlot *gone = pose_slot(world, body);
    *gone = world->poses[--world->pose_count];
    gone->body->userData = body->userData;
    body->userData = NULL;
}

void poses_snap(World *world, int first)
{
    for (int i = first; i < world->pose_count; i++) {
        PoseSlot *pose = &world->poses[i];
        pose->previous = pose->current = place_of(pose->body);
    }
}

void poses_remember(World *world)
{
    for (int i = 0; i < world->pose_count; i++) {
        world->poses[i].previous = world->poses[i].current;
    }
}

static void put_back(World *world, PoseSlot *pose)
{
    cpBody *body = pose->body;
    cpVect inside =
        cpv(cpfclamp(body->p.x, -FENCE_M, FENCE_M), cpfclamp(body->p.y, -FENCE_M, FENCE_M));
    cpBodySetPosition(body, inside);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0);
    pose->previous = place_of(body);
    events_publish(world, (Event){.type = EVENT_FENCED, .a = pose->owner, .point = inside});
}

void poses_read(World *world)
{
    for (int i = 0; i < world->pose_count; i++) {
        PoseSlot *pose = &world->poses[i];
        const cpBody *body = pose->body;
        bool inside = fabs(body->p.x) <= FENCE_M && fabs(body->p.y) <= FENCE_M;
        bool finite = isfinite(body->a + body->w + body->v.x + body->v.y + body->p.x + body->p.y);
        if (!finite) {
            world->broken = true;
            world->broken_body = body;
            return;
        }
        if (!inside) {
            put_back(world, pose);
        }
        pose->current = place_of(body);
    }
}

Transform2 world_pose(const World *world, const cpBody *body, double alpha)
{
    const PoseSlot *pose = pose_slot(world, body);
    if (pose == NULL) {
        return place_of(body);
    }
    const Transform2 *from = &pose->previous, *to = &pose->current;
    double turn = to->angle_rad - from->angle_rad;
    turn -= 2 * CP_PI * floor(turn / (2 * CP_PI) + 0.5); /* the short way */
    return (Transform2){.x_m = from->x_m + (to->x_m - from->x_m) * alpha,
                        .y_m = from->y_m + (to->y_m - from->y_m) * alpha,
                        .angle_rad = from->angle_rad + turn * alpha};
}

void world_teleport(World *world, cpBody *body, Transform2 to, TeleportMode mode)
{
    CW_ASSERT(isfinite(to.x_m) && isfinite(to.y_m) && isfinite(to.angle_rad),
              "teleport to finite numbers");
    PoseSlot *pose = pose_slot(world, body);
    CW_ASSERT(pose != NULL, "teleport bodies that world_add_body knows");
    Transform2 from = place_of(body);
    cpBodySetPosition(body, cpv(to.x_m, to.y_m));
    cpBodySetAngle(body, to.angle_rad);
    cpSpaceReindexShapesForBody(world->space, body);
    pose->current = to;
    if (mode == TELEPORT_SNAP) {
        pose->previous = to;
        return;
    }
    pose->previous.x_m += to.x_m - from.x_m;
    pose->previous.y_m += to.y_m - from.y_m;
    pose->previous.angle_rad += to.angle_rad - from.angle_rad;
}
