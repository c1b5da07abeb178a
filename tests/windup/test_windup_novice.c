/* Each level is fair to a novice, who looks ahead a little, reacts after 0.25 s and hops up to
 * 0.25 s too early. NOVICE_TABLE=1 prints the places in metres where each drive went back. */
#include "run/replay_run.h"
#include "support/drive.h"
#include "windup/windup.h"

FIXTURE(.tear_down = drive_close, .timeout_s = 300);

enum {
    REACTION_TICKS = 15, /* 0.25 s */
    LIMIT_TICKS = 4 * 60 * 60,
    RETURNS_MAX = 8,
    SEEDS = 5,
    SILVER = 2,       /* of run_medal */
    STUCK_TICKS = 90, /* then it backs off for a run-up */
    GIVE_UP_TICKS = 330
};

static const double AIM_S = 0.25, SIGHT_M = 14.0, STEP_M = 0.25, DROP_M = 2.0, WALL_M = 0.35,
                    SLIT_M = 0.12, /* half as wide as a slit that a wheel does not feel */

    RISE_S = 0.2; /* of a hop to the height of a step */

/* The driver knows the scene as it was REACTION_TICKS ago. */
typedef struct Scene {
    double hop_in_s; /* to the edge of the next gap or the foot of the next step */
    bool trouble;    /* fallen, crushed or on its roof */
    uint32_t stalled_ticks;
} Scene;

typedef struct Novice {
    Scene scenes[REACTION_TICKS];
    CwRng rng; /* its aim varies, as a hand does */
    double aim_s;
    int back_ticks, held_ticks; /* driving back; since the hop was pressed */
    int rest_ticks;             /* after going back, for a breath */
} Novice;

/* The height of what a wheel would stand on at `x_m`, not above `top_m`; NAN: nothing near. */
static double floor_at(double x_m, double top_m, double bottom_m)
{
    cpSpace *space = cw_world_space(drive_world());
    cpShapeFilter filter =
        cpShapeFilterNew(drive_run()->buggy.index1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES);
    cpSegmentQueryInfo hit;
    bool found = cpSpaceSegmentQueryFirst(space, cpv(x_m, top_m), cpv(x_m, bottom_m), SLIT_M,
                                          filter, &hit) != NULL;
    return found ? cpflerp(top_m, bottom_m, hit.alpha) - SLIT_M : (double)NAN;
}

/* Until its front wheel must be off the ground: where it ends, or rises too steeply to roll up. */
static double hop_in_s(double speed_mps)
{
    cpVect wheel = cpBodyGetPosition(drive_buggy()->wheels[WHEEL_FRONT]);
    double floor = wheel.y - WHEEL_RADIUS_M;
    for (double ahead = 0.0; ahead < SIGHT_M; ahead += STEP_M) {
        double next = floor_at(wheel.x + ahead, floor + 1.4, floor - DROP_M);
        if (isnan(next) || next > floor + WALL_M) {
            return isnan(next) ? (ahead - SLIT_M) / speed_mps : ahead / speed_mps - RISE_S;
        }
        floor = next;
    }
    return INFINITY;
}

static Scene look(void)
{
    const Buggy *buggy = drive_buggy();
    double speed_mps = drive_speed().x;
    bool runs = buggy_grounded(buggy) && speed_mps > 1.0;
    return (Scene){.hop_in_s = runs ? hop_in_s(speed_mps) : (double)INFINITY,
                   .trouble = drive_run()->trouble != TROUBLE_NONE || buggy->overturned_ticks > 60,
                   .stalled_ticks = buggy->stalled_ticks};
}

static unsigned choose(Novice *novice, Scene scene)
{
    if (scene.trouble || scene.stalled_ticks > GIVE_UP_TICKS) {
        return drive.input.down == RESPAWN ? 0 : RESPAWN;
    }
    if (novice->rest_ticks > 0) {
        novice->rest_ticks--;
        return 0;
    }
    if (scene.stalled_ticks > 0 && scene.stalled_ticks % (2 * STUCK_TICKS) == STUCK_TICKS) {
        novice->back_ticks = 50;
    }
    if (novice->back_ticks > 0) {
        novice->back_ticks--;
        return BRAKE;
    }
    novice->held_ticks = novice->held_ticks > 0 ? novice->held_ticks - 1 : 0;
    if (scene.hop_in_s < (double)REACTION_TICKS / 60.0 + novice->aim_s && novice->held_ticks == 0) {
        novice->aim_s = cw_rng_range(&novice->rng, 0.0, AIM_S);
        novice->held_ticks = 20;
    }
    return ACCELERATE | (novice->held_ticks > 12 ? HOP : 0);
}

static void look_again(Novice *novice)
{
    memset(novice->scenes, 0, sizeof novice->scenes);
    for (int i = 0; i < REACTION_TICKS; i++) {
        novice->scenes[i].hop_in_s = INFINITY;
    }
}

static void drive_as(Novice *novice, uint64_t seed)
{
    bool has_table = getenv("NOVICE_TABLE") != NULL;
    cw_rng_seed(&novice->rng, seed, 1);
    for (int tick = 0; tick < LIMIT_TICKS && !drive_run()->finished; tick++) {
        Scene *oldest = &novice->scenes[tick % REACTION_TICKS];
        unsigned actions = choose(novice, *oldest);
        uint32_t returns = drive_run()->respawn_count;
        double from_m = drive_place().x;
        *oldest = look();
        if (actions == RESPAWN) {
            novice->rest_ticks = 20 + (int)cw_rng_below(&novice->rng, 60);
            look_again(novice);
        }
        drive_hold(actions, 1);
        if (has_table && drive_run()->respawn_count > returns) {
            fprintf(stderr, " %.0f", from_m);
        }
    }
}

/* Prints the end of a drive, and returns whether its medal is silver or better. */
static bool wins_silver(const char *name, uint64_t seed)
{
    uint32_t ticks = (uint32_t)race_ticks(drive_world()), returns = drive_run()->respawn_count;
    if (getenv("NOVICE_TABLE") != NULL) {
        fprintf(stderr, " | %s, seed %d: %.1f s, %u returns\n", name, (int)seed, ticks / 60.0,
                returns);
    }
    ck_assert_msg(drive_run()->finished && returns <= RETURNS_MAX,
                  "%s, seed %d: at x = %.0f m after %u returns", name, (int)seed, drive_place().x,
                  returns);
    return run_medal(&windup_game, drive.session.map, ticks, 60) >= SILVER;
}

TEST(a_novice_finishes_each_level_and_half_with_silver, .slow = true)
{
    int count = drive_each_level(), silver_count = 0;
    for (int i = 0; i < count * SEEDS; i++) {
        Novice novice = {0};
        const char *name = drive_open_level(i / SEEDS);
        uint64_t seed = (uint64_t)(i % SEEDS) + 1;
        drive_as(&novice, seed);
        silver_count += wins_silver(name, seed);
    }
    ck_assert_int_ge(2 * silver_count, count * SEEDS);
}
