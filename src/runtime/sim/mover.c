/* Moves characters. Each place that the mover may go to is tested: its box is put there, inflated
 * by a distance, and Chipmunk measures it against the shapes around. These are tested in the order
 * in which they were added. */
#include "clockwork/mover.h"
#include "base/report.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

static const double SKIN_M = 0.01;         /* distance that is kept from obstacles */
static const double GRAZE_M = SKIN_M / 16; /* obstacles may come closer than the skin by this */
static const double FASTEST_MPS = 30;      /* faster bodies may reach the mover unseen */
static const double TINY = 1e-9;
enum { SLIDES_MAX = 4, ROUNDS_MAX = 16 };

typedef struct Obstacle {
    cpShape *shape;
    cpVect shift_m; /* way of the shape during this tick */
} Obstacle;

/* The place where a shape is closest to the mover, or stops it. */
typedef struct Touch {
    cpShape *shape;         /* NULL: none */
    cpVect normal, point_m; /* the normal points to the mover */
    double gap_m;           /* distance minus the skin */
    double reached;         /* part of the mover's way up to here, 0..1 */
} Touch;

typedef struct Move {
    CwWorld *world;
    CwMover *mover;
    const CwMoverDesc *desc;
    cpPolyShape *shape;
    cpVect at_m;
    double floor_cos, reach_m;
    double push_N;   /* force that is left to push bodies */
    bool is_walking; /* stood on a floor when the tick began, and does not jump */
    Touch floor;     /* the floor when the tick began */
    int count;       /* number of world->obstacles */
} Move;

/* A cpBodyPositionFunc: a step of physics leaves the body of a mover in place. */
static void hold_position(cpBody *body, cpFloat dt_s)
{
    (void)body, (void)dt_s;
}

CwMoverDesc cw_mover_desc_default(void)
{
    return (CwMoverDesc){0.6, 1.2, 0.1, 0.8, 0.3, 0.3, 60, 30, 20, 6, 0.5, 0.1, 0.1, 0.25, 200, 0};
}

static void check_limits(const CwMoverDesc *desc)
{
    ASSERT_GIVEN(desc);
    const double *limits = (const double *)desc; /* all members are doubles */
    for (size_t i = 0; i < sizeof *desc / sizeof *limits; i++) {
        ASSERT_NUMBER(limits[i], limits[i] >= 0 && limits[i] < INFINITY,
                      "give a mover limits of 0 or more: start from cw_mover_desc_default()");
    }
    CW_ASSERT(desc->width_m > 0 && desc->height_m > 0 && desc->ground_mps2 > 0 &&
                  desc->fall_max_mps > 0,
              "give a mover a width_m, height_m, ground_mps2 and fall_max_mps above 0: start from "
              "cw_mover_desc_default()");
    double radius_max_m = fmin(desc->width_m, desc->height_m) / 2;
    ASSERT_NUMBER(desc->radius_m, desc->radius_m <= radius_max_m,
                  "give a mover a radius_m of at most half its width and its height");
}

void cw_mover_add(CwWorld *world, CwEntity owner, CwMover *mover, const CwMoverDesc *desc,
                  cpVect at_m)
{
    check_limits(desc);
    /* Chipmunk would take a corner that is exactly in line with an edge for one that touches it. */
    double x_m = desc->width_m / 2 - desc->radius_m + TINY;
    double y_m = desc->height_m / 2 - desc->radius_m + TINY;
    cpBody *body = mover->body = cw_world_add_body(world, owner, cpBodyNewKinematic());
    cpBodySetPosition(body, at_m);
    cpBodySetPositionUpdateFunc(body, hold_position);
    cpBB core = cpBBNew(-x_m, -y_m, x_m, y_m);
    mover->shape = cw_world_add_shape(world, owner, cpBoxShapeNew2(body, core, desc->radius_m));
}

/* Measures an obstacle from a mover at `at_m`. False: it is further away than `reach_m`. */
static bool measure(const Move *move, const Obstacle *obstacle, cpVect at_m, double reach_m,
                    Touch *touch)
{
    cpShape *shape = &move->shape->shape;
    const cpShape *other = obstacle->shape;
    move->shape->r = move->desc->radius_m + reach_m;
    cpShapeUpdate(shape, cpTransformTranslate(cpvsub(at_m, obstacle->shift_m)));
    cpSegmentShape bare; /* without neighbours, which would turn the normals at its ends */
    if (other->klass->type == CP_SEGMENT_SHAPE) {
        bare = *(const cpSegmentShape *)other;
        bare.a_tangent = bare.b_tangent = cpvzero;
        other = &bare.shape;
    }
    if (!cpBBIntersects(shape->bb, other->bb)) {
        return false;
    }
    cpContactPointSet set = cpShapesCollide(shape, other);
    /* Chipmunk adds a polygon's radius at a circle instead of subtracting it. */
    double wrong_m = other->klass->type == CP_CIRCLE_SHAPE ? 2 * move->shape->r : 0;
    double length = -cpvlength(set.normal), least_m = INFINITY;
    touch->shape = obstacle->shape;
    touch->normal = cpv(set.normal.x / length, set.normal.y / length);
    for (int i = 0; i < set.count; i++) { /* the distances in the set may have the wrong sign */
        cpVect a_m = set.points[i].pointA, b_m = set.points[i].pointB;
        double distance_m = cpvdot(cpvsub(a_m, b_m), touch->normal) - wrong_m;
        if (distance_m < least_m) {
            least_m = distance_m;
            touch->point_m = cpvadd(b_m, obstacle->shift_m);
            touch->gap_m = distance_m + reach_m - SKIN_M;
        }
    }
    return set.count > 0;
}

static bool has_type(const cpShape *shape, cpBodyType type)
{
    return cpBodyGetType(shape->body) == type;
}

/* Moves up to the first obstacle, and leaves the rest of the way in `way_m`. It uses Newton's
 * method: the distance of convex shapes along a straight way is a convex function, so no step goes
 * too far. */
static Touch advance(Move *move, cpVect *way_m, bool is_static_only)
{
    Touch first = {.reached = 1};
    double part = 1, length_m = cpvlength(*way_m);
    for (int i = 0; i < move->count && length_m > 0; i++) {
        const Obstacle *obstacle = &move->world->obstacles[i];
        bool is_ahead = !is_static_only || has_type(obstacle->shape, CP_BODY_TYPE_STATIC);
        Touch touch = {.reached = 0};
        for (int k = 0; k < ROUNDS_MAX && is_ahead && touch.reached < first.reached; k++) {
            double reach_m = (first.reached - touch.reached) * length_m + SKIN_M;
            cpVect at_m = cpvadd(move->at_m, cpvmult(*way_m, touch.reached));
            bool is_near = measure(move, obstacle, at_m, reach_m, &touch);
            double closing_m = -cpvdot(*way_m, touch.normal), left_m = touch.gap_m + GRAZE_M;
            is_ahead = is_near && closing_m > TINY * length_m;
            if (is_ahead && left_m < 1e3 * TINY) {
                first = touch;
                part = fmin(part, fmax(0, touch.reached - GRAZE_M / closing_m));
            }
            touch.reached += left_m / closing_m;
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

/* The obstacle's velocity at the place of the touch. */
static cpVect surface_velocity(const Touch *touch)
{
    return cpBodyGetVelocityAtWorldPoint(touch->shape->body, touch->point_m);
}

/* A cpSpaceBBQueryFunc: adds a shape that can stop the mover, and finds the floor. */
static void add_obstacle(cpShape *shape, void *context)
{
    Move *move = context;
    CwWorld *world = move->world;
    Obstacle obstacle = {shape, cpvzero};
    Touch now = {.shape = shape};
    if (shape->sensor || shape->body == move->mover->body) {
        return;
    }
    bool is_near = measure(move, &obstacle, move->at_m, move->reach_m, &now);
    bool is_below = is_near && now.gap_m > -2 * SKIN_M && !one_way_passes(shape, now.normal);
    if (shape->type == CW_ONE_WAY && (!is_below || move->mover->drop_ticks > 0)) {
        return;
    }
    if (is_near && !has_type(shape, CP_BODY_TYPE_DYNAMIC) &&
        shape->body->position_func != hold_position) {
        obstacle.shift_m = cpvmult(surface_velocity(&now), world->dt_s);
    }
    world->obstacles =
        arena_grow_array(world->obstacles, move->count, &world->obstacle_capacity, sizeof obstacle);
    int i = move->count++;
    for (; i > 0 && world->obstacles[i - 1].shape->hashid > shape->hashid; i--) {
        world->obstacles[i] = world->obstacles[i - 1];
    }
    world->obstacles[i] = obstacle;
    double closer_m = move->floor.gap_m - now.gap_m;
    bool is_first = closer_m > 0 || (closer_m == 0 && shape->hashid < move->floor.shape->hashid);
    move->floor = is_near && is_first && is_floor(move, &now) ? now : move->floor;
}

/* Moves with the floor, and out of bodies that overlap the mover, but never into static shapes. A
 * body that the mover pushes may overlap it a little. */
static void yield_to_bodies(Move *move)
{
    CwMover *mover = move->mover;
    if (move->is_walking && move->floor.shape != NULL) {
        mover->carried_mps = surface_velocity(&move->floor);
        cpVect way_m = cpvmult(mover->carried_mps, move->world->dt_s);
        way_m.y *= !has_type(move->floor.shape, CP_BODY_TYPE_DYNAMIC);
        advance(move, &way_m, true);
    }
    mover->crushed = false;
    for (int i = 0; i < move->count; i++) {
        Touch touch = {.reached = 0};
        bool is_near = measure(move, &move->world->obstacles[i], move->at_m, SKIN_M, &touch);
        bool is_leaning = is_near && has_type(touch.shape, CP_BODY_TYPE_DYNAMIC);
        double deep_m = -touch.gap_m - (is_leaning ? 2 * SKIN_M : 0);
        if (is_near && deep_m > GRAZE_M) {
            cpVect way_m = cpvmult(touch.normal, deep_m);
            advance(move, &way_m, true);
            mover->crushed |= !is_leaning && cpvlength(way_m) > SKIN_M + GRAZE_M;
        }
    }
}

/* Advances the timers, and begins or cuts a jump. */
static void decide_jump(Move *move, const CwMoverWish *wish)
{
    CwMover *mover = move->mover;
    const CwMoverDesc *desc = move->desc;
    uint32_t *const timers[] = {&mover->coyote_ticks, &mover->buffer_ticks, &mover->drop_ticks};
    const double starts_s[] = {desc->coyote_s, desc->buffer_s, desc->drop_s};
    const bool starts[] = {mover->on_floor, wish->jump_pressed, wish->drop};
    for (int i = 0; i < 3; i++) {
        cw_timer_ends(timers[i]);
        *timers[i] = starts[i] ? cw_timer_start(move->world, starts_s[i]) : *timers[i];
    }
    mover->jumped = (wish->jump_pressed || mover->buffer_ticks > 0) &&
                    (mover->on_floor || mover->coyote_ticks > 0);
    mover->rising = mover->jumped || (mover->rising && mover->velocity_mps.y > 0);
    if (mover->jumped) {
        mover->velocity_mps.y = desc->jump_mps;
        mover->coyote_ticks = mover->buffer_ticks = 0;
    } else if (mover->rising && !wish->jump_held) {
        mover->velocity_mps.y *= desc->jump_cut;
        mover->rising = false;
    }
    move->is_walking = mover->on_floor && !mover->jumped;
}

/* Changes the velocity by the wish and by gravity. Returns the way for this tick. */
static cpVect steer(Move *move, const CwMoverWish *wish)
{
    const CwMoverDesc *desc = move->desc;
    cpVect *own_mps = &move->mover->velocity_mps, *carried_mps = &move->mover->carried_mps;
    double dt_s = move->world->dt_s, wish_mps = wish->velocity_mps;
    if (move->is_walking) {
        double old_mps = copysign(cpvlength(*own_mps), own_mps->x);
        double speed_mps = cpflerpconst(old_mps, wish_mps, desc->ground_mps2 * dt_s);
        *own_mps = cpvmult(cpvrperp(move->mover->floor_normal), speed_mps);
        return cpvmult(*own_mps, dt_s);
    }
    double old_mps = own_mps->y + carried_mps->y;
    double fall_mps = old_mps + move->world->space->gravity.y * dt_s;
    own_mps->x = cpflerpconst(own_mps->x, wish_mps, desc->air_mps2 * dt_s);
    own_mps->y = fmax(fall_mps, -desc->fall_max_mps);
    carried_mps->y = 0;
    return cpvmult(cpv(own_mps->x + carried_mps->x, (old_mps + own_mps->y) / 2), dt_s);
}

/* Stops at an obstacle and pushes it. Returns the rest of the way, turned along the obstacle. */
static cpVect meet_obstacle(Move *move, const Touch *touch, cpVect way_m)
{
    CwMover *mover = move->mover;
    cpVect normal = touch->normal, along = cpvrperp(normal), other_mps = surface_velocity(touch);
    cpVect speed_mps = cpvadd(mover->velocity_mps, mover->carried_mps);
    cpVect rest_m = cpvmult(along, cpvdot(way_m, along));
    bool on_floor = is_floor(move, touch), on_ceiling = normal.y <= -move->floor_cos;
    if (!move->is_walking && !mover->on_floor) { /* keeps its speed in the world */
        mover->carried_mps = on_floor ? other_mps : cpvzero;
        mover->velocity_mps = cpvsub(speed_mps, mover->carried_mps);
        mover->velocity_mps.y *= !on_floor;
    }
    if (on_floor) {
        mover->on_floor = true;
        return cpvmult(along, way_m.x * along.x);
    }
    if (!on_ceiling && (move->is_walking || (normal.y > 0 && rest_m.y > fmax(0, way_m.y)))) {
        normal = cpv(copysign(1, normal.x), 0); /* too steep to walk on, so it counts as upright */
        rest_m = cpv(0, way_m.y);
    }
    double closing_mps = fmax(0, cpvdot(cpvsub(other_mps, speed_mps), normal));
    if (has_type(touch->shape, CP_BODY_TYPE_DYNAMIC)) {
        cpBody *body = touch->shape->body;
        double arm_m = cpvcross(cpvsub(touch->point_m, body->p), touch->normal);
        double yielding = body->m_inv + arm_m * arm_m * body->i_inv;
        double force_N = fmin(move->push_N, closing_mps / yielding / move->world->dt_s);
        move->push_N -= force_N;
        cpBodyApplyForceAtWorldPoint(body, cpvmult(touch->normal, -force_N), touch->point_m);
    }
    mover->velocity_mps = cpvadd(mover->velocity_mps, cpvmult(normal, closing_mps));
    mover->velocity_mps.y *= !move->is_walking;
    mover->on_ceiling |= on_ceiling;
    if (!on_ceiling) {
        mover->on_wall = true;
        mover->wall_normal = touch->normal;
        mover->wall = cw_shape_owner(touch->shape);
    }
    return rest_m;
}

/* Raises the mover, moves it forwards by at least its radius, and lowers it onto a step, if any. */
static bool climb_step(Move *move, const Touch *wall, cpVect way_m)
{
    cpVect from_m = move->at_m, up_m = {0, move->desc->step_m};
    double on_m = fmax(move->desc->radius_m + SKIN_M, fabs(way_m.x));
    cpVect along_m = {copysign(on_m, way_m.x), 0};
    if (!move->is_walking || has_type(wall->shape, CP_BODY_TYPE_DYNAMIC) ||
        fabs(wall->normal.y) >= move->floor_cos) {
        return false;
    }
    advance(move, &up_m, false);
    cpVect down_m = cpv(0, from_m.y - move->at_m.y);
    advance(move, &along_m, false);
    Touch step = advance(move, &down_m, false);
    bool has_climbed = is_floor(move, &step) && move->at_m.y > from_m.y + SKIN_M;
    move->at_m = has_climbed ? move->at_m : from_m;
    return has_climbed;
}

/* Lowers the mover to the floor that it walks on or landed on, and puts its weight there. */
static void stay_on_floor(Move *move)
{
    CwMover *mover = move->mover;
    cpVect at_m = move->at_m, down_m = {0, -move->desc->snap_m - SKIN_M};
    bool is_grounded = move->is_walking || mover->on_floor;
    Touch floor = is_grounded ? advance(move, &down_m, false) : (Touch){.shape = NULL};
    mover->on_floor = is_floor(move, &floor);
    mover->floor = cw_shape_owner(mover->on_floor ? floor.shape : NULL);
    if (!mover->on_floor) {
        move->at_m = at_m;
        return;
    }
    mover->floor_normal = floor.normal;
    if (has_type(floor.shape, CP_BODY_TYPE_DYNAMIC) && move->desc->mass_kg > 0) {
        cpVect weight_N = cpvmult(move->world->space->gravity, move->desc->mass_kg);
        cpBodyApplyForceAtWorldPoint(floor.shape->body, weight_N, floor.point_m);
    }
}

void cw_mover_move(CwWorld *world, CwMover *mover, const CwMoverDesc *desc, const CwMoverWish *wish)
{
    ASSERT_GIVEN(mover);
    ASSERT_GIVEN(wish);
    CW_ASSERT(mover->body != NULL, "add the mover with cw_mover_add before it moves");
    ASSERT_NUMBER(wish->velocity_mps, isfinite(wish->velocity_mps), "wish for a finite velocity");
    check_limits(desc);
    cpBody *body = mover->body;
    cpPolyShape *shape = (cpPolyShape *)mover->shape;
    double speed_mps = FASTEST_MPS + cpvlength(mover->velocity_mps) + cpvlength(body->v);
    Move move = {.world = world, .mover = mover, .desc = desc, .shape = shape, .at_m = body->p};
    move.floor_cos = cos(desc->max_slope_rad) - TINY;
    move.reach_m = speed_mps * world->dt_s + fmax(desc->step_m, desc->snap_m);
    move.push_N = desc->push_N;
    move.floor.gap_m = desc->snap_m;
    cpBB box = cpBBNewForExtents(body->p, desc->width_m / 2 + move.reach_m,
                                 desc->height_m / 2 + move.reach_m);
    decide_jump(&move, wish);
    cpSpaceBBQuery(world->space, box, cpShapeGetFilter(&shape->shape), add_obstacle, &move);
    yield_to_bodies(&move);
    cpVect way_m = steer(&move, wish), wanted_m = way_m;
    mover->on_floor = mover->on_wall = mover->on_ceiling = false;
    mover->wall = (CwEntity){0};
    for (int i = 0; i < SLIDES_MAX && cpvdot(way_m, wanted_m) > 0; i++) {
        Touch touch = advance(&move, &way_m, false);
        if (touch.shape == NULL || climb_step(&move, &touch, way_m)) {
            break;
        }
        way_m = meet_obstacle(&move, &touch, way_m);
    }
    stay_on_floor(&move);
    mover->rising = mover->rising && mover->velocity_mps.y > 0;
    shape->r = desc->radius_m;
    cpBodySetPosition(body, move.at_m);
    cpBodySetVelocity(body, cpvadd(mover->velocity_mps, mover->carried_mps));
    cpSpaceReindexShapesForBody(world->space, body);
}
