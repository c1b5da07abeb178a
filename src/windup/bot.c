#include "windup/bot.h"

#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "things/things.h"

#include <math.h>

static const double LEVEL_RAD = 0.12;  /* in the air, less tilt than this needs no lean */
static const double FORESIGHT_S = 0.2; /* it judges where its turn will have got it */
static const double PATIENCE_MS = 600.0;
static const double RETREAT_MS = 1400.0;
static const double RUN_UP_MS = 2200.0;
static const double HOP_BEFORE_M = 2.4; /* so far before the place where it got stuck it hops */

static const double STEP_MIN_M = 0.5; /* lower ones it drives up */
static const double STEP_MAX_M = 1.1; /* higher ones no hop gets over */
static const double NOSE_M = 1.2;     /* of the front wheel, before the middle */
static const double RISE_S = 0.22;    /* a hop needs to get high enough */

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
    if (tilt > LEVEL_RAD) {
        hold(input, ACTION_LEAN_FORWARD);
    } else if (tilt < -LEVEL_RAD) {
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
    CwEntity each = {0};
    while ((each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0) {
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

/* Stuck: back off, run up, hop; over and over. */
static void drive_on(const CwWorld *world, const Buggy *buggy, CwInputFrame *input)
{
    uint32_t patience = cw_world_ms_to_ticks(world, PATIENCE_MS);
    uint32_t retreat = cw_world_ms_to_ticks(world, RETREAT_MS);
    uint32_t run_up = cw_world_ms_to_ticks(world, RUN_UP_MS);
    if (buggy->stalled_ticks < patience) {
        hold(input, ACTION_ACCELERATE);
        return;
    }
    uint32_t moment = (buggy->stalled_ticks - patience) % (retreat + run_up);
    if (moment < retreat) {
        hold(input, ACTION_BRAKE);
        return;
    }
    hold(input, ACTION_ACCELERATE);
    double short_m = buggy->best_x_m - cpBodyGetPosition(buggy->chassis).x;
    if (short_m < HOP_BEFORE_M && cpBodyGetVelocity(buggy->chassis).x > 2.5) {
        hold(input, ACTION_HOP);
    }
}

void bot_drive(const CwWorld *world, CwInputFrame *input)
{
    const Buggy *buggy = buggy_of_const(world);
    const CwInputFrame *last = cw_world_input(world);
    *input = (CwInputFrame){0};
    if (buggy != NULL && !run_of_const(world)->finished) {
        drive_on(world, buggy, input);
        hop_before_steps(world, buggy, input);
        if (!buggy_grounded(buggy) || buggy->wheel_contacts[WHEEL_FRONT] == 0) {
            keep_level(buggy, input);
        }
        if (buggy->overturned_ticks == cw_world_ms_to_ticks(world, 2000.0)) {
            hold(input, ACTION_RESPAWN);
        }
    }
    if (run_of_const(world)->trouble != TROUBLE_NONE && !cw_input_down(last, ACTION_RESPAWN)) {
        hold(input, ACTION_RESPAWN);
    }
    cw_input_derive_edges(input, last);
}
