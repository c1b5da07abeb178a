/* Measures the shape of a mover, inflated and put elsewhere, against the shapes around it in the
 * order in which those were added. */
#include "clockwork/mover.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

static const double SKIN_M = 0.01;         /* distance kept from obstacles, so nothing touches */
static const double GRAZE_M = SKIN_M / 16; /* obstacles that come only this much closer are seams */
static const double FASTEST_MPS = 30;      /* of bodies that move towards it */
static const double TINY = 1e-9, NUDGE_M = 1e-7;
enum { SLIDES_MAX = 4, PUSHES_MAX = 4, ROUNDS_MAX = 16 };

typedef struct Obstacle {
    cpShape *shape;
    cpBodyType type; /* of its body */
    cpVect shift_m;  /* from its place now to that at the end of the tick */
} Obstacle;

/* The place where a shape is closest to the mover, or stops it. */
typedef struct Touch {
    cpShape *shape;         /* NULL: none */
    cpVect normal, point_m; /* the normal leads to the mover */
    double gap_m;           /* distance minus the skin */
    double reached;         /* part of the way to the place where it was found */
} Touch;

typedef struct Move {
    CwWorld *world;
    CwMover *mover;
    const CwMoverDesc *desc;
    cpPolyShape *shape;
    double radius_m; /* the shape's, which measurements change */
    cpVect at_m;
    double dt_s, floor_cos, reach_m;
    double push_N; /* force that is left */
    bool walks;    /* stood on a floor when the tick began, and does not jump */
    Touch floor;   /* the floor when the tick began */
    int count;     /* of world->obstacles */
} Move;

/* Marks the body of a mover, which only its move puts elsewhere. A cpBodyPositionFunc. */
static void hold_position(cpBody *body, cpFloat dt_s)
{
    (void)body, (void)dt_s;
}

CwMoverDesc cw_mover_desc_default(void)
{
    CwMoverDesc desc = {.width_m = 0.6, .height_m = 1.2, .radius_m = 0.1, .drop_s = 0.25};
    desc.max_slope_rad = 0.8;
    desc.step_m = desc.snap_m = 0.3;
    desc.ground_mps2 = 60;
    desc.air_mps2 = 30;
    desc.fall_max_mps = 20;
    desc.jump_mps = 6;
    desc.jump_cut = 0.5;
    desc.coyote_s = desc.buffer_s = 0.1;
    desc.push_N = 200;
    return desc;
}

cpShape *cw_mover_add(CwWorld *world, CwEntity owner, CwMover *mover, const CwMoverDesc *desc,
                      cpVect at_m)
{
    double x_m = desc->width_m / 2 - desc->radius_m, y_m = desc->height_m / 2 - desc->radius_m;
    CW_ASSERT(x_m > 0 && y_m > 0, "give a mover a radius below half its width and height");
    mover->body = cw_world_add_body(world, owner, cpBodyNewKinematic());
    cpBodySetPosition(mover->body, at_m);
    cpBodySetPositionUpdateFunc(mover->body, hold_position);
    cpBB core = cpBBNew(-x_m, -y_m, x_m, y_m);
    return cw_world_add_shape(world, owner, cpBoxShapeNew2(mover->body, core, desc->radius_m));
}

/* The shape without neighbours, because Chipmunk ignores ends with neighbours also from afar. */
static const cpShape *bare_shape(const cpShape *shape, cpSegmentShape *bare)
{
    if (shape->klass->type != CP_SEGMENT_SHAPE) {
        return shape;
    }
    *bare = *(const cpSegmentShape *)shape;
    bare->a_tangent = bare->b_tangent = cpvzero;
    return &bare->shape;
}

/* False if the obstacle is further than `reach_m` from a mover at `at_m`. Chipmunk takes corners
 * for overlapping that are exactly in line with an edge, so an overlap is measured again nearby. */
static bool measure(const Move *move, const Obstacle *obstacle, cpVect at_m, double reach_m,
                    Touch *touch)
{
    cpSegmentShape bare;
    const cpShape *other = bare_shape(obstacle->shape, &bare);
    move->shape->r = move->radius_m + reach_m;
    for (int round = 0; round < 2; round++) {
        cpVect from_m =
            cpvsub(cpvadd(at_m, cpvmult(touch->normal, round * NUDGE_M)), obstacle->shift_m);
        cpShapeUpdate(&move->shape->shape, cpTransformTranslate(from_m));
        cpContactPointSet set = {0};
        if (cpBBIntersects(move->shape->shape.bb, other->bb)) {
            set = cpShapesCollide(&move->shape->shape, other);
        }
        if (set.count == 0) {
            return false;
        }
        double length = -cpvlength(set.normal);
        touch->shape = obstacle->shape;
        touch->normal = cpv(set.normal.x / length, set.normal.y / length);
        touch->gap_m = INFINITY;
        for (int i = 0; i < set.count; i++) { /* the set's distances are negative if swapped */
            cpVect a_m = set.points[i].pointA, b_m = set.points[i].pointB;
            double gap_m = cpvdot(cpvsub(a_m, b_m), touch->normal) + reach_m - SKIN_M;
            touch->point_m = gap_m < touch->gap_m ? cpvadd(b_m, obstacle->shift_m) : touch->point_m;
            touch->gap_m = fmin(touch->gap_m, gap_m);
        }
        if (touch->gap_m > TINY - SKIN_M) {
            return true;
        }
    }
    return true;
}

/* Returns the free part of the way, or 1 if nothing stops it before `first`. Newton's method: the
 * distance of convex shapes on a straight way is a convex function, so no step goes too far. */
static double sweep(const Move *move, const Obstacle *obstacle, cpVect way_m, Touch *first)
{
    double length_m = cpvlength(way_m), part = 0;
    for (int i = 0; i < ROUNDS_MAX; i++) {
        Touch touch = {.reached = part};
        double reach_m = (first->reached - part) * length_m + SKIN_M;
        cpVect at_m = cpvadd(move->at_m, cpvmult(way_m, part));
        bool near = measure(move, obstacle, at_m, reach_m, &touch);
        double closing_m = -cpvdot(way_m, touch.normal), left_m = touch.gap_m + GRAZE_M;
        if (!near || closing_m <= TINY * length_m || part >= first->reached) {
            return 1;
        }
        if (left_m < TINY || i == ROUNDS_MAX - 1) {
            *first = touch;
            return fmax(0, part - GRAZE_M / closing_m);
        }
        part += left_m / closing_m;
    }
    return 1;
}

/* Moves up to the first obstacle, and shortens the way to its rest. `still`: only to static ones.
 */
static Touch advance(Move *move, cpVect *way_m, bool still)
{
    Touch first = {.reached = 1};
    double part = 1;
    for (int i = 0; i < move->count && cpvlengthsq(*way_m) > 0; i++) {
        const Obstacle *obstacle = &move->world->obstacles[i];
        if (!still || obstacle->type == CP_BODY_TYPE_STATIC) {
            part = fmin(part, sweep(move, obstacle, *way_m, &first));
        }
    }
    move->at_m = cpvadd(move->at_m, cpvmult(*way_m, part));
    *way_m = cpvmult(*way_m, 1 - part);
    return first;
}

static bool is_floor(const Move *move, const Touch *touch)
{
    return touch->shape != NULL && touch->normal.y >= move->floor_cos;
}

static bool is_dynamic(const cpShape *shape)
{
    return cpBodyGetType(shape->body) == CP_BODY_TYPE_DYNAMIC;
}

static cpVect velocity_of(const Touch *touch)
{
    return cpBodyGetVelocityAtWorldPoint(touch->shape->body, touch->point_m);
}

/* Adds a shape that can stop the mover; one-way shapes only below it. A cpSpaceBBQueryFunc. */
static void add_obstacle(cpShape *shape, void *context)
{
    Move *move = context;
    CwWorld *world = move->world;
    Obstacle obstacle = {shape, cpBodyGetType(shape->body), cpvzero};
    Touch now = {.shape = shape, .point_m = move->at_m};
    bool near = measure(move, &obstacle, move->at_m, move->reach_m, &now);
    bool below = near && now.gap_m > -2 * SKIN_M && move->mover->drop_ticks == 0;
    if (shape->sensor || shape->body == move->mover->body ||
        (shape->type == CW_ONE_WAY && (!below || one_way_passes(shape, now.normal)))) {
        return;
    }
    if (obstacle.type == CP_BODY_TYPE_KINEMATIC && shape->body->position_func != hold_position) {
        obstacle.shift_m = cpvmult(velocity_of(&now), move->dt_s);
    }
    world->obstacles =
        array_grow(world->obstacles, move->count, &world->obstacle_capacity, sizeof obstacle);
    int i = move->count++;
    for (; i > 0 && world->obstacles[i - 1].shape->hashid > shape->hashid; i--) {
        world->obstacles[i] = world->obstacles[i - 1];
    }
    world->obstacles[i] = obstacle;
    double closer_m = move->floor.shape == NULL ? INFINITY : move->floor.gap_m - now.gap_m;
    bool first = closer_m > 0 || (closer_m == 0 && shape->hashid < move->floor.shape->hashid);
    if (near && first && is_floor(move, &now) && now.gap_m < move->desc->snap_m) {
        move->floor = now;
    }
}

/* Goes along with the floor, and out of the way of bodies that press. A body that the mover pushes
 * may lean on it. Static shapes are never entered. */
static void yield_to_bodies(Move *move)
{
    CwMover *mover = move->mover;
    if (move->walks && move->floor.shape != NULL) {
        mover->carried_mps = velocity_of(&move->floor);
        cpVect way_m = cpvmult(mover->carried_mps, move->dt_s);
        way_m.y *= !is_dynamic(move->floor.shape);
        advance(move, &way_m, true);
    }
    int pushes = 1;
    for (int round = 0; round < PUSHES_MAX && pushes > 0; round++) {
        pushes = 0;
        mover->crushed = false;
        for (int i = 0; i < move->count; i++) {
            const Obstacle *obstacle = &move->world->obstacles[i];
            bool leans = obstacle->type == CP_BODY_TYPE_DYNAMIC;
            Touch touch = {0};
            bool near = measure(move, obstacle, move->at_m, SKIN_M, &touch);
            double deep_m = -touch.gap_m - (leans ? 2 * SKIN_M : 0);
            if (near && deep_m > GRAZE_M) {
                cpVect way_m = cpvmult(touch.normal, deep_m);
                advance(move, &way_m, true);
                pushes++;
                mover->crushed = mover->crushed || (!leans && deep_m > SKIN_M + GRAZE_M);
            }
        }
    }
}

/* ---- speed ---- */

static double approach(double from, double to, double most)
{
    return fabs(to - from) <= most ? to : from + copysign(most, to - from);
}

/* Counts the timers, and begins or cuts a jump. */
static void decide_jump(Move *move, const CwMoverWish *wish)
{
    CwMover *mover = move->mover;
    const CwMoverDesc *desc = move->desc;
    cw_timer_ends(&mover->coyote_ticks);
    cw_timer_ends(&mover->buffer_ticks);
    cw_timer_ends(&mover->drop_ticks);
    if (wish->drop) {
        mover->drop_ticks = cw_timer_start(move->world, desc->drop_s);
    }
    if (mover->on_floor) {
        mover->coyote_ticks = cw_timer_start(move->world, desc->coyote_s);
    }
    if (wish->jump_pressed) {
        mover->buffer_ticks = cw_timer_start(move->world, desc->buffer_s);
    }
    mover->jumped = (wish->jump_pressed || mover->buffer_ticks > 0) &&
                    (mover->on_floor || mover->coyote_ticks > 0);
    if (mover->jumped) {
        mover->velocity_mps.y = desc->jump_mps;
        mover->coyote_ticks = mover->buffer_ticks = 0;
    } else if (mover->rising && !wish->jump_held) {
        mover->velocity_mps.y *= desc->jump_cut;
    }
    mover->rising = mover->jumped || (mover->rising && wish->jump_held);
    move->walks = mover->on_floor && !mover->jumped;
}

/* Changes the velocity by the wish and by gravity. Returns the way of this tick. */
static cpVect steer(Move *move, const CwMoverWish *wish)
{
    CwMover *mover = move->mover;
    cpVect *own_mps = &mover->velocity_mps;
    double dt_s = move->dt_s, gravity_mps2 = move->world->space->gravity.y;
    double most_mps = dt_s * (move->walks ? move->desc->ground_mps2 : move->desc->air_mps2);
    if (move->walks) {
        double before_mps = copysign(cpvlength(*own_mps), own_mps->x);
        double speed_mps = approach(before_mps, wish->velocity_mps, most_mps);
        *own_mps = cpvmult(cpvrperp(mover->floor_normal), speed_mps);
        return cpvmult(*own_mps, dt_s);
    }
    own_mps->x = approach(own_mps->x, wish->velocity_mps, most_mps);
    double before_mps = own_mps->y + mover->carried_mps.y;
    own_mps->y = fmax(before_mps + gravity_mps2 * dt_s, -move->desc->fall_max_mps);
    mover->carried_mps.y = 0;
    mover->rising = mover->rising && own_mps->y > 0;
    double x_mps = own_mps->x + mover->carried_mps.x, y_mps = (before_mps + own_mps->y) / 2;
    return cpvmult(cpv(x_mps, y_mps), dt_s);
}

/* ---- sliding ---- */

static void push_body(Move *move, const Touch *touch, double closing_mps)
{
    cpBody *body = touch->shape->body;
    double arm_m = cpvcross(cpvsub(touch->point_m, body->p), touch->normal);
    double yielding = body->m_inv + arm_m * arm_m * body->i_inv;
    double force_N = fmin(move->push_N, closing_mps / yielding / move->dt_s);
    move->push_N -= force_N;
    cpBodyApplyForceAtWorldPoint(body, cpvmult(touch->normal, -force_N), touch->point_m);
}

/* Keeps the speed in the world, but relative to another floor, or to none in the air. */
static void change_carried(CwMover *mover, cpVect carried_mps)
{
    cpVect change_mps = cpvsub(mover->carried_mps, carried_mps);
    mover->velocity_mps = cpvadd(mover->velocity_mps, change_mps);
    mover->carried_mps = carried_mps;
}

static void meet_wall(Move *move, const Touch *touch, cpVect normal)
{
    CwMover *mover = move->mover;
    if (!move->walks) {
        change_carried(mover, cpvzero);
    }
    cpVect speed_mps = cpvadd(mover->velocity_mps, mover->carried_mps);
    double closing_mps = cpvdot(cpvsub(velocity_of(touch), speed_mps), normal);
    if (closing_mps > 0) {
        if (is_dynamic(touch->shape)) {
            push_body(move, touch, closing_mps);
        }
        mover->velocity_mps = cpvadd(mover->velocity_mps, cpvmult(normal, closing_mps));
        mover->velocity_mps.y *= !move->walks;
    }
    bool ceiling = touch->normal.y <= -move->floor_cos;
    mover->rising = mover->rising && !ceiling;
    mover->on_ceiling = mover->on_ceiling || ceiling;
    if (!ceiling) {
        mover->on_wall = true;
        mover->wall_normal = touch->normal;
        mover->wall = cw_shape_owner(touch->shape);
    }
}

/* Meets an obstacle. Returns the rest of the way, along it. */
static cpVect meet(Move *move, const Touch *touch, cpVect way_m)
{
    cpVect normal = touch->normal, along = cpvrperp(normal);
    if (is_floor(move, touch)) {
        if (!move->walks && !move->mover->on_floor) {
            change_carried(move->mover, velocity_of(touch));
            move->mover->velocity_mps.y = 0;
        }
        move->mover->on_floor = true;
        return cpvmult(along, way_m.x * along.x);
    }
    cpVect rest_m = cpvmult(along, cpvdot(way_m, along));
    bool climbs = normal.y > 0 && rest_m.y > fmax(0, way_m.y);
    if (fabs(normal.y) < move->floor_cos && (move->walks || climbs)) {
        normal = cpv(copysign(1, normal.x), 0); /* too steep to walk on: as good as upright */
        rest_m = cpv(0, way_m.y);
    }
    meet_wall(move, touch, normal);
    return rest_m;
}

/* Raises, moves and lowers it, forwards by at least its radius. Without a step it goes back. */
static bool climb_step(Move *move, const Touch *wall, cpVect way_m)
{
    cpVect from_m = move->at_m, up_m = {0, move->desc->step_m};
    double least_m = move->desc->radius_m + SKIN_M;
    cpVect on_m = {copysign(fmax(least_m, fabs(way_m.x)), way_m.x), 0};
    if (!move->walks || is_dynamic(wall->shape)) {
        return false;
    }
    advance(move, &up_m, false);
    cpVect down_m = cpv(0, from_m.y - move->at_m.y);
    advance(move, &on_m, false);
    Touch step = advance(move, &down_m, false);
    bool climbs = is_floor(move, &step) && move->at_m.y > from_m.y + SKIN_M;
    move->at_m = climbs ? move->at_m : from_m;
    return climbs;
}

static void slide(Move *move, cpVect way_m)
{
    cpVect wanted_m = way_m;
    for (int i = 0; i < SLIDES_MAX && cpvdot(way_m, wanted_m) > 0; i++) {
        Touch touch = advance(move, &way_m, false);
        bool wall = touch.shape != NULL && fabs(touch.normal.y) < move->floor_cos;
        if (touch.shape == NULL || (wall && climb_step(move, &touch, way_m))) {
            return;
        }
        way_m = meet(move, &touch, way_m);
    }
}

/* Lowers it to the floor that it walks on or landed on, and puts its weight there. */
static void stay_on_floor(Move *move)
{
    CwMover *mover = move->mover;
    cpVect at_m = move->at_m, down_m = {0, -move->desc->snap_m - SKIN_M};
    Touch floor = {0};
    if (move->walks || mover->on_floor) {
        floor = advance(move, &down_m, false);
    }
    mover->on_floor = is_floor(move, &floor);
    mover->floor = mover->on_floor ? cw_shape_owner(floor.shape) : (CwEntity){0};
    move->at_m = mover->on_floor ? move->at_m : at_m;
    mover->floor_normal = mover->on_floor ? floor.normal : mover->floor_normal;
    if (mover->on_floor && is_dynamic(floor.shape) && move->desc->mass_kg > 0) {
        cpVect weight_N = cpvmult(move->world->space->gravity, move->desc->mass_kg);
        cpBodyApplyForceAtWorldPoint(floor.shape->body, weight_N, floor.point_m);
    }
}

void cw_mover_move(CwWorld *world, CwMover *mover, const CwMoverDesc *desc, const CwMoverWish *wish)
{
    cpBody *body = mover->body;
    cpPolyShape *shape = (cpPolyShape *)body->shapeList;
    double speed_mps = FASTEST_MPS + cpvlength(mover->velocity_mps) + cpvlength(body->v);
    Move move = {.world = world,
                 .mover = mover,
                 .desc = desc,
                 .shape = shape,
                 .radius_m = shape->r,
                 .at_m = body->p,
                 .dt_s = world->dt_s,
                 .floor_cos = cos(desc->max_slope_rad) - TINY,
                 .reach_m = speed_mps * world->dt_s + fmax(desc->step_m, desc->snap_m),
                 .push_N = desc->push_N};
    cpBB box = cpBBNewForExtents(body->p, desc->width_m / 2 + move.reach_m,
                                 desc->height_m / 2 + move.reach_m);
    decide_jump(&move, wish);
    cpSpaceBBQuery(world->space, box, cpShapeGetFilter(&shape->shape), add_obstacle, &move);
    yield_to_bodies(&move);
    cpVect way_m = steer(&move, wish);
    mover->on_floor = mover->on_wall = mover->on_ceiling = false;
    mover->wall = (CwEntity){0};
    slide(&move, way_m);
    stay_on_floor(&move);
    shape->r = move.radius_m;
    cpBodySetPosition(body, move.at_m);
    cpBodySetVelocity(body, cpvadd(mover->velocity_mps, mover->carried_mps));
    cpSpaceReindexShapesForBody(world->space, body);
}
