#include "windup/bot.h"

#include "clockwork/worlds.h"
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "things/trigger.h"
#include "windup/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double env(const char *name, double usual)
{
    const char *text = getenv(name);
    return text == NULL ? usual : atof(text);
}

enum { CHUNK_TICKS = 90 };

/* A look into the future of a plan. */
typedef struct Look {
    CwTickInput inputs[CHUNK_TICKS];
    uint64_t begin_tick, end_tick;
    const Trigger *goal; /* NULL: the finish */
    CwSnapshot state;
    uint64_t over_tick; /* finished or in trouble; 0: neither yet */
    double value;
    double x_m;
    bool finished;
} Look;

/* The plate, seen and not yet driven over, that is nearest behind `x_m`; NULL: none. */
static const Trigger *missed_plate(const CwWorld *world, double x_m)
{
    const Trigger *nearest = NULL;
    CwEntity each = {0};
    while ((each = cw_world_next_of(world, KIND_TRIGGER, each)).index1 != 0) {
        const Trigger *trigger = cw_world_data_const(world, each);
        bool missed = !trigger->hidden && !trigger->fired && trigger->foot_m.x < x_m;
        if (missed && (nearest == NULL || trigger->foot_m.x > nearest->foot_m.x)) {
            nearest = trigger;
        }
    }
    return nearest;
}

static int plates_fired(const CwWorld *world)
{
    int count = 0;
    CwEntity each = {0};
    while ((each = cw_world_next_of(world, KIND_TRIGGER, each)).index1 != 0) {
        const Trigger *trigger = cw_world_data_const(world, each);
        count += trigger->fired && !trigger->hidden;
    }
    return count;
}

static double value_of(const CwWorld *world, const Trigger *goal)
{
    const Buggy *buggy = buggy_of_const(world);
    cpVect at = cpBodyGetPosition(buggy->chassis), speed = cpBodyGetVelocity(buggy->chassis);
    double upright = cpBodyGetRotation(buggy->chassis).x;
    double value = env("SPEED", 0.25) * speed.x + env("HEIGHT", 0.3) * at.y +
                   env("SPRING", 10.0) * mainspring_fullness(&buggy->spring) +
                   env("PLATE", 5.0) * plates_fired(world);
    value += goal != NULL && !goal->fired ? -cpvdist(at, goal->foot_m) : at.x;
    if (upright < 0.0) {
        value -= 3.0;
    }
    return value;
}

static void look_on(void *context, const CwWorld *world)
{
    Look *look = context;
    const Run *run = run_of_const(world);
    uint64_t tick = cw_world_tick(world);
    if (look->over_tick != 0) {
        return;
    }
    if (run->finished || run->trouble != TROUBLE_NONE) {
        look->over_tick = tick;
        look->finished = run->finished;
    }
    if (look->over_tick != 0 || tick == look->end_tick) {
        look->value = value_of(world, look->goal);
        look->x_m = cpBodyGetPosition(buggy_of_const(world)->chassis).x;
        return;
    }
    CwInputFrame *input = &look->inputs[(tick - look->begin_tick) % CHUNK_TICKS].players[0];
    plan_follow(world, plan_noted(world), input);
}

/* Where the plan leads. */
static double look_ahead(const CwWorld *world, Plan plan, uint32_t ticks, Look *look)
{
    CwError error;
    look->state.size = 0;
    look->begin_tick = cw_world_tick(world);
    look->end_tick = look->begin_tick + ticks;
    look->over_tick = 0;
    look->finished = false;
    plan_follow(world, plan, &look->inputs[0].players[0]);
    uint32_t done = 0;
    while (done < ticks && look->over_tick == 0) {
        uint32_t chunk = ticks - done < CHUNK_TICKS ? ticks - done : CHUNK_TICKS;
        CwFork fork = {.ticks = chunk,
                       .inputs = look->inputs,
                       .input_count = CHUNK_TICKS,
                       .seen = look_on,
                       .context = look,
                       .state = &look->state};
        if (!cw_world_fork(world, &fork, &error)) {
            return -INFINITY;
        }
        done += chunk;
    }
    double left_s = (double)(look->begin_tick + ticks - look->over_tick) * cw_world_dt_s(world);
    if (look->over_tick != 0) {
        look->value += look->finished ? 30.0 + 20.0 * left_s : -100.0 - 10.0 * left_s;
    }
    return look->value;
}

static Leg random_leg(CwRng *rng)
{
    return (Leg){(Manner)cw_rng_below(rng, MANNER_COUNT), 1 + (int)cw_rng_below(rng, LEG_BLOCKS_MAX)};
}

static Plan random_plan(CwRng *rng)
{
    Plan plan = {{random_leg(rng), random_leg(rng)}};
    switch (cw_rng_below(rng, 4)) {
    case 0:
        plan.legs[0].manner = MANNER_DRIVE;
        break;
    case 1:
        plan.legs[1].blocks = 0;
        break;
    case 2:
        plan.legs[1].manner = MANNER_HOP;
        break;
    default:
        break;
    }
    return plan;
}

/* Like it, but for one leg, or how long that takes. */
static Plan change(Plan plan, CwRng *rng)
{
    Leg *leg = &plan.legs[cw_rng_below(rng, PLAN_LEGS)];
    int shift = (int)cw_rng_below(rng, 7) - 3;
    int blocks = leg->blocks + shift;
    if (shift == 0) {
        *leg = random_leg(rng);
    } else {
        leg->blocks = blocks < 0 ? 0 : blocks > LEG_BLOCKS_MAX ? LEG_BLOCKS_MAX : blocks;
    }
    return plan;
}

/* The first ones are always worth a look. */
static Plan propose(int number, Plan best, CwRng *rng)
{
    static const Plan usual[] = {
        {{{MANNER_DRIVE, 0}}},
        {{{MANNER_STAND, LEG_BLOCKS_MAX}, {MANNER_STAND, LEG_BLOCKS_MAX}}},
        {{{MANNER_HOP, 2}}},
    };
    return number < (int)CW_ARRAY_LENGTH(usual) ? usual[number]
           : number % 2 == 0                    ? change(best, rng)
                                                : random_plan(rng);
}

static Plan decide(const CwWorld *world)
{
    Look *look = calloc(1, sizeof *look);
    Plan best = plan_noted(world);
    if (look == NULL) {
        return best;
    }
    double dt_s = cw_world_dt_s(world);
    uint32_t ticks = (uint32_t)(env("HORIZON", 3.0) / dt_s);
    double x_m = cpBodyGetPosition(buggy_of_const(world)->chassis).x;
    if (buggy_of_const(world)->stalled_ticks * dt_s > 3.0) {
        look->goal = missed_plate(world, x_m);
    }
    double value = look_ahead(world, best, ticks, look);
    bool fine = value > x_m && (look->x_m - x_m) > env("FINE", 6.0) * ticks * dt_s;
    int tries = (int)(fine ? env("FEW", 1) : env("MANY", 10));
    CwRng rng;
    cw_rng_seed(&rng, (uint64_t)(int64_t)(x_m * 1e6), cw_world_tick(world));
    for (int i = 0; i < tries; i++) {
        Plan plan = propose(fine ? i + 3 : i, best, &rng);
        double other = look_ahead(world, plan, ticks, look);
        if (other > value + env("MARGIN", 0.2)) {
            value = other;
            best = plan;
        }
    }
    cw_snapshot_free(&look->state);
    free(look);
    if (getenv("SHOW"))
        fprintf(stderr, "%d x %.1f value %.1f plan %d*%d %d*%d\n", (int)cw_world_tick(world), x_m, value - x_m, best.legs[0].manner, best.legs[0].blocks, best.legs[1].manner, best.legs[1].blocks);
    return best;
}

void bot_drive(const CwWorld *world, CwInputFrame *input)
{
    const Run *run = run_of_const(world);
    const CwInputFrame *last = cw_world_input(world);
    const Buggy *buggy = buggy_of_const(world);
    *input = (CwInputFrame){0};
    if (buggy != NULL && run_is_driven(world)) {
        uint32_t block = (uint32_t)env("BLOCK", plan_block_ticks(world));
        Plan plan = cw_world_tick(world) % block == 0 ? decide(world) : plan_noted(world);
        plan_follow(world, plan, input);
    }
    bool lost = run->trouble != TROUBLE_NONE ||
                (buggy != NULL && buggy->overturned_ticks >= cw_world_ms_to_ticks(world, 2000.0));
    if (lost && !cw_input_down(last, ACTION_RESPAWN)) {
        input->down |= UINT32_C(1) << ACTION_RESPAWN;
    }
    cw_input_derive_edges(input, last);
}
