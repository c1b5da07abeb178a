/* Bodies, shapes and joints of a world, and the poses that drawing interpolates. */
#include "base/unit_check.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static void own(CwWorld *world, CwEntity owner, PartType type, void *part)
{
    EntitySlot *slot = entity_slot(world, owner);
    if (slot == NULL) {
        return;
    }
    Owned *owned = arena_calloc(1, sizeof *owned);
    *owned = (Owned){.next = slot->owned, .type = type, .part = part};
    slot->owned = owned;
}

static cpDataPointer packed(CwEntity owner)
{
    return (cpDataPointer)((uintptr_t)owner.generation << 32 | owner.index1);
}

static CwEntity unpacked(cpDataPointer data)
{
    uintptr_t bits = (uintptr_t)data;
    return (CwEntity){.index1 = (uint32_t)bits, .generation = (uint32_t)(bits >> 32)};
}

static const char TAKEN[] =
    "hand a body or shape over once, with cw_world_add_..., and leave its user data to the world";

static void check_origin(const CwWorld *world, const void *created)
{
    CW_ASSERT(arena_holds(world->arena, created),
              "created for another world, or with another Chipmunk: " LINK_REMEDY);
}

static CwTransform2 place_of(const cpBody *body)
{
    return (CwTransform2){.x_m = body->p.x, .y_m = body->p.y, .angle_rad = body->a};
}

static PoseSlot *pose_slot(const CwWorld *world, const cpBody *body)
{
    uintptr_t index1 = (uintptr_t)body->userData;
    if (index1 == 0) {
        return NULL;
    }
    CW_ASSERT(index1 <= (uintptr_t)world->pose_count && world->poses[index1 - 1].body == body,
              "leave the user data of bodies to the world: keep yours in the entity's data");
    return &world->poses[index1 - 1];
}

cpBody *cw_world_add_body(CwWorld *world, CwEntity owner, cpBody *body)
{
    check_origin(world, body);
    bool dynamic = cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC;
    CW_ASSERT(!dynamic || (body->m > 0 && body->m < INFINITY && isfinite(body->m_inv)),
              "give a dynamic body a finite mass above 0");
    CW_ASSERT(
        !dynamic || (body->i > 0 && isfinite(body->i_inv)),
        "give a dynamic body a moment of inertia above 0 (cpMomentForBox, cpMomentForCircle)");
    CW_ASSERT(isfinite(body->p.x) && isfinite(body->p.y) && isfinite(body->a),
              "place bodies at finite numbers");
    CW_ASSERT(body->userData == NULL && body->space == NULL, TAKEN);
    world->poses =
        array_grow(world->poses, world->pose_count, &world->pose_capacity, sizeof *world->poses);
    PoseSlot *pose = &world->poses[world->pose_count++];
    *pose = (PoseSlot){
        .body = body, .owner = owner, .previous = place_of(body), .current = place_of(body)};
    body->userData = (cpDataPointer)(uintptr_t)world->pose_count;
    own(world, owner, PART_BODY, body);
    return cpSpaceAddBody(world->space, body);
}

cpShape *cw_world_add_shape(CwWorld *world, CwEntity owner, cpShape *shape)
{
    check_origin(world, shape);
    CW_ASSERT(shape->userData == NULL && shape->space == NULL, TAKEN);
    world->shape_count++;
    shape->userData = packed(owner);
    const PoseSlot *pose = pose_slot(world, cpShapeGetBody(shape));
    if (pose == NULL || !cw_entity_equal(pose->owner, owner)) {
        own(world, owner, PART_SHAPE, shape);
    }
    return cpSpaceAddShape(world->space, shape);
}

cpConstraint *cw_world_add_constraint(CwWorld *world, CwEntity owner, cpConstraint *constraint)
{
    check_origin(world, constraint);
    CW_ASSERT(constraint->a->m < INFINITY || constraint->b->m < INFINITY,
              "join at least one dynamic body: two that nothing moves can't be solved");
    constraint->userData = packed(owner);
    own(world, owner, PART_CONSTRAINT, constraint);
    return cpSpaceAddConstraint(world->space, constraint);
}

CwEntity cw_shape_owner(const cpShape *shape)
{
    return shape == NULL ? (CwEntity){0} : unpacked(shape->userData);
}

CwEntity cw_constraint_owner(const cpConstraint *constraint)
{
    return unpacked(constraint->userData);
}

CwEntity cw_body_owner(const cpBody *body)
{
    const PoseSlot *pose =
        body->space == NULL ? NULL : pose_slot(cw_space_world(body->space), body);
    return pose == NULL ? (CwEntity){0} : pose->owner;
}

void disown(CwWorld *world, CwEntity owner, const void *part)
{
    EntitySlot *slot = entity_slot(world, owner);
    for (Owned **link = slot == NULL ? NULL : &slot->owned; link != NULL && *link != NULL;
         link = &(*link)->next) {
        if ((*link)->part == part) {
            Owned *owned = *link;
            *link = owned->next;
            arena_free(owned);
            return;
        }
    }
}

/* The last pose takes the place of the one that goes. */
void body_forget(CwWorld *world, cpBody *body)
{
    PoseSlot *gone = pose_slot(world, body);
    *gone = world->poses[--world->pose_count];
    gone->body->userData = body->userData;
    body->userData = NULL;
}

void poses_snap(CwWorld *world, int first)
{
    for (int i = first; i < world->pose_count; i++) {
        PoseSlot *pose = &world->poses[i];
        pose->previous = pose->current = place_of(pose->body);
    }
}

void poses_remember(CwWorld *world)
{
    for (int i = 0; i < world->pose_count; i++) {
        world->poses[i].previous = world->poses[i].current;
    }
}

static bool is_inside(double x_m, double y_m)
{
    return fabs(x_m) < FENCE_M && fabs(y_m) < FENCE_M;
}

/* What falls against the fence for ever is reported once. */
static void put_back(CwWorld *world, PoseSlot *pose)
{
    cpBody *body = pose->body;
    cpVect inside =
        cpv(cpfclamp(body->p.x, -FENCE_M, FENCE_M), cpfclamp(body->p.y, -FENCE_M, FENCE_M));
    cpBodySetPosition(body, inside);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0);
    if (is_inside(pose->current.x_m, pose->current.y_m)) {
        int order = world->desc.settings.substeps + (int)(pose - world->poses);
        events_record(world, order,
                      (CwEvent){.type = CW_EVENT_FENCED, .a = pose->owner, .point = inside});
    }
    pose->previous = place_of(body);
}

bool body_is_finite(const cpBody *body)
{
    return isfinite(body->p.x + body->p.y + body->a + body->v.x + body->v.y + body->w + body->f.x +
                    body->f.y + body->t + body->v_bias.x + body->v_bias.y + body->w_bias);
}

void poses_read(CwWorld *world)
{
    for (int i = 0; i < world->pose_count; i++) {
        PoseSlot *pose = &world->poses[i];
        const cpBody *body = pose->body;
        if (!body_is_finite(body)) {
            world->broken = true;
            return;
        }
        if (!is_inside(body->p.x, body->p.y)) {
            put_back(world, pose);
        }
        pose->current = place_of(body);
    }
}

CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha)
{
    const PoseSlot *pose = pose_slot(world, body);
    if (pose == NULL) {
        return place_of(body);
    }
    const CwTransform2 *from = &pose->previous, *to = &pose->current;
    double turn = to->angle_rad - from->angle_rad;
    turn -= 2 * CP_PI * floor(turn / (2 * CP_PI) + 0.5); /* the short way */
    return (CwTransform2){.x_m = from->x_m + (to->x_m - from->x_m) * alpha,
                          .y_m = from->y_m + (to->y_m - from->y_m) * alpha,
                          .angle_rad = from->angle_rad + turn * alpha};
}

void cw_world_teleport(CwWorld *world, cpBody *body, CwTransform2 to, CwTeleportMode mode)
{
    CW_ASSERT(isfinite(to.x_m) && isfinite(to.y_m) && isfinite(to.angle_rad),
              "teleport to finite numbers");
    PoseSlot *pose = pose_slot(world, body);
    CW_ASSERT(pose != NULL, "teleport bodies that cw_world_add_body knows");
    CwTransform2 from = place_of(body);
    cpBodySetPosition(body, cpv(to.x_m, to.y_m));
    cpBodySetAngle(body, to.angle_rad);
    cpSpaceReindexShapesForBody(world->space, body);
    pose->current = to;
    if (mode == CW_TELEPORT_SNAP) {
        pose->previous = to;
        return;
    }
    pose->previous.x_m += to.x_m - from.x_m;
    pose->previous.y_m += to.y_m - from.y_m;
    pose->previous.angle_rad += to.angle_rad - from.angle_rad;
}
