#include "game/bot.h"

#include "game/buggy.h"

#include <math.h>

static const double LEVEL_RAD = 0.12;  /* in the air, less tilt than this needs no lean */
static const double FORESIGHT_S = 0.2; /* it judges where its turn will have got it */
static const double PATIENCE_MS = 900.0;
static const double RETREAT_MS = 900.0;
static const double RUN_UP_MS = 1500.0; /* then it hops, and waits as long again */

static void hold(InputFrame *input, int action)
{
    input->down = (uint16_t)(input->down | 1u << action);
    input->value[action] = ACTION_VALUE_MAX;
}

static void keep_level(const Buggy *buggy, InputFrame *input)
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

/* Stuck: back off, run up, hop; over and over. */
static void drive_on(const World *world, const Buggy *buggy, InputFrame *input)
{
    uint32_t patience = world_ms_to_ticks(world, PATIENCE_MS);
    uint32_t retreat = world_ms_to_ticks(world, RETREAT_MS);
    uint32_t run_up = world_ms_to_ticks(world, RUN_UP_MS);
    if (buggy->stalled_ticks < patience) {
        hold(input, ACTION_ACCELERATE);
        return;
    }
    uint32_t moment = (buggy->stalled_ticks - patience) % (retreat + run_up);
    hold(input, moment < retreat ? ACTION_BRAKE : ACTION_ACCELERATE);
    if (moment == retreat + run_up / 2) {
        hold(input, ACTION_HOP);
    }
}

void bot_drive(const World *world, InputFrame *input)
{
    const Buggy *buggy = buggy_of(world);
    const InputFrame *last = world_input(world);
    *input = (InputFrame){0};
    if (buggy != NULL && !run_of(world)->finished) {
        drive_on(world, buggy, input);
        if (!buggy_grounded(buggy) || buggy->wheel_contacts[WHEEL_FRONT] == 0) {
            keep_level(buggy, input);
        }
        if (buggy->overturned_ticks == world_ms_to_ticks(world, 2000.0)) {
            hold(input, ACTION_RESPAWN);
        }
    }
    input->pressed = (uint16_t)(input->down & ~last->down);
    input->released = (uint16_t)(last->down & ~input->down);
}
