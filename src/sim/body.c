/* Bodies, shapes and joints of a world, and the poses that drawing interpolates. */
#include "base/unit_check.h"
#include "sim/body_check.h"
#include "sim/world.h"

#include <math.h>
#include <string.h>

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

/* 0: none of the world's. */
static inline size_t pose_index1(const CwWorld *world, const cpBody *body)
{
    size_t index1 = (uintptr_t)body->userData;
    CW_ASSERT(index1 == 0 ||
                  (index1 <= (size_t)world->pose_count && world->poses[index1 - 1].body == body),
              "leave the user data of bodies to the world: keep yours in the entity's data");
    return index1;
}

static PoseSlot *pose_slot(const CwWorld *world, const cpBody *body)
{
    size_t index1 = pose_index1(world, body);
    return index1 == 0 ? NULL : &world->poses[index1 - 1];
}

static void grow_poses(CwWorld *world)
{
    int count = world->pose_count, before = world->pose_capacity, also = before;
    world->poses = array_grow(world->poses, count, &world->pose_capacity, sizeof *world->poses);
    world->previous_poses =
        array_grow(world->previous_poses, count, &before, sizeof *world->previous_poses);
    world->current_poses =
        array_grow(world->current_poses, count, &also, sizeof *world->current_poses);
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
    grow_poses(world);
    int index = world->pose_count++;
    world->poses[index] = (PoseSlot){.body = body, .owner = owner};
    world->previous_poses[index] = world->current_poses[index] = place_of(body);
    body->userData = (cpDataPointer)(uintptr_t)world->pose_count;
    if (body->position_func == cpBodyUpdatePosition) {
        cpBodySetPositionUpdateFunc(body, body_update_position);
    }
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
    ptrdiff_t index = gone - world->poses;
    int last = --world->pose_count;
    *gone = world->poses[last];
    world->previous_poses[index] = world->previous_poses[last];
    world->current_poses[index] = world->current_poses[last];
    gone->body->userData = body->userData;
    body->userData = NULL;
}

void poses_snap(CwWorld *world, int first)
{
    for (int i = first; i < world->pose_count; i++) {
        world->previous_poses[i] = world->current_poses[i] = place_of(world->poses[i].body);
    }
}

void poses_remember(CwWorld *world)
{
    if (world->pose_count > 0) {
        memcpy(world->previous_poses, world->current_poses,
               (size_t)world->pose_count * sizeof *world->previous_poses);
    }
}

static bool is_inside(double x_m, double y_m)
{
    return fabs(x_m) < FENCE_M && fabs(y_m) < FENCE_M;
}

/* What falls against the fence for ever is reported once. */
static void put_back(CwWorld *world, int index)
{
    cpBody *body = world->poses[index].body;
    const CwTransform2 *before = &world->current_poses[index];
    cpVect inside =
        cpv(cpfclamp(body->p.x, -FENCE_M, FENCE_M), cpfclamp(body->p.y, -FENCE_M, FENCE_M));
    cpBodySetPosition(body, inside);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0);
    if (is_inside(before->x_m, before->y_m)) {
        events_record(
            world, world->desc.settings.substeps + index,
            (CwEvent){.type = CW_EVENT_FENCED, .a = world->poses[index].owner, .point = inside});
    }
    world->previous_poses[index] = place_of(body);
}

/* False where it has no place any more. */
__attribute__((noinline)) static bool keep_inside(CwWorld *world, int index)
{
    const cpBody *body = world->poses[index].body;
    if (!body_is_finite(body)) {
        return false;
    }
    if (!is_inside(body->p.x, body->p.y)) {
        put_back(world, index);
    }
    return true;
}

void poses_read(CwWorld *world)
{
    const PoseSlot *poses = world->poses;
    CwTransform2 *current = world->current_poses;
    int count = world->pose_count;
    for (int i = 0; i < count; i++) {
        const cpBody *body = poses[i].body;
        body_prefetch(poses[i + BODIES_AHEAD < count ? i + BODIES_AHEAD : i].body);
        if (!body_is_calm(body, FENCE_M) && !keep_inside(world, i)) {
            world->broken = true;
            return;
        }
        current[i] = place_of(body);
    }
}

/* Less than this is the short way, whatever rounding does; more may be. */
static const double SHORT_TURN_RAD = 3;

static inline CwTransform2 between(const CwTransform2 *from, const CwTransform2 *to, double alpha)
{
    double turn = to->angle_rad - from->angle_rad;
    if (!(fabs(turn) <= SHORT_TURN_RAD)) {
        turn -= 2 * CP_PI * floor(turn / (2 * CP_PI) + 0.5);
    }
    return (CwTransform2){.x_m = from->x_m + (to->x_m - from->x_m) * alpha,
                          .y_m = from->y_m + (to->y_m - from->y_m) * alpha,
                          .angle_rad = from->angle_rad + turn * alpha};
}

CwTransform2 cw_world_pose(const CwWorld *world, const cpBody *body, double alpha)
{
    size_t index1 = pose_index1(world, body);
    return index1 == 0 ? place_of(body)
                       : between(&world->previous_poses[index1 - 1],
                                 &world->current_poses[index1 - 1], alpha);
}

/* Two numbers in a register: what compilers make of plain code here takes twice as long. */
typedef double Pair __attribute__((vector_size(16)));

static Pair load(const CwTransform2 *two, int at)
{
    Pair pair;
    memcpy(&pair, (const char *)two + (size_t)at * sizeof pair, sizeof pair);
    return pair;
}

static void store(CwTransform2 *two, int at, Pair pair)
{
    memcpy((char *)two + (size_t)at * sizeof pair, &pair, sizeof pair);
}

_Static_assert(2 * sizeof(CwTransform2) == 3 * sizeof(Pair), "two poses are three pairs");

/* An even number of poses; false where an angle may have gone the long way, or many turned a lot.
 */
static bool interpolate(const CwTransform2 *from, const CwTransform2 *to, double alpha, int count,
                        CwTransform2 *poses)
{
    Pair turns2 = {0, 0};
    for (int i = 0; i < count; i += 2, from += 2, to += 2, poses += 2) {
        Pair a = load(from, 0), b = load(from, 1), c = load(from, 2);
        Pair da = load(to, 0) - a, db = load(to, 1) - b, dc = load(to, 2) - c;
        Pair turns = {db[0], dc[1]};
        turns2 += turns * turns;
        store(poses, 0, a + da * alpha);
        store(poses, 1, b + db * alpha);
        store(poses, 2, c + dc * alpha);
    }
    return turns2[0] + turns2[1] <= SHORT_TURN_RAD * SHORT_TURN_RAD;
}

enum { POSES_AT_ONCE = 32 };

int cw_world_poses(const CwWorld *world, double alpha, CwTransform2 *poses, int capacity)
{
    int count = world->pose_count < capacity ? world->pose_count : capacity;
    for (int first = 0; first < count; first += POSES_AT_ONCE) {
        const CwTransform2 *from = world->previous_poses + first;
        const CwTransform2 *to = world->current_poses + first;
        int some = count - first < POSES_AT_ONCE ? count - first : POSES_AT_ONCE, pairs = some & ~1;
        int i = interpolate(from, to, alpha, pairs, poses + first) ? pairs : 0;
        for (; i < some; i++) {
            poses[first + i] = between(&from[i], &to[i], alpha);
        }
    }
    return world->pose_count;
}

int cw_body_index(const cpBody *body)
{
    const PoseSlot *pose =
        body->space == NULL ? NULL : pose_slot(cw_space_world(body->space), body);
    return pose == NULL ? -1 : (int)((uintptr_t)body->userData - 1);
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
    CwTransform2 *previous = &world->previous_poses[pose - world->poses];
    world->current_poses[pose - world->poses] = to;
    if (mode == CW_TELEPORT_SNAP) {
        *previous = to;
        return;
    }
    previous->x_m += to.x_m - from.x_m;
    previous->y_m += to.y_m - from.y_m;
    previous->angle_rad += to.angle_rad - from.angle_rad;
}
