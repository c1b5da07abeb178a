#include "buggy/buggy.h"

#include "common/numbers.h"
#include "common/race.h"

#include <math.h>

static const double ADVANCE_M = 0.02; /* a smaller advance is jitter, not progress */

const CwField buggy_fields[BUGGY_FIELD_COUNT] = {
    CW_FIELD_ARRAY(Buggy, wheel_contacts),
    CW_FIELD(Buggy, chassis_contacts),
    CW_FIELD(Buggy, hop.press_ticks),
    CW_FIELD(Buggy, hop.ground_ticks),
    CW_FIELD(Buggy, hop.airborne_ticks),
    CW_FIELD(Buggy, hop.rest_ticks),
    CW_FIELD(Buggy, hop.spent),
    CW_FIELD(Buggy, up),
    CW_FIELD(Buggy, landing.air_ticks),
    CW_FIELD(Buggy, landing.down_ticks),
    CW_FIELD(Buggy, spring.left_J),
    CW_FIELD(Buggy, spring.given_J),
    CW_FIELD(Buggy, spring.kept_J),
    CW_FIELD_ARRAY(Buggy, grip),
    CW_FIELD(Buggy, wet),
    CW_FIELD(Buggy, in_gear),
    CW_FIELD(Buggy, waits),
    CW_FIELD(Buggy, reversing),
    CW_FIELD(Buggy, key_angle_rad),
    CW_FIELD(Buggy, key_spin_radps),
    CW_FIELD(Buggy, best_x_m),
    CW_FIELD(Buggy, stalled_ticks),
    CW_FIELD(Buggy, overturned_ticks),
    CW_FIELD(Buggy, squeezed_ticks),
    CW_FIELD_UNHASHED(Buggy, before_mps),
    CW_FIELD_UNHASHED(Buggy, tricks),
    CW_FIELD_BODY(Buggy, chassis, "chassis"),
    CW_FIELD_BODY(Buggy, wheels[WHEEL_REAR], "rear_wheel"),
    CW_FIELD_BODY(Buggy, wheels[WHEEL_FRONT], "front_wheel"),
    CW_FIELD_SHAPE(Buggy, treads[WHEEL_REAR], "rear_tread"),
    CW_FIELD_SHAPE(Buggy, treads[WHEEL_FRONT], "front_tread"),
    CW_FIELD_JOINT(Buggy, motors[WHEEL_REAR], "rear_motor"),
    CW_FIELD_JOINT(Buggy, motors[WHEEL_FRONT], "front_motor"),
};

/* ---- the mainspring ---- */

void mainspring_spend(Mainspring *spring, double work_J)
{
    double given_J = fmax(0.0, work_J);
    spring->given_J += given_J;
    spring->left_J = fmax(0.0, spring->left_J - given_J);
}

void mainspring_wind(Mainspring *spring, double energy_J)
{
    spring->left_J = fmin(SPRING_FULL_J, spring->left_J + fmax(0.0, energy_J));
}

double mainspring_fullness(const Mainspring *spring)
{
    return spring->left_J / SPRING_FULL_J;
}

/* ---- its body ---- */

/* The hull, bumpers ahead of the wheels, then cabin and driver, from the centre of gravity. */
static const cpVect HULL_M[] = {{-1.26, -0.08}, {1.30, -0.08}, {1.32, 0.08},
                                {0.85, 0.45},   {-1.0, 0.5},   {-1.28, 0.08}};
static const cpVect CABIN_M[] = {{-0.5, 0.45}, {0.3, 0.45}, {0.1, 0.95}, {-0.3, 0.95}};

static cpVect wheel_offset_m(int wheel)
{
    return cpv(wheel == WHEEL_REAR ? -WHEEL_REACH_M : WHEEL_REACH_M, -WHEEL_DROP_M);
}

/* Parts of one buggy pass through each other: they share a group. */
static void add_shape(CwWorld *world, CwEntity self, cpShape *shape, cpCollisionType type)
{
    cpShapeSetFriction(shape, type == TOUCH_CHASSIS ? CHASSIS_FRICTION : WHEEL_FRICTION);
    cpShapeSetCollisionType(shape, type);
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CATEGORY_THING, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, shape);
}

static void build_chassis(CwWorld *world, CwEntity self, Buggy *buggy)
{
    double moment = cpMomentForBox(CHASSIS_MASS_KG, 2.4, 0.8);
    buggy->chassis = cw_world_add_body(world, self, cpBodyNew(CHASSIS_MASS_KG, moment));
    race_of(world)->chassis = buggy->chassis;
    add_shape(world, self,
              cpPolyShapeNew(buggy->chassis, (int)CW_ARRAY_LENGTH(HULL_M), HULL_M,
                             cpTransformIdentity, 0.03),
              TOUCH_CHASSIS);
    add_shape(world, self,
              cpPolyShapeNew(buggy->chassis, (int)CW_ARRAY_LENGTH(CABIN_M), CABIN_M,
                             cpTransformIdentity, 0.08),
              TOUCH_CHASSIS);
}

static void build_wheel(CwWorld *world, CwEntity self, Buggy *buggy, int wheel)
{
    double moment = cpMomentForCircle(WHEEL_MASS_KG, 0.0, WHEEL_RADIUS_M, cpvzero);
    cpBody *body = cw_world_add_body(world, self, cpBodyNew(WHEEL_MASS_KG, moment));
    buggy->wheels[wheel] = body;
    buggy->treads[wheel] = cpCircleShapeNew(body, WHEEL_RADIUS_M, cpvzero);
    add_shape(world, self, buggy->treads[wheel], (cpCollisionType)(TOUCH_WHEEL + wheel));
    cpVect axle = wheel_offset_m(wheel), highest = cpvadd(axle, cpv(0.0, TRAVEL_UP_M));
    cpVect lowest = cpvadd(axle, cpv(0.0, -TRAVEL_DOWN_M));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpGrooveJointNew(buggy->chassis, body, highest, lowest, cpvzero));
    double sag_m = CHASSIS_MASS_KG * 9.81 / 2.0 / SPRING_NPM; /* at rest */
    double length_m = WHEEL_DROP_M + SPRING_TOP_M + sag_m;
    cw_world_add_constraint(world, (CwEntity){0},
                            cpDampedSpringNew(buggy->chassis, body, cpv(axle.x, SPRING_TOP_M),
                                              cpvzero, length_m, SPRING_NPM, SPRING_NSPM));
    buggy->motors[wheel] =
        cw_world_add_constraint(world, (CwEntity){0}, cpSimpleMotorNew(buggy->chassis, body, 0.0));
}

void buggy_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Buggy *buggy = data;
    const cpVect *ground_m = args;
    build_chassis(world, self, buggy);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        build_wheel(world, self, buggy, wheel);
    }
    buggy->spring.left_J = buggy->spring.kept_J = SPRING_FULL_J;
    buggy->grip[WHEEL_REAR] = buggy->grip[WHEEL_FRONT] = 1.0;
    buggy_place(world, buggy, *ground_m);
}

static void place_body(CwWorld *world, cpBody *body, cpVect at_m)
{
    cw_world_teleport(world, body, (CwTransform2){.x_m = at_m.x, .y_m = at_m.y}, CW_TELEPORT_SNAP);
    cpBodySetVelocity(body, cpvzero);
    cpBodySetAngularVelocity(body, 0.0);
    cpBodySetForce(body, cpvzero);
    cpBodySetTorque(body, 0.0);
}

void buggy_place(CwWorld *world, Buggy *buggy, cpVect ground_m)
{
    cpVect at_m = cpvadd(ground_m, cpv(0.0, STAND_HEIGHT_M));
    place_body(world, buggy->chassis, at_m);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        place_body(world, buggy->wheels[wheel], cpvadd(at_m, wheel_offset_m(wheel)));
    }
    buggy->hop = (Hop){0};
    buggy->up = cpv(0.0, 1.0);
    buggy->landing = (Landing){0};
    buggy->tricks.turned_rad = buggy->tricks.wheelie_m = 0.0;
    buggy->reversing = false;
    buggy->best_x_m = at_m.x;
    buggy->stalled_ticks = 0;
    buggy->overturned_ticks = 0;
    buggy->squeezed_ticks = 0;
}

/* Limits the spin of a body that met a wedge. */
static void limit_spin(cpBody *body, double limit_radps)
{
    double spin = cpBodyGetAngularVelocity(body);
    if (fabs(spin) > limit_radps) {
        cpBodySetAngularVelocity(body, copysign(limit_radps, spin));
    }
}

static void update_progress(Buggy *buggy)
{
    double x_m = cpBodyGetPosition(buggy->chassis).x;
    buggy->stalled_ticks++;
    if (x_m > buggy->best_x_m + ADVANCE_M) {
        buggy->best_x_m = x_m;
        buggy->stalled_ticks = 0;
    }
    bool is_overturned = cpBodyGetRotation(buggy->chassis).x < 0.0 && !buggy_grounded(buggy) &&
                         buggy->chassis_contacts > 0;
    buggy->overturned_ticks = is_overturned ? buggy->overturned_ticks + 1 : 0;
}

/* Counts the motors' work in this tick: the engine unwinds the spring, rolling in gear winds it. */
static void count_motor_work(Buggy *buggy, int wheel, int substeps)
{
    double tread_radps =
        cpBodyGetAngularVelocity(buggy->chassis) - cpBodyGetAngularVelocity(buggy->wheels[wheel]);
    double impulse_Nms = cpConstraintGetImpulse(buggy->motors[wheel]) * substeps;
    double wanted_radps = cpSimpleMotorGetRate(buggy->motors[wheel]);
    double work_J = impulse_Nms * fabs(tread_radps);
    if (buggy->in_gear) {
        mainspring_wind(&buggy->spring, work_J * WIND_COAST_SHARE);
    } else if (wanted_radps != 0.0 && tread_radps * wanted_radps >= 0.0) {
        mainspring_spend(&buggy->spring, work_J);
    }
}

/* Counts the contacts of all parts. Sets `up` to the wheels' mean normal, if they touch. */
static void update_contacts(Buggy *buggy, const CwContact *contacts, int count)
{
    cpVect sum = cpvzero;
    buggy->chassis_contacts = 0;
    buggy->wheel_contacts[WHEEL_REAR] = buggy->wheel_contacts[WHEEL_FRONT] = 0;
    for (int i = 0; i < count; i++) {
        cpCollisionType part = cpShapeGetCollisionType(contacts[i].shape);
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_DANGLING) {
            continue;
        } else if (part >= TOUCH_WHEEL) {
            buggy->wheel_contacts[part - TOUCH_WHEEL]++;
            sum = cpvsub(sum, contacts[i].normal);
        } else {
            buggy->chassis_contacts++;
        }
    }
    if (cpvlengthsq(sum) > 0.01) {
        buggy->up = cpvnormalize(sum);
    }
}

/* Updates the landing with a tick's contacts. True at a clean landing. */
static bool update_landing(const CwWorld *world, Buggy *buggy)
{
    Landing *landing = &buggy->landing;
    bool rear_down = buggy->wheel_contacts[WHEEL_REAR] > 0;
    bool front_down = buggy->wheel_contacts[WHEEL_FRONT] > 0;
    bool is_scraping = buggy->chassis_contacts > 0;
    if (!rear_down && !front_down && !is_scraping) {
        /* a wheel that bounces off again does not begin a new jump */
        landing->air_ticks = landing->down_ticks > 0 ? 0 : landing->air_ticks + 1;
        landing->down_ticks = 0;
        return false;
    }
    bool may_be_clean = landing->air_ticks >= cw_world_ms_to_ticks(world, LANDING_AIR_MS) &&
                        landing->down_ticks <= cw_world_ms_to_ticks(world, LANDING_APART_MS);
    landing->down_ticks++;
    if (!may_be_clean || is_scraping || !rear_down || !front_down) {
        landing->air_ticks = may_be_clean && !is_scraping ? landing->air_ticks : 0;
        return false;
    }
    landing->air_ticks = 0;
    return true;
}

/* ---- tricks ---- */

static void add_trick(const CwWorld *world, Buggy *buggy, TrickKind kind)
{
    Tricks *tricks = &buggy->tricks;
    double x_m = cpBodyGetPosition(buggy->chassis).x;
    if (x_m >= tricks->done_m[kind] + TRICKS_APART_M) {
        tricks->done_m[kind] = x_m;
        tricks->last = (Trick){kind, cw_world_tick(world)};
    }
}

/* Counts whole turns in the air. The last one may be slightly incomplete. */
static void count_flips(CwWorld *world, Buggy *buggy)
{
    double *turned_rad = &buggy->tricks.turned_rad;
    bool is_scraping = buggy->chassis_contacts > 0;
    if (!buggy_grounded(buggy) && !is_scraping) {
        *turned_rad += cpBodyGetAngularVelocity(buggy->chassis) * cw_world_dt_s(world);
        return;
    }
    double flips = floor((fabs(*turned_rad) + FLIP_LACKS_RAD) / TURN_RAD);
    *turned_rad = 0.0;
    if (flips > 0.0 && !is_scraping) {
        add_trick(world, buggy, TRICK_FLIP);
    }
}

/* Measures a wheelie: forwards on the rear wheel (which may bounce) until the front one is down. */
static void measure_wheelie(CwWorld *world, Buggy *buggy)
{
    Tricks *tricks = &buggy->tricks;
    double gone_m = cpBodyGetVelocity(buggy->chassis).x * cw_world_dt_s(world);
    bool rear = buggy->wheel_contacts[WHEEL_REAR] > 0, is_scraping = buggy->chassis_contacts > 0;
    if (buggy->wheel_contacts[WHEEL_FRONT] > 0 || is_scraping || !race_is_driven(world) ||
        buggy->hop.airborne_ticks > cw_world_ms_to_ticks(world, WHEELIE_OFF_MS)) {
        if (tricks->wheelie_m >= WHEELIE_M && !is_scraping) {
            add_trick(world, buggy, TRICK_WHEELIE);
        }
        tricks->wheelie_m = 0.0;
    } else if (rear && gone_m > 0.0 &&
               cpBodyGetPosition(buggy->chassis).x > tricks->done_m[TRICK_WHEELIE]) {
        tricks->wheelie_m += gone_m;
    }
}

/* ---- crushing ---- */

typedef struct Squeeze {
    double force_N;     /* force of a machine, or of what resists it if that is less */
    double machine_mps; /* speed of machines where they touch the part */
} Squeeze;

/* The force of all contacts that resist the push of one. */
static double sum_opposing_Ns(const CwContact *contacts, int count, const CwContact *push)
{
    double sum_Ns = 0.0;
    for (int i = 0; i < count; i++) {
        double against = -cpvdot(contacts[i].normal, push->normal);
        sum_Ns += fmax(0.0, against) * contacts[i].impulse_Ns;
    }
    return sum_Ns;
}

static Squeeze measure_squeeze(const CwWorld *world, const CwContact *contacts, int count)
{
    Squeeze squeeze = {0};
    for (int i = 0; i < count; i++) {
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_MACHINE) {
            double counter = sum_opposing_Ns(contacts, count, &contacts[i]);
            double force_N = fmin(contacts[i].impulse_Ns, counter) / cw_world_dt_s(world);
            cpVect machine_mps = cpBodyGetVelocityAtWorldPoint(
                cpShapeGetBody(contacts[i].other_shape), contacts[i].point);
            squeeze.force_N = fmax(squeeze.force_N, force_N);
            squeeze.machine_mps = fmax(squeeze.machine_mps, cpvlength(machine_mps));
        }
    }
    return squeeze;
}

/* Limits parts that are squeezed out of a wedge to the speed of falling, or of the machine. */
static void limit_squeezed(CwWorld *world, Buggy *buggy, double machine_mps)
{
    double fall_mps = cpvlength(cpSpaceGetGravity(cw_world_space(world))) * cw_world_dt_s(world);
    bool wrecked = race_of(world)->trouble != TROUBLE_NONE;
    int count = wrecked ? 1 : BUGGY_PARTS; /* a wreck's wheels are loose */
    for (int i = 0; i < count; i++) {
        cpBody *part = buggy_part(buggy, i);
        double limit_mps = wrecked ? 0.0 : fmax(machine_mps, buggy->before_mps[i] + fall_mps);
        cpBodySetVelocity(part, cpvclamp(cpBodyGetVelocity(part), limit_mps));
        limit_spin(part, wrecked ? 0.0 : WHEEL_SPIN_RADPS);
    }
}

/* Counts how long a machine presses the buggy hard: a blow is too short to crush. */
static void check_crush(CwWorld *world, Buggy *buggy, const CwContact *contacts, int count)
{
    Squeeze squeeze = measure_squeeze(world, contacts, count);
    uint32_t limit_ticks = cw_world_ms_to_ticks(world, CRUSH_MS);
    if (squeeze.force_N > CRUSH_N) {
        buggy->squeezed_ticks += buggy->squeezed_ticks < limit_ticks;
        limit_squeezed(world, buggy, squeeze.machine_mps);
    } else if (buggy->squeezed_ticks > 0) {
        buggy->squeezed_ticks--;
        limit_squeezed(world, buggy, squeeze.machine_mps);
    }
    if (buggy->squeezed_ticks >= limit_ticks) {
        race_cause_trouble(world, TROUBLE_CRUSHED);
    }
}

/* True if the buggy stands for long without energy, though the player accelerates. */
static bool is_run_down(const CwWorld *world, const Buggy *buggy)
{
    return buggy->spring.left_J == 0.0 &&
           buggy->stalled_ticks >= cw_world_ms_to_ticks(world, RUN_DOWN_MS) &&
           fabs(buggy_forward_mps(buggy)) < PARKED_MPS &&
           cw_input_down(cw_world_input(world), ACTION_ACCELERATE);
}

void buggy_tick(CwWorld *world, CwEntity self, void *data)
{
    Buggy *buggy = data;
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, self, contacts), substeps = cw_world_substeps(world);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        count_motor_work(buggy, wheel, substeps);
    }
    update_contacts(buggy, contacts, count);
    if (update_landing(world, buggy)) {
        mainspring_wind(&buggy->spring, WIND_LANDING_J);
        cw_world_emit(world, CUE_LANDING, self, cpBodyGetPosition(buggy->chassis), 1.0);
    }
    measure_wheelie(world, buggy); /* a wheelie that ends at the finish counts */
    if (race_is_driven(world)) {
        count_flips(world, buggy);
    }
    check_crush(world, buggy, contacts, count);
    for (int i = 0; i < BUGGY_PARTS; i++) {
        limit_spin(buggy_part(buggy, i), i == 0 ? CHASSIS_SPIN_RADPS : WHEEL_SPIN_RADPS);
    }
    update_progress(buggy);
    buggy->key_angle_rad += buggy->key_spin_radps * cw_world_dt_s(world);
    buggy->key_angle_rad -= TURN_RAD * floor(buggy->key_angle_rad / TURN_RAD);
    if (cpBodyGetPosition(buggy->chassis).y < FALL_LIMIT_M) {
        race_cause_trouble(world, TROUBLE_FELL);
    } else if (is_run_down(world, buggy)) {
        race_cause_trouble(world, TROUBLE_RUN_DOWN);
    }
}

Buggy *buggy_of(CwWorld *world)
{
    return cw_world_data(world, race_of(world)->buggy);
}

const Buggy *buggy_of_const(const CwWorld *world)
{
    return cw_world_data_const(world, race_of_const(world)->buggy);
}

double buggy_forward_mps(const Buggy *buggy)
{
    return cpvdot(cpBodyGetVelocity(buggy->chassis), cpBodyGetRotation(buggy->chassis));
}
