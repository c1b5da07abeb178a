/* The bot drives the buggy in demonstrations, in tests and behind the title. It looks ahead: it
 * simulates its present plan and others in forks of the world. The input is the only memory of its
 * plan, so its runs are repeatable. */
#include "buggy/buggy.h"
#include "clockwork/worlds.h"
#include "common/numbers.h"
#include "common/race.h"
#include "things/kinds.h"
#include "windup/windup.h"

#include <math.h>
#include <stdlib.h>

/* ---- plans: up to three legs, each with a manner of driving, and then MANNER_DRIVE. A plan reads
 * the world in every tick, so it can hold the buggy level or hop before a step. The same code
 * drives in a fork and in the run.
 *
 * A plan is stored in the input: Windup reads neither the pointer nor the respawn key's deflection,
 * so these hold the rest of the plan and its value. ---- */

typedef enum Manner {
    MANNER_DRIVE, /* accelerate; level in the air; hop before steps */
    MANNER_PLAIN, /* accelerate; level in the air */
    MANNER_HOP,   /* hop, accelerating */
    MANNER_STAND, /* brake, then wait */
    MANNER_BACK,  /* brake, then reverse */
    MANNER_COAST, /* no pedal; level in the air */
    MANNER_REAR,  /* accelerate, leaning back */
    MANNER_DIVE,  /* accelerate, leaning forward */
    MANNER_COUNT
} Manner;

enum { PLAN_LEGS = 3, LEG_BLOCKS_MAX = 15 };

typedef struct Leg {
    Manner manner;
    int blocks; /* blocks of ticks; 0: the leg is over */
} Leg;

typedef struct Plan {
    Leg legs[PLAN_LEGS];
    double value_m; /* value of the plan's future, +-650, in steps of 2 cm */
} Plan;

static const double BLOCK_MS = 100.0;  /* plans begin and change at the beginning of a block */
static const double LEVEL_RAD = 0.12;  /* smaller tilts in the air need no lean */
static const double FORESIGHT_S = 0.2; /* the tilt is predicted this far ahead */
static const double STANDING_MPS = 0.8;
static const double VALUE_STEP_M = 0.02;

static const double STEP_MIN_M = 0.5; /* the buggy drives up lower steps */
static const double STEP_MAX_M = 1.1; /* no hop gets over higher steps */
static const double NOSE_M = 1.2;     /* distance of the front wheel from the middle */
static const double RISE_S = 0.22;    /* time in which a hop gets high enough */

enum { MANNER_BITS = 3, BLOCKS_BITS = 4, LEG_BITS = MANNER_BITS + BLOCKS_BITS };
_Static_assert(MANNER_COUNT <= 1 << MANNER_BITS && LEG_BLOCKS_MAX < 1 << BLOCKS_BITS,
               "a leg fits in its bits");

static void press(CwInputFrame *input, int action)
{
    input->down |= UINT32_C(1) << action;
    input->value[action] = CW_ACTION_VALUE_MAX;
}

static void keep_level(const Buggy *buggy, CwInputFrame *input)
{
    cpVect heading = cpBodyGetRotation(buggy->chassis);
    double tilt =
        atan2(heading.y, heading.x) + FORESIGHT_S * cpBodyGetAngularVelocity(buggy->chassis);
    bool is_airborne = !buggy_grounded(buggy) || buggy->wheel_contacts[WHEEL_FRONT] == 0;
    if (is_airborne && tilt > LEVEL_RAD) {
        press(input, ACTION_LEAN_FORWARD);
    } else if (is_airborne && tilt < -LEVEL_RAD) {
        press(input, ACTION_LEAN_BACK);
    }
}

/* True for a wall to the right, within `reach_m`, that a hop gets over. Outlines run
 * counter-clockwise: it runs down. */
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

static void steer(const CwWorld *world, const Buggy *buggy, Manner manner, CwInputFrame *input)
{
    bool is_stopping = manner == MANNER_STAND;
    double speed_mps = cpBodyGetVelocity(buggy->chassis).x, forward_mps = buggy_forward_mps(buggy);
    cpVect foot = cpvsub(cpBodyGetPosition(buggy->chassis), cpv(0.0, STAND_HEIGHT_M));
    if (manner == MANNER_BACK || (is_stopping && forward_mps > STANDING_MPS)) {
        press(input, ACTION_BRAKE);
    } else if (is_stopping ? forward_mps < -STANDING_MPS : manner != MANNER_COAST) {
        press(input, ACTION_ACCELERATE);
    }
    if (manner == MANNER_HOP || (manner == MANNER_DRIVE && speed_mps > 2.5 &&
                                 sees_step(world, foot, NOSE_M + RISE_S * speed_mps))) {
        press(input, ACTION_HOP);
    }
    if (manner == MANNER_REAR || manner == MANNER_DIVE) {
        press(input, manner == MANNER_REAR ? ACTION_LEAN_BACK : ACTION_LEAN_FORWARD);
    } else {
        keep_level(buggy, input);
    }
}

static unsigned pack_leg(Leg leg)
{
    return (unsigned)leg.blocks << MANNER_BITS | (unsigned)leg.manner;
}

static Leg unpack_leg(unsigned packed)
{
    return (Leg){(Manner)(packed & ((1u << MANNER_BITS) - 1)),
                 (int)(packed >> MANNER_BITS & ((1u << BLOCKS_BITS) - 1))};
}

static Plan read_plan(const CwWorld *world)
{
    const CwInputFrame *last = cw_world_input(world);
    unsigned packed = (uint16_t)last->pointer_x;
    return (Plan){{unpack_leg(packed), unpack_leg(packed >> LEG_BITS),
                   unpack_leg(last->value[ACTION_RESPAWN])},
                  last->pointer_y * VALUE_STEP_M};
}

static void write_plan(Plan plan, CwInputFrame *input)
{
    input->pointer_x = (int16_t)(pack_leg(plan.legs[0]) | pack_leg(plan.legs[1]) << LEG_BITS);
    input->value[ACTION_RESPAWN] = (uint8_t)pack_leg(plan.legs[2]);
    input->pointer_y =
        (int16_t)fmax(INT16_MIN, fmin(plan.value_m / VALUE_STEP_M, INT16_MAX)); /* clamped */
}

/* Writes the input of the next tick, which also holds the rest of the plan. */
static void follow_plan(const CwWorld *world, Plan plan, CwInputFrame *input)
{
    int i = 0;
    while (i < PLAN_LEGS && plan.legs[i].blocks == 0) {
        i++;
    }
    *input = (CwInputFrame){0};
    steer(world, buggy_of_const(world), i < PLAN_LEGS ? plan.legs[i].manner : MANNER_DRIVE, input);
    bool block_ends = (cw_world_tick(world) + 1) % cw_world_ms_to_ticks(world, BLOCK_MS) == 0;
    if (i < PLAN_LEGS && block_ends) {
        plan.legs[i].blocks--;
    }
    write_plan(plan, input);
    cw_input_derive_edges(input, cw_world_input(world));
}

/* ---- the search ---- */

static const double HORIZON_MS = 3000.0;
static const double FINE_MPS = 8.0; /* a plan that gains this much has few rivals */
enum { TRIES_FINE = 1, TRIES = 24, TRIES_DOOMED = 30 }; /* other plans tried in a block */
static const double MARGIN_M = 0.2;                     /* a rival must be better by this much */
static const double STUCK_MS = 3000.0, OVERTURNED_MS = 5000.0, GIVE_UP_MS = 8000.0;

/* Values of a plan's results, in metres of progress: */
static const double WORTH_MPS = 0.25;    /* speed at the end */
static const double WORTH_HEIGHT = 0.3;  /* height */
static const double WORTH_SPRING = 10.0; /* a full mainspring */
static const double WORTH_PLATE = 5.0;   /* each plate driven over */
static const double WORTH_WAY = 0.7;     /* mean progress on the way, so waiting costs */
static const double WORTH_ROOF = -3.0;
static const double WORTH_TROUBLE = -100.0, WORTH_TROUBLE_LATER = 10.0; /* each second */
static const double WORTH_FINISH = 30.0, WORTH_FINISH_SOONER = 20.0;
static const double DOOMED_M = -50.0;

enum { CHUNK_TICKS = 90 }; /* ticks simulated at a time, until the run ends */
enum { RNG_STREAM = 1 };

typedef struct Lookahead {
    CwTickInput inputs[CHUNK_TICKS]; /* a ring of coming ticks' inputs */
    CwSnapshot state;
    const Trigger *goal; /* plate to drive over; NULL: the finish */
    double origin_m;     /* progress is measured from here, to keep values small */
    uint32_t block_ticks, horizon_ticks;
    uint64_t begin_tick, end_tick;
    uint64_t over_tick; /* tick of the finish or of trouble; 0: neither yet */
    double mean_m;      /* mean progress on the way */
    double value_m;
} Lookahead;

/* Finds the nearest visible plate left of `x_m` that was not driven over; NULL: none. */
static const Trigger *find_missed_plate(const CwWorld *world, double x_m)
{
    const Trigger *nearest = NULL;
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_TRIGGER, each)).index1 != 0;) {
        const Trigger *trigger = cw_world_data_const(world, each);
        bool missed = !trigger->hidden && !trigger->fired && trigger->foot_m.x < x_m;
        if (missed && (nearest == NULL || trigger->foot_m.x > nearest->foot_m.x)) {
            nearest = trigger;
        }
    }
    return nearest;
}

static int count_fired_plates(const CwWorld *world)
{
    int count = 0;
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_TRIGGER, each)).index1 != 0;) {
        const Trigger *trigger = cw_world_data_const(world, each);
        count += trigger->fired && !trigger->hidden;
    }
    return count;
}

static double rate_place_m(const Lookahead *look, const CwWorld *world)
{
    cpVect at = cpBodyGetPosition(buggy_of_const(world)->chassis);
    return at.x - look->origin_m + WORTH_HEIGHT * at.y;
}

static double evaluate_world(const Lookahead *look, const CwWorld *world)
{
    const Trigger *goal = look->goal;
    const Buggy *buggy = buggy_of_const(world);
    double value = WORTH_MPS * cpBodyGetVelocity(buggy->chassis).x +
                   WORTH_SPRING * mainspring_fullness(&buggy->spring) +
                   WORTH_PLATE * count_fired_plates(world);
    bool has_goal = goal != NULL && !goal->fired;
    value += has_goal ? -cpvdist(cpBodyGetPosition(buggy->chassis), goal->foot_m)
                      : rate_place_m(look, world);
    return cpBodyGetRotation(buggy->chassis).x < 0.0 ? value + WORTH_ROOF : value;
}

static void evaluate_tick(Lookahead *look, const CwWorld *world)
{
    const Race *race = race_of_const(world);
    uint64_t tick = cw_world_tick(world);
    bool over = race->finished || race->trouble != TROUBLE_NONE;
    double rest_ticks = over ? (double)(look->end_tick - tick) : 0.0;
    if (look->goal == NULL) {
        look->mean_m += rate_place_m(look, world) * (1.0 + rest_ticks) / look->horizon_ticks;
    }
    if (over || tick == look->end_tick) {
        look->value_m = evaluate_world(look, world) + WORTH_WAY * look->mean_m;
    }
    if (over) {
        double rest_s = rest_ticks * cw_world_dt_s(world);
        look->over_tick = tick;
        look->value_m += race->finished ? WORTH_FINISH + WORTH_FINISH_SOONER * rest_s
                                        : WORTH_TROUBLE - WORTH_TROUBLE_LATER * rest_s;
    }
}

static void follow_fork(void *context, const CwWorld *world)
{
    Lookahead *look = context;
    if (look->over_tick == 0) {
        uint64_t index = (cw_world_tick(world) - look->begin_tick) % CHUNK_TICKS;
        evaluate_tick(look, world);
        follow_plan(world, read_plan(world), &look->inputs[index].players[0]);
    }
}

/* Simulates a plan that begins now. Returns the value of the way and of the state at the end. */
static double look_ahead(const CwWorld *world, Plan plan, Lookahead *look)
{
    look->begin_tick = cw_world_tick(world);
    uint32_t elapsed_ticks = (uint32_t)(look->begin_tick % look->block_ticks);
    uint32_t ticks = look->horizon_ticks - elapsed_ticks;
    look->end_tick = look->begin_tick + ticks;
    look->over_tick = 0;
    look->mean_m =
        look->goal != NULL ? 0.0 : rate_place_m(look, world) * elapsed_ticks / look->horizon_ticks;
    look->state.size = 0;
    follow_plan(world, plan, &look->inputs[0].players[0]);
    for (uint32_t done = 0; done < ticks && look->over_tick == 0; done += CHUNK_TICKS) {
        CwError error;
        CwFork fork = {.ticks = ticks - done < CHUNK_TICKS ? ticks - done : CHUNK_TICKS,
                       .inputs = look->inputs,
                       .input_count = CHUNK_TICKS,
                       .seen = follow_fork,
                       .context = look,
                       .state = &look->state};
        if (!cw_world_fork(world, &fork, &error)) {
            return -INFINITY;
        }
    }
    return look->value_m;
}

static Leg random_leg(CwRng *rng)
{
    return (Leg){(Manner)cw_rng_below(rng, MANNER_COUNT),
                 1 + (int)cw_rng_below(rng, LEG_BLOCKS_MAX)};
}

/* A plan of one or two random legs, or a run-up and a hop, perhaps after a random leg. */
static Plan random_plan(CwRng *rng)
{
    Plan plan = {.legs = {random_leg(rng)}};
    uint32_t kind = cw_rng_below(rng, 4);
    if (kind >= 1) {
        plan.legs[1] = random_leg(rng);
    }
    if (kind >= 2) {
        plan.legs[kind - 2].manner = MANNER_DRIVE;
        plan.legs[kind - 1] = (Leg){MANNER_HOP, 1 + (int)cw_rng_below(rng, 4)};
    }
    if (kind == 3) {
        plan.legs[0] = random_leg(rng);
    }
    return plan;
}

/* A copy of the plan with one leg replaced, lengthened or shortened. */
static Plan change_plan(Plan plan, CwRng *rng)
{
    Leg *leg = &plan.legs[cw_rng_below(rng, PLAN_LEGS)];
    int shift = (int)cw_rng_below(rng, 7) - 3, blocks = leg->blocks + shift;
    if (shift == 0) {
        *leg = random_leg(rng);
    } else {
        leg->blocks = blocks < 0 ? 0 : blocks > LEG_BLOCKS_MAX ? LEG_BLOCKS_MAX : blocks;
    }
    return plan;
}

/* The first plans are fixed; of the others every second one varies the best plan. */
static Plan propose_plan(uint32_t number, Plan best, CwRng *rng)
{
    static const Plan fixed_plans[] = {
        {.legs = {{MANNER_DRIVE, 0}}},
        {.legs = {{MANNER_STAND, LEG_BLOCKS_MAX}, {MANNER_STAND, LEG_BLOCKS_MAX}}},
        {.legs = {{MANNER_HOP, 2}}},
        {.legs = {{MANNER_BACK, LEG_BLOCKS_MAX}, {MANNER_BACK, LEG_BLOCKS_MAX}}},
    };
    return number < CW_ARRAY_LENGTH(fixed_plans) ? fixed_plans[number]
           : number % 2 == 0                     ? change_plan(best, rng)
                                                 : random_plan(rng);
}

/* Returns the present plan or a better one. Tries the present plan once a block, rivals all
 * along. */
static Plan choose_plan(const CwWorld *world, Lookahead *look)
{
    const Buggy *buggy = buggy_of_const(world);
    Plan best = read_plan(world);
    look->origin_m = race_of_const(world)->respawn_m.x;
    look->block_ticks = cw_world_ms_to_ticks(world, BLOCK_MS);
    look->horizon_ticks = cw_world_ms_to_ticks(world, HORIZON_MS);
    uint32_t block = look->block_ticks, moment = (uint32_t)(cw_world_tick(world) % block);
    if (buggy->stalled_ticks > cw_world_ms_to_ticks(world, STUCK_MS)) {
        look->goal = find_missed_plate(world, cpBodyGetPosition(buggy->chassis).x);
    }
    if (moment == 0) {
        best.value_m = look_ahead(world, best, look);
    }
    double now_m = evaluate_world(look, world) + WORTH_WAY * rate_place_m(look, world);
    double gain_m = best.value_m - now_m;
    bool is_fine = look->goal == NULL && gain_m > FINE_MPS * HORIZON_MS / 1000.0;
    uint32_t tries = is_fine ? TRIES_FINE : gain_m < DOOMED_M ? TRIES_DOOMED : TRIES;
    CwRng rng;
    cw_rng_seed(&rng, cw_world_tick(world), RNG_STREAM);
    for (uint32_t i = tries * moment / block; i < tries * (moment + 1) / block; i++) {
        Plan plan = propose_plan(tries == TRIES_FINE ? i + 5 : i, best, &rng);
        plan.value_m = look_ahead(world, plan, look);
        if (plan.value_m > best.value_m + MARGIN_M) {
            best = plan;
        }
    }
    return best;
}

/* True if the buggy has lain on its roof for long, and each GIVE_UP_MS without progress. */
static bool is_lost(const CwWorld *world, const Buggy *buggy)
{
    return buggy->overturned_ticks >= cw_world_ms_to_ticks(world, OVERTURNED_MS) ||
           (buggy->stalled_ticks > 0 &&
            buggy->stalled_ticks % cw_world_ms_to_ticks(world, GIVE_UP_MS) == 0);
}

void bot_drive(const CwWorld *world, CwInputFrame *input)
{
    const Race *race = race_of_const(world);
    const CwInputFrame *last = cw_world_input(world);
    const Buggy *buggy = buggy_of_const(world);
    Lookahead *look = calloc(1, sizeof *look);
    *input = (CwInputFrame){0};
    if (look != NULL && buggy != NULL && race_is_driven(world)) {
        follow_plan(world, choose_plan(world, look), input);
        cw_snapshot_free(&look->state);
    }
    free(look);
    bool gives_up = race->trouble != TROUBLE_NONE || (buggy != NULL && is_lost(world, buggy));
    if (gives_up && !cw_input_down(last, ACTION_RESPAWN)) {
        input->down |= UINT32_C(1) << ACTION_RESPAWN;
    }
    cw_input_derive_edges(input, last);
}
