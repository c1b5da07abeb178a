/* Adds bodies, shapes and joints to a world, and keeps the poses that drawing interpolates. */
#include "base/report.h"
#include "base/unit_check.h"
#include "sim/body_check.h"
#include "sim/breadcrumb.h"
#include "sim/session.h"
#include "sim/world_rows.h"

#include <math.h>
#include <string.h>

static void own_object(CwWorld *world, CwEntity owner, ObjectType type, void *object)
{
    EntitySlot *slot = entity_slot(world, owner);
    CW_ASSERT(slot != NULL || owner.index1 == 0,
              "add objects for a live entity, or for none: the owner was destroyed");
    if (slot == NULL) {
        return;
    }
    Owned *owned = arena_calloc(1, sizeof *owned);
    *owned = (Owned){.next = slot->owned, .type = type, .object = object};
    slot->owned = owned;
}

/* Stores the owner of a shape or joint. Returns the user data for it; NULL for no owner. */
static cpDataPointer add_part_owner(CwWorld *world, CwEntity owner)
{
    if (cw_entity_equal(owner, (CwEntity){0})) {
        return NULL;
    }
    uint32_t index1 = world->free_part_owner;
    if (index1 != 0) {
        world->free_part_owner = world->part_owners[index1 - 1].index1;
    } else {
        world->part_owners =
            arena_grow_array(world->part_owners, world->part_owner_count,
                             &world->part_owner_capacity, sizeof *world->part_owners);
        index1 = (uint32_t)++world->part_owner_count;
    }
    world->part_owners[index1 - 1] = owner;
    return (cpDataPointer)(uintptr_t)index1;
}

void part_owner_forget(CwWorld *world, cpDataPointer user_data)
{
    uintptr_t index1 = (uintptr_t)user_data & OWNER_MASK;
    if (index1 != 0 && index1 <= (uintptr_t)world->part_owner_count) {
        world->part_owners[index1 - 1] = (CwEntity){.index1 = world->free_part_owner};
        world->free_part_owner = (uint32_t)index1;
    }
}

/* The owner of a shape or joint, by its user data. */
static CwEntity owner_of_object(const void *object, cpDataPointer user_data)
{
    const Arena *arena = user_data == NULL ? NULL : arena_at(object);
    return arena == NULL ? (CwEntity){0} : part_owner(arena->root, user_data);
}

static const char TAKEN[] =
    "hand a body or shape over once, with cw_world_add_..., and leave its user data to the world";

static void check_origin(const CwWorld *world, const void *created)
{
    CW_ASSERT(created != NULL, "give the call a body, shape or joint to add, which is NULL");
    CW_ASSERT(arena_holds(world->arena, created),
              "created for another world, or with another Chipmunk: " LINK_REMEDY);
}

static CwTransform2 place_of(const cpBody *body)
{
    return (CwTransform2){.x_m = body->p.x, .y_m = body->p.y, .angle_rad = body->a};
}

/* The index of the body's row + 1; 0: the body is in no world. */
static inline uint32_t body_index1(const CwWorld *world, const cpBody *body)
{
    uint32_t index1 = (uint32_t)(uintptr_t)body->userData;
    CW_ASSERT(index1 == 0 ||
                  (index1 <= (uint32_t)world->body_count && world->bodies[index1 - 1] == body),
              "leave the user data of bodies to the world: keep yours in the entity's data");
    return index1;
}

static CwEntity owner_of(const CwWorld *world, const cpBody *body)
{
    uint32_t index1 = body_index1(world, body);
    return index1 == 0 ? (CwEntity){0} : world->body_owners[index1 - 1];
}

static void *grow_rows(const CwWorld *world, void *rows, int *capacity, size_t size)
{
    *capacity = world->body_capacity;
    return arena_grow_array(rows, world->body_count, capacity, size);
}

static void grow_bodies(CwWorld *world)
{
    int capacity;
    world->bodies = grow_rows(world, world->bodies, &capacity, sizeof *world->bodies);
    world->body_owners =
        grow_rows(world, world->body_owners, &capacity, sizeof *world->body_owners);
    world->previous_poses =
        grow_rows(world, world->previous_poses, &capacity, sizeof *world->previous_poses);
    world->current_poses =
        grow_rows(world, world->current_poses, &capacity, sizeof *world->current_poses);
    world->body_capacity = capacity;
}

cpBody *cw_world_add_body(CwWorld *world, CwEntity owner, cpBody *body)
{
    ASSERT_IN_TICK();
    check_origin(world, body);
    bool is_dynamic = cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC;
    ASSERT_NUMBER(body->m,
                  !is_dynamic || (body->m > 0 && body->m < INFINITY && isfinite(body->m_inv)),
                  "give a dynamic body a finite mass above 0");
    ASSERT_NUMBER(
        body->i, !is_dynamic || (body->i > 0 && isfinite(body->i_inv)),
        "give a dynamic body a moment of inertia above 0 (cpMomentForBox, cpMomentForCircle)");
    ASSERT_NUMBER(body->p.x + body->p.y + body->a,
                  isfinite(body->p.x) && isfinite(body->p.y) && isfinite(body->a),
                  "place bodies at finite numbers");
    CW_ASSERT(body->userData == NULL && body->space == NULL, TAKEN);
    grow_bodies(world);
    int index = world->body_count++;
    world->bodies[index] = body;
    world->body_owners[index] = owner;
    world->previous_poses[index] = world->current_poses[index] = place_of(body);
    body->userData = (cpDataPointer)(uintptr_t)world->body_count;
    if (body->position_func == cpBodyUpdatePosition) {
        cpBodySetPositionUpdateFunc(body, body_update_position);
    }
    own_object(world, owner, OBJECT_BODY, body);
    return cpSpaceAddBody(world->space, body);
}

static cpShapeFilter filter_of_class(const CwWorld *world, int collision_class, cpGroup group)
{
    const WorldDesc *desc = &world->desc;
    ASSERT_NUMBER(collision_class, collision_class >= 0 && collision_class < desc->collision_count,
                  "name a row of CwGame.content.collisions");
    uint32_t mask = desc->collisions[collision_class];
    for (int i = 0; i < desc->collision_count; i++) {
        mask |= (desc->collisions[i] >> collision_class & 1) << i;
    }
    return cpShapeFilterNew(group, CW_COLLIDES(collision_class), mask);
}

cpShape *cw_world_add_shape(CwWorld *world, CwEntity owner, cpShape *shape)
{
    ASSERT_IN_TICK();
    check_origin(world, shape);
    cpBB box = cpShapeCacheBB(shape);
    CW_ASSERT(isfinite(shape->massInfo.area) && box.l <= box.r && box.b <= box.t,
              "create a shape with finite numbers and a radius of 0 or more");
    CW_ASSERT(shape->userData == NULL && shape->space == NULL, TAKEN);
    const EntitySlot *slot = entity_slot(world, owner);
    cpShapeFilter given = cpShapeGetFilter(shape);
    if (world->desc.collision_count > 0 && (given.categories & given.mask) == CP_ALL_CATEGORIES) {
        int of_kind = slot == NULL ? 0 : world->desc.kinds[slot->kind].collision_class;
        cpShapeSetFilter(shape, filter_of_class(world, of_kind, given.group));
    }
    if (cpShapeGetCollisionType(shape) == CW_ONE_WAY) {
        handlers_add_one_way(world);
    }
    world->shape_count++;
    shape->userData = add_part_owner(world, owner);
    if (!cw_entity_equal(owner_of(world, cpShapeGetBody(shape)), owner)) {
        own_object(world, owner, OBJECT_SHAPE, shape);
    }
    return cpSpaceAddShape(world->space, shape);
}

cpConstraint *cw_world_add_constraint(CwWorld *world, CwEntity owner, cpConstraint *constraint)
{
    ASSERT_IN_TICK();
    check_origin(world, constraint);
    CW_ASSERT(constraint->a->m < INFINITY || constraint->b->m < INFINITY,
              "join at least one dynamic body: two that nothing moves can't be solved");
    constraint->userData = add_part_owner(world, owner);
    own_object(world, owner, OBJECT_CONSTRAINT, constraint);
    return cpSpaceAddConstraint(world->space, constraint);
}

/* Refuse to free an object that is still in a space, which would keep a pointer to it. */
#define FREE_FUNCTION(Type)                                                                        \
    void chipmunk_##Type##Free(Type *object);                                                      \
    void Type##Free(Type *object)                                                                  \
    {                                                                                              \
        CW_ASSERT(object == NULL || object->space == NULL,                                         \
                  #Type "Free of what is in the world: destroy its owner or call "                 \
                        "cw_world_remove_...");                                                    \
        chipmunk_##Type##Free(object);                                                             \
    }
FREE_FUNCTION(cpBody)
FREE_FUNCTION(cpShape)
FREE_FUNCTION(cpConstraint)

CwEntity cw_shape_owner(const cpShape *shape)
{
    return shape == NULL ? (CwEntity){0} : owner_of_object(shape, shape->userData);
}

CwEntity cw_constraint_owner(const cpConstraint *constraint)
{
    return constraint == NULL ? (CwEntity){0} : owner_of_object(constraint, constraint->userData);
}

CwEntity cw_body_owner(const cpBody *body)
{
    bool has_owner = body != NULL && body->space != NULL;
    return has_owner ? owner_of(cw_space_world(body->space), body) : (CwEntity){0};
}

void disown(CwWorld *world, CwEntity owner, const void *object)
{
    EntitySlot *slot = entity_slot(world, owner);
    for (Owned **link = slot == NULL ? NULL : &slot->owned; link != NULL && *link != NULL;
         link = &(*link)->next) {
        if ((*link)->object == object) {
            Owned *owned = *link;
            *link = owned->next;
            arena_free(owned);
            return;
        }
    }
}

/* Removes a body's row. The last row moves to its place. */
void body_forget(CwWorld *world, cpBody *body)
{
    uint32_t index = body_index1(world, body) - 1;
    int last = --world->body_count;
    world->bodies[index] = world->bodies[last];
    world->body_owners[index] = world->body_owners[last];
    world->previous_poses[index] = world->previous_poses[last];
    world->current_poses[index] = world->current_poses[last];
    world->bodies[index]->userData = body->userData;
    body->userData = NULL;
}

void poses_snap(CwWorld *world, int first)
{
    for (int i = first; i < world->body_count; i++) {
        world->previous_poses[i] = world->current_poses[i] = place_of(world->bodies[i]);
    }
}

void poses_remember(CwWorld *world)
{
    if (world->body_count > 0) {
        memcpy(world->previous_poses, world->current_poses,
               (size_t)world->body_count * sizeof *world->previous_poses);
    }
}

static bool is_inside(double x_m, double y_m)
{
    return fabs(x_m) < FENCE_M && fabs(y_m) < FENCE_M;
}

/* Puts a body back inside the fence and records the event. */
static void put_body_back(CwWorld *world, int index)
{
    cpBody *body = world->bodies[index];
    const CwTransform2 *last_pose = &world->current_poses[index];
    cpVect inside =
        cpv(cpfclamp(body->p.x, -FENCE_M, FENCE_M), cpfclamp(body->p.y, -FENCE_M, FENCE_M));
    cpBodySetPosition(body, inside);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0);
    if (is_inside(last_pose->x_m, last_pose->y_m)) {
        events_record(
            world, world->substep_count + index,
            (CwEvent){.type = CW_EVENT_FENCED, .a = world->body_owners[index], .point = inside});
    }
    world->previous_poses[index] = place_of(body);
}

/* Puts a body back if it is outside of the fence. False: its numbers are not finite. */
__attribute__((noinline)) static bool keep_inside(CwWorld *world, int index)
{
    const cpBody *body = world->bodies[index];
    if (!body_is_finite(body)) {
        return false;
    }
    if (!is_inside(body->p.x, body->p.y)) {
        put_body_back(world, index);
    }
    return true;
}

/* Turns up to this are the short way for sure; half a turn is not, because of rounding. */
static const double SHORT_TURN_RAD = 3;

/* Adds whole turns to the previous angle, so that a blend turns the short way. */
static inline void turn_the_short_way(CwTransform2 *previous, const CwTransform2 *current)
{
    double turn = current->angle_rad - previous->angle_rad;
    if (fabs(turn) > SHORT_TURN_RAD) {
        previous->angle_rad += 2 * CP_PI * floor(turn / (2 * CP_PI) + 0.5);
    }
}

void poses_read(CwWorld *world)
{
    CwTransform2 *previous = world->previous_poses, *current = world->current_poses;
    int count = world->body_count;
    for (int i = 0; i < count; i++) {
        const cpBody *body = world->bodies[i];
        if (!body_is_calm(body, FENCE_M) && !keep_inside(world, i)) {
            world->is_broken = true;
            return;
        }
        current[i] = place_of(body);
        turn_the_short_way(&previous[i], &current[i]);
    }
}

static inline CwTransform2 between(const CwTransform2 *from, const CwTransform2 *to, double alpha)
{
    return (CwTransform2){.x_m = from->x_m + (to->x_m - from->x_m) * alpha,
                          .y_m = from->y_m + (to->y_m - from->y_m) * alpha,
                          .angle_rad = from->angle_rad + (to->angle_rad - from->angle_rad) * alpha};
}

/* Worlds beside the run's have no coming tick, so they are drawn with a delay. */
CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha)
{
    ASSERT_GIVEN(body);
    int index = (int)body_index1(world, body) - 1;
    CwTransform2 pose;
    if (index < 0) {
        return place_of(body);
    }
    if (alpha >= 1 && coming_pose(world, index, alpha, &pose)) {
        return pose;
    }
    double share = alpha > 1 ? alpha - coming_owner_lead(world) : alpha;
    return between(&world->previous_poses[index], &world->current_poses[index], share);
}

void cw_world_teleport(CwWorld *world, cpBody *body, CwTransform2 to, CwTeleportMode mode)
{
    ASSERT_IN_TICK();
    ASSERT_GIVEN(body);
    ASSERT_NUMBER(to.x_m + to.y_m + to.angle_rad,
                  is_inside(to.x_m, to.y_m) && isfinite(to.angle_rad),
                  "teleport to finite numbers within 20 km of the origin");
    uint32_t index1 = body_index1(world, body);
    CW_ASSERT(index1 != 0, "teleport bodies that cw_world_add_body knows");
    CwTransform2 from = place_of(body);
    cpBodySetAngle(body, to.angle_rad);
    cpVect centre = cpTransformVect(body->transform, body->cog); /* vector from the body's origin */
    cpBodySetPosition(body, cpvsub(cpv(to.x_m, to.y_m), centre));
    cpSpaceReindexShapesForBody(world->space, body);
    CwTransform2 *previous = &world->previous_poses[index1 - 1];
    world->current_poses[index1 - 1] = to;
    if (mode == CW_TELEPORT_SNAP) {
        *previous = to;
        return;
    }
    previous->x_m += to.x_m - from.x_m;
    previous->y_m += to.y_m - from.y_m;
    previous->angle_rad += to.angle_rad - from.angle_rad;
    turn_the_short_way(previous, &to);
}
