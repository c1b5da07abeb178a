/* Moving bodies never have more energy than they began with, the driver gave and machines did. */
#include "sim/poison.h"
#include "support/drive.h"

FIXTURE(.tear_down = drive_close, .timeout_s = 300);

static void add_body(cpBody *body, void *sum_J)
{
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC) {
        double mass = cpBodyGetMass(body), spin = cpBodyGetAngularVelocity(body);
        cpVect velocity = cpBodyGetVelocity(body);
        /* Chipmunk moves before it lets fall: half a tick ahead a flight keeps its energy. */
        double height_m =
            cpBodyGetPosition(body).y + velocity.y * cw_world_dt_s(drive_world()) / 2.0;
        *(double *)sum_J += 0.5 * mass * cpvlengthsq(velocity) +
                            0.5 * cpBodyGetMoment(body) * spin * spin + 9.81 * mass * height_m;
    }
}

static void add_spring(cpConstraint *joint, void *sum_J)
{
    cpBody *a = cpConstraintGetBodyA(joint), *b = cpConstraintGetBodyB(joint);
    if (cpConstraintIsDampedSpring(joint)) {
        double length = cpvdist(cpBodyLocalToWorld(a, cpDampedSpringGetAnchorA(joint)),
                                cpBodyLocalToWorld(b, cpDampedSpringGetAnchorB(joint)));
        double bent = length - cpDampedSpringGetRestLength(joint);
        *(double *)sum_J += 0.5 * cpDampedSpringGetStiffness(joint) * bent * bent;
    } else if (cpConstraintIsDampedRotarySpring(joint)) {
        double bent =
            cpBodyGetAngle(a) - cpBodyGetAngle(b) - cpDampedRotarySpringGetRestAngle(joint);
        *(double *)sum_J += 0.5 * cpDampedRotarySpringGetStiffness(joint) * bent * bent;
    }
}

static double energy_J(void)
{
    double sum_J = 0.0;
    cpSpace *space = cw_world_space(drive_world());
    cpSpaceEachBody(space, add_body, &sum_J);
    cpSpaceEachConstraint(space, add_spring, &sum_J);
    return sum_J;
}

/* Energy beyond what was given: any rise came from nothing. Planks of a bridge store some in their
 * joints, which is not counted: there only more than at the start is too much. */
typedef struct Ledger {
    double least_J;
    double gained_J;
} Ledger;

static double excess_J(void)
{
    return energy_J() - drive_buggy()->spring.given_J - drive_run()->machine_J;
}

/* The bot looks far ahead, which takes most of the time: it does so each tenth of a second. */
enum { BOT_TICKS = 6 };
enum { RIDE_TICKS = 1500, HOLDER = 0, BOT = 1, FIRST_MONKEY = 2, DRIVER_COUNT = 6 };

/* Anything but respawns, mostly with the throttle open. */
static unsigned monkey(CwRng *rng, unsigned held, int tick)
{
    if (tick % 12 != 0) {
        return held;
    }
    unsigned actions = cw_rng_next(rng) & ((RESPAWN)-1);
    return cw_rng_next(rng) % 3 != 0 ? actions | ACCELERATE : actions;
}

/* Until it ends, falls or is put back, which changes its height. */
static void ride(int driver, bool has_bridge)
{
    const Race *race = drive_run();
    CwRng rng = seeded_rng((uint64_t)driver, 1);
    Ledger ledger = {.least_J = excess_J()};
    drive_hold(0, 30);
    unsigned held = ACCELERATE;
    for (int i = 0; i < RIDE_TICKS && race->trouble == TROUBLE_NONE; i++) {
        held = driver >= FIRST_MONKEY ? monkey(&rng, held, i) : held;
        if (driver == BOT && i % BOT_TICKS == 0) {
            drive_bot(1);
            held = drive.input.down;
        } else {
            drive_hold(held, 1);
        }
        if (race->respawn_count > 0) {
            break;
        }
        double now_J = excess_J();
        ledger.least_J = has_bridge ? ledger.least_J : fmin(ledger.least_J, now_J);
        ledger.gained_J = fmax(ledger.gained_J, now_J - ledger.least_J);
    }
    ck_assert_double_gt(drive_buggy()->spring.given_J, 10000.0);
    /* the ledger reads a motor once a tick: of what was given it misses up to a hundredth */
    double missed_J = 200.0 + 0.01 * drive_buggy()->spring.given_J;
    ck_assert_msg(ledger.gained_J < missed_J + 0.05 * fabs(race->machine_J),
                  "driver %d had %g J from nothing", driver, ledger.gained_J);
}

static const char *const TRACKS[] = {
    "",
    OBJECT(9, "crate", 2240, 896, 64, 64, "") OBJECT(9, "crate", 2310, 928, 32, 32, ""),
    OBJECT(9, "seesaw", 2240, 935, 192, 10, ""),
    OBJECT(9, "lift", 2112, 955, 160, 16, PROPERTIES(VALUE("speed", "3"))),
    OBJECT(9, "platform", 2112, 955, 160, 16,
           PROPERTIES(VALUE("path", "\"p\"") "," VALUE("speed", "4")))
        POLYLINE(8, "path", 2200, 955, AT(0, 0) "," AT(120, -60) "," AT(300, 0), NAME("p")),
    OBJECT(9, "conveyor", 2112, 944, 320, 24, PROPERTIES(VALUE("speed", "8")))
        OBJECT(9, "conveyor", 2560, 944, 320, 24, PROPERTIES(VALUE("speed", "-6"))),
    OBJECT(9, "pad", 2112, 952, 64, 12, "") OBJECT(9, "pad", 2304, 930, 64, 12, ",\"rotation\":-25")
        OBJECT(9, "crate", 2120, 900, 32, 32, ""),
    OBJECT(9, "gear", 2112, 940, 128, 128, ELLIPSE PROPERTIES(VALUE("speed", "4")))
        OBJECT(9, "gear", 2240, 940, 128, 128, ELLIPSE PROPERTIES(VALUE("free", "true"))),
    OBJECT(9, "gear", 2112, 920, 192, 192, ELLIPSE PROPERTIES(VALUE("speed", "-2"))),
    OBJECT(9, "gear", 2112, 920, 160, 160, ELLIPSE PROPERTIES(VALUE("free", "true"))),
    OBJECT(9, "pendulum", 2200, 768, 48, 180, ""),
    OBJECT(9, "pendulum", 2200, 768, 48, 180, PROPERTIES(VALUE("free", "true"))),
    OBJECT(9, "magnet", 2240, 800, 64, 32, ""),
    OBJECT(9, "magnet", 2240, 860, 64, 32, PROPERTIES(VALUE("pull", "60")))
        OBJECT(9, "crate", 2400, 896, 64, 64, ""),
    OBJECT(9, "rotor", 2240, 850, 128, 12, PROPERTIES(VALUE("speed", "3"))),
    OBJECT(9, "rotor", 2240, 850, 128, 40,
           PROPERTIES(VALUE("speed", "-1.5") "," VALUE("look", "\"hammer\""))),
    OBJECT(9, "water", 1900, 800, 900, 170, ""),
    OBJECT(9, "water", 2200, 900, 900, 70, "") OBJECT(9, "crate", 2400, 928, 32, 32, ""),
    OBJECT(9, "ledge", 2200, 900, 256, 10, ""),
    OBJECT(9, "oil", 2200, 957, 640, 6, ""),
    POLYLINE(9, "rope", 2300, 780, AT(0, 0) "," AT(0, 130), PROPERTIES(VALUE("load", "40"))),
};

/* Minutes under sanitizers, which see the same code in other tests. */
TEST(no_driver_gains_energy_from_nothing, .rounds = CW_ARRAY_LENGTH(TRACKS), .quick_rounds = 2,
     .left_out = POISON_WORKS)
{
    for (int driver = HOLDER; driver < DRIVER_COUNT; driver++) {
        drive_open_track(TRACKS[_i]);
        ride(driver, false);
    }
}

TEST(no_level_gives_energy_for_nothing, .slow = true, .left_out = POISON_WORKS)
{
    const char *const levels[] = {"assets/levels/first-wind.tmj", "assets/levels/night-shift.tmj"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(levels); i++) {
        for (int driver = HOLDER; driver < DRIVER_COUNT; driver++) {
            drive_open(levels[i], 60);
            drive_hold(0, 1800); /* bridges begin straight and swing for half a minute */
            ride(driver, true);
        }
    }
}

static double given_J(int substeps)
{
    drive_open_track("");
    CwTickInput input = {.command = {CW_SETTING_SUBSTEPS, substeps}};
    ck_assert(session_tick(&drive.session, &input, &(CwError){0}));
    drive_hold(0, 60);
    drive_hold(ACCELERATE, 120);
    return drive_buggy()->spring.given_J;
}

TEST(the_spring_gives_as_much_after_substeps_change_while_it_drives)
{
    double once_J = given_J(1);
    ck_assert_double_eq_tol(given_J(4), once_J, 0.1 * once_J);
}
