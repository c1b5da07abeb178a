#include "windup/plan.h"

#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"
#include "things/kinds.h"

#include <math.h>

static const double BLOCK_MS = 100.0;
static const double LEVEL_RAD = 0.12;  /* in the air, less tilt than this needs no lean */
static const double FORESIGHT_S = 0.2; /* it judges where its turn will have got it */
static const double STANDING_MPS = 0.8;
static const double VALUE_STEP_M = 0.02;

static const double STEP_MIN_M = 0.5; /* lower ones it drives up */
static const double STEP_MAX_M = 1.1; /* higher ones no hop gets over */
static const double NOSE_M = 1.2;     /* of the front wheel, before the middle */
static const double RISE_S = 0.22;    /* a hop needs to get high enough */

enum { MANNER_BITS = 3, BLOCKS_BITS = 4, LEG_BITS = MANNER_BITS + BLOCKS_BITS };
_Static_assert(MANNER_COUNT <= 1 << MANNER_BITS && LEG_BLOCKS_MAX < 1 << BLOCKS_BITS,
               "a leg fits in its bits");

static void hold(CwInputFrame *input, int action)
{
    input->down |= UINT32_C(1) << action;
    input->value[action] = CW_ACTION_VALUE_MAX;
}

static void keep_level(const Buggy *buggy, CwInputFrame *input)
{
    cpVect heading = cpBodyGetRotation(buggy->chassis);
    double tilt =
        atan2(heading.y, heading.x) + FORESIGHT_S * cpBodyGetAngularVelocity(buggy->chassis);
    bool flies = !buggy_grounded(buggy) || buggy->wheel_contacts[WHEEL_FRONT] == 0;
    if (flies && tilt > LEVEL_RAD) {
        hold(input, ACTION_LEAN_FORWARD);
    } else if (flies && tilt < -LEVEL_RAD) {
        hold(input, ACTION_LEAN_BACK);
    }
}

/* True for a wall to the right of `foot` within `reach_m` that a hop gets over. The corners of
 * ground run counter-clockwise: walls that face left run downwards. */
static bool is_step(cpVect top, cpVect bottom, cpVect foot, double reach_m)
{
    double height_m = top.y - bottom.y;
    return height_m > STEP_MIN_M && height_m < STEP_MAX_M &&
           fabs(top.x - bottom.x) < 0.5 * height_m && bottom.x > foot.x &&
           bottom.x < foot.x + reach_m && fabs(bottom.y - foot.y) < STEP_MIN_M;
}

static bool sees_step(const CwWorld *world, cpVect foot, double reach_m)
{
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0;) {
        const Ground *ground = cw_world_data_const(world, each);
        if (ground->box.l > foot.x + reach_m || ground->box.r < foot.x) {
            continue;
        }
        for (int i = 0; i < ground->corner_count; i++) {
            if (is_step(ground->corners[i], ground->corners[(i + 1) % ground->corner_count], foot,
                        reach_m)) {
                return true;
            }
        }
    }
    return false;
}

/* Hops in time before a step. */
static void hop_before_steps(const CwWorld *world, const Buggy *buggy, CwInputFrame *input)
{
    double speed_mps = cpBodyGetVelocity(buggy->chassis).x;
    cpVect foot = cpvsub(cpBodyGetPosition(buggy->chassis), cpv(0.0, STAND_HEIGHT_M));
    if (speed_mps > 2.5 && sees_step(world, foot, NOSE_M + RISE_S * speed_mps)) {
        hold(input, ACTION_HOP);
    }
}

static void brake_to_stand(const Buggy *buggy, CwInputFrame *input)
{
    double speed_mps = buggy_forward_mps(buggy);
    if (speed_mps > STANDING_MPS) {
        hold(input, ACTION_BRAKE);
    } else if (speed_mps < -STANDING_MPS) {
        hold(input, ACTION_ACCELERATE);
    }
}

static void drive(const CwWorld *world, const Buggy *buggy, Manner manner, CwInputFrame *input)
{
    static const int pedals[MANNER_COUNT] = {
        [MANNER_DRIVE] = ACTION_ACCELERATE, [MANNER_PLAIN] = ACTION_ACCELERATE,
        [MANNER_HOP] = ACTION_ACCELERATE,   [MANNER_STAND] = -1,
        [MANNER_BACK] = ACTION_BRAKE,       [MANNER_COAST] = -1,
        [MANNER_REAR] = ACTION_ACCELERATE,  [MANNER_DIVE] = ACTION_ACCELERATE};
    if (pedals[manner] >= 0) {
        hold(input, pedals[manner]);
    }
    if (manner == MANNER_DRIVE) {
        hop_before_steps(world, buggy, input);
    } else if (manner == MANNER_HOP) {
        hold(input, ACTION_HOP);
    } else if (manner == MANNER_STAND) {
        brake_to_stand(buggy, input);
    }
    if (manner == MANNER_REAR || manner == MANNER_DIVE) {
        hold(input, manner == MANNER_REAR ? ACTION_LEAN_BACK : ACTION_LEAN_FORWARD);
    } else {
        keep_level(buggy, input);
    }
}

uint32_t plan_block_ticks(const CwWorld *world)
{
    return cw_world_ms_to_ticks(world, BLOCK_MS);
}

static unsigned note_of(Leg leg)
{
    return (unsigned)leg.blocks << MANNER_BITS | (unsigned)leg.manner;
}

static Leg leg_of(unsigned note)
{
    return (Leg){(Manner)(note & ((1u << MANNER_BITS) - 1)),
                 (int)(note >> MANNER_BITS & ((1u << BLOCKS_BITS) - 1))};
}

Plan plan_noted(const CwWorld *world)
{
    const CwInputFrame *last = cw_world_input(world);
    unsigned two = (uint16_t)last->pointer_x;
    return (Plan){{leg_of(two), leg_of(two >> LEG_BITS), leg_of(last->value[ACTION_RESPAWN])},
                  last->pointer_y * VALUE_STEP_M};
}

static void note(Plan plan, CwInputFrame *input)
{
    input->pointer_x = (int16_t)(note_of(plan.legs[0]) | note_of(plan.legs[1]) << LEG_BITS);
    input->value[ACTION_RESPAWN] = (uint8_t)note_of(plan.legs[2]);
    input->pointer_y =
        (int16_t)fmax(INT16_MIN, fmin(plan.value_m / VALUE_STEP_M, INT16_MAX)); /* cut off */
}

void plan_follow(const CwWorld *world, Plan plan, CwInputFrame *input)
{
    int i = 0;
    while (i < PLAN_LEGS && plan.legs[i].blocks == 0) {
        i++;
    }
    *input = (CwInputFrame){0};
    drive(world, buggy_of_const(world), i < PLAN_LEGS ? plan.legs[i].manner : MANNER_DRIVE, input);
    bool block_ends = (cw_world_tick(world) + 1) % plan_block_ticks(world) == 0;
    if (i < PLAN_LEGS && block_ends) {
        plan.legs[i].blocks--;
    }
    note(plan, input);
    cw_input_derive_edges(input, cw_world_input(world));
}
