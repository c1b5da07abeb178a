/* Turns input into forces: wheel motors, lean as a torque, a hop. Breaks and respawns wrecks. The
 * numbers are in tuning.h. */
#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"

#include <math.h>

typedef struct Drive {
    double speed_mps;  /* speed of the treads, forwards positive */
    double force_N;    /* both wheels together */
    double rear_share; /* share of the rear wheel */
} Drive;

/* The driver's request, -1 to 1 or 0 to 1. */
typedef struct DriverInput {
    double throttle, brake;
    double lean; /* positive: nose up */
    bool hop, respawn;
    bool is_over;  /* the run is over, so the buggy brakes */
    bool is_wreck; /* it can do nothing */
} DriverInput;

static DriverInput take_driver_input(CwWorld *world, Buggy *buggy)
{
    const CwInputFrame *input = cw_world_input(world);
    bool respawn = cw_input_pressed(input, ACTION_RESPAWN);
    if (race_of(world)->trouble != TROUBLE_NONE) {
        return (DriverInput){.is_wreck = true, .respawn = respawn || race_is_past(world, BACK_MS)};
    }
    if (!race_is_driven(world)) {
        return (DriverInput){.is_over = true};
    }
    if (cw_input_pressed(input, ACTION_ACCELERATE) || cw_input_pressed(input, ACTION_BRAKE) ||
        race_is_past(world, BACK_MS + HELD_MS)) {
        buggy->waits = false;
    }
    double pedals = buggy->waits ? 0.0 : 1.0; /* a held throttle would drive off at once */
    return (DriverInput){.throttle = pedals * cw_input_value(input, ACTION_ACCELERATE),
                         .brake = pedals * cw_input_value(input, ACTION_BRAKE),
                         .lean = cw_input_value(input, ACTION_LEAN_BACK) -
                                 cw_input_value(input, ACTION_LEAN_FORWARD),
                         .hop = cw_input_pressed(input, ACTION_HOP),
                         .respawn = respawn};
}

/* The speed of a wheel's treads under the chassis, m/s, forwards positive. */
static double buggy_tread_mps(const Buggy *buggy, int wheel)
{
    return (cpBodyGetAngularVelocity(buggy->chassis) -
            cpBodyGetAngularVelocity(buggy->wheels[wheel])) *
           WHEEL_RADIUS_M;
}

/* The pitch of the chassis over the ground, nose up positive, in [-pi, pi]. */
static double buggy_pitch_rad(const Buggy *buggy)
{
    cpVect over_ground = cpvunrotate(cpBodyGetRotation(buggy->chassis), cpvneg(cpvperp(buggy->up)));
    return atan2(over_ground.y, over_ground.x);
}

static bool is_on_one_wheel(const Buggy *buggy, int wheel)
{
    return buggy->wheel_contacts[wheel] > 0 && buggy->wheel_contacts[1 - wheel] == 0;
}

/* The share (0..1) of a force that the buggy bears on one wheel; `way`: 1 rears, -1 dives. */
static double balance_share(const Buggy *buggy, double way, const DriverInput *controls)
{
    double spin = way * cpBodyGetAngularVelocity(buggy->chassis);
    double steep = way * buggy_pitch_rad(buggy);
    double limit_rad = REAR_UP_RAD + REAR_UP_LEAN_RAD * fmax(0.0, way * controls->lean);
    return cpfclamp01(1.0 - spin / REAR_UP_RADPS) *
           cpfclamp01((limit_rad - steep) / REAR_UP_SOFT_RAD);
}

static Drive choose_forward_drive(const Buggy *buggy, DriverInput controls)
{
    double throttle = controls.throttle;
    double tread = (buggy_tread_mps(buggy, WHEEL_REAR) + buggy_tread_mps(buggy, WHEEL_FRONT)) / 2.0;
    double pull = fmin(1.0, buggy->spring.left_J / SPRING_LOW_J);
    double top = SPRING_EMPTY_MPS + (TOP_SPEED_MPS - SPRING_EMPTY_MPS) * pull;
    if (buggy_forward_mps(buggy) < -AT_REST_MPS && buggy_grounded(buggy)) {
        return (Drive){0.0, BRAKE_N * throttle, 1.0 - BRAKE_FRONT};
    }
    if (tread > top * throttle) {
        return (Drive){top * throttle, COAST_N, ENGINE_REAR};
    }
    double force_N = cpflerp(ENGINE_START_N, ENGINE_TOP_N, cpfclamp01(fabs(tread) / TOP_SPEED_MPS));
    if (is_on_one_wheel(buggy, WHEEL_REAR)) {
        force_N *= balance_share(buggy, 1.0, &controls);
    }
    /* the trigger sets a speed; the root gives a light touch enough force for a slope */
    return (Drive){top * throttle, force_N * sqrt(throttle), ENGINE_REAR};
}

/* Brakes; once the buggy stands, a held brake drives backwards. */
static Drive choose_backward_drive(Buggy *buggy, DriverInput controls)
{
    if (buggy_forward_mps(buggy) < AT_REST_MPS && buggy_grounded(buggy)) {
        buggy->reversing = true;
    }
    if (buggy->reversing) {
        return (Drive){-REVERSE_SPEED_MPS * controls.brake, REVERSE_N * controls.brake,
                       ENGINE_REAR};
    }
    double left = is_on_one_wheel(buggy, WHEEL_FRONT) ? balance_share(buggy, -1.0, &controls) : 1.0;
    return (Drive){0.0, BRAKE_N * controls.brake * left, 1.0 - BRAKE_FRONT};
}

static Drive choose_drive(Buggy *buggy, DriverInput controls)
{
    if (controls.is_over || controls.is_wreck) {
        return (Drive){0.0, controls.is_wreck ? 0.0 : HOLD_N, 1.0 - BRAKE_FRONT};
    }
    if (controls.brake == 0.0) {
        buggy->reversing = false;
    }
    if (controls.brake > 0.0 && controls.brake >= controls.throttle) {
        return choose_backward_drive(buggy, controls);
    }
    if (controls.throttle > 0.0) {
        return choose_forward_drive(buggy, controls);
    }
    bool is_parked = fabs(buggy_forward_mps(buggy)) < PARKED_MPS && buggy_grounded(buggy);
    return (Drive){0.0, is_parked ? HOLD_N : COAST_N, ENGINE_REAR};
}

static void run_motors(Buggy *buggy, Drive drive)
{
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double share = wheel == WHEEL_REAR ? drive.rear_share : 1.0 - drive.rear_share;
        cpSimpleMotorSetRate(buggy->motors[wheel], drive.speed_mps / WHEEL_RADIUS_M);
        cpConstraintSetMaxForce(buggy->motors[wheel], drive.force_N * share * WHEEL_RADIUS_M);
    }
}

/* The torque that brings the spin to `target_radps` in about `answer_s`, within `limit_Nm`. */
static double turn_Nm(const cpBody *body, double target_radps, double answer_s, double limit_Nm)
{
    double wanted = cpBodyGetMoment(body) * (target_radps - cpBodyGetAngularVelocity(body));
    return cpfclamp(wanted / answer_s, -limit_Nm, limit_Nm);
}

static double air_lean_Nm(const Buggy *buggy, double lean)
{
    if (lean == 0.0) {
        double settle_radps = -AIR_SETTLE_RADPS * cpBodyGetRotation(buggy->chassis).y;
        return turn_Nm(buggy->chassis, settle_radps, AIR_CALM_S, AIR_LEAN_NM);
    }
    double limit_Nm = buggy->chassis_contacts > 0 ? RIGHTING_NM : AIR_LEAN_NM;
    limit_Nm *= 1.0 - WET_LEAN * buggy->wet;
    return turn_Nm(buggy->chassis, lean * AIR_LEAN_RADPS, AIR_ANSWER_S, limit_Nm);
}

/* The lean's torque: on both wheels it shifts the weight; on one it holds a balance. */
static double ground_lean_Nm(const Buggy *buggy, double lean)
{
    if (lean == 0.0 || !is_on_one_wheel(buggy, lean > 0.0 ? WHEEL_REAR : WHEEL_FRONT)) {
        return lean * LEAN_GROUND_NM;
    }
    double short_rad = lean * LEAN_WHEELIE_RAD - buggy_pitch_rad(buggy);
    double torque_Nm = short_rad * LEAN_WHEELIE_NMPRAD -
                       cpBodyGetAngularVelocity(buggy->chassis) * LEAN_WHEELIE_NMSPRAD;
    return cpfclamp(torque_Nm, -LEAN_WHEELIE_NM, LEAN_WHEELIE_NM);
}

static bool is_on_side_or_roof(const Buggy *buggy)
{
    const double steepest_cos = 0.3; /* 73 degrees */
    return buggy->chassis_contacts > 0 && !buggy_grounded(buggy) &&
           cpBodyGetRotation(buggy->chassis).x < steepest_cos;
}

/* The driver's lean while the player asks for none. */
static double automatic_lean(const Buggy *buggy, const DriverInput *controls)
{
    double pedals = controls->brake - controls->throttle;
    if (is_on_side_or_roof(buggy)) {
        return pedals; /* the pedals roll it over, too */
    }
    bool is_bracing = buggy_grounded(buggy) && !buggy->reversing;
    return is_bracing ? LEAN_BRACE * pedals : 0.0;
}

/* Applies the torque of the driver's weight. Its work is counted, but the mainspring gives none. */
static void apply_lean(CwWorld *world, Buggy *buggy, DriverInput controls)
{
    double lean = controls.lean != 0.0 ? controls.lean : automatic_lean(buggy, &controls);
    double torque_Nm =
        buggy_grounded(buggy) ? ground_lean_Nm(buggy, lean) : air_lean_Nm(buggy, lean);
    double turn_radps = cpBodyGetAngularVelocity(buggy->chassis) +
                        0.5 * torque_Nm * cw_world_dt_s(world) / cpBodyGetMoment(buggy->chassis);
    double work_J = torque_Nm * turn_radps * cw_world_dt_s(world);
    buggy->spring.given_J += fmax(0.0, work_J);
    cpBodySetTorque(buggy->chassis, torque_Nm);
}

static double buggy_kinetic_J(const Buggy *buggy)
{
    double energy_J = 0.0;
    for (int i = 0; i < BUGGY_PARTS; i++) {
        cpBody *part = buggy_part(buggy, i);
        energy_J += 0.5 * cpBodyGetMass(part) * cpvlengthsq(cpBodyGetVelocity(part));
    }
    return energy_J;
}

/* Raises the speed off the ground to HOP_MPS; the wheels' too, or springs would absorb it. */
static void hop_buggy(CwWorld *world, CwEntity self, Buggy *buggy)
{
    double before_J = buggy_kinetic_J(buggy);
    double rising_mps = cpvdot(cpBodyGetVelocity(buggy->chassis), buggy->up);
    cpVect change_mps = cpvmult(buggy->up, fmax(0.0, HOP_MPS - rising_mps));
    for (int i = 0; i < BUGGY_PARTS; i++) {
        cpBody *part = buggy_part(buggy, i);
        cpBodySetVelocity(part, cpvadd(cpBodyGetVelocity(part), change_mps));
    }
    mainspring_spend(&buggy->spring, buggy_kinetic_J(buggy) - before_J);
    cw_world_emit(world, CUE_HOP, self, cpBodyGetPosition(buggy->chassis), HOP_MPS);
}

bool hop_tick(const CwWorld *world, Hop *hop, bool pressed, bool grounded)
{
    hop->airborne_ticks = grounded ? 0 : hop->airborne_ticks + 1;
    hop->rest_ticks = grounded ? hop->rest_ticks + 1 : 0;
    if (hop->airborne_ticks >= cw_world_ms_to_ticks(world, HOP_AIRBORNE_MS) ||
        hop->rest_ticks >= cw_world_ms_to_ticks(world, HOP_REST_MS)) {
        hop->spent = false;
    }
    if (pressed) {
        hop->press_ticks = cw_world_ms_to_ticks(world, HOP_BUFFER_MS) + 1;
    }
    if (grounded) {
        hop->ground_ticks = cw_world_ms_to_ticks(world, HOP_COYOTE_MS) + 1;
    }
    if (hop->press_ticks > 0 && hop->ground_ticks > 0 && !hop->spent) {
        *hop = (Hop){.spent = true};
        return true;
    }
    hop->press_ticks -= hop->press_ticks > 0;
    hop->ground_ticks -= hop->ground_ticks > 0;
    return false;
}

/* Applies oil and water, set earlier in this phase: the buggy is its level's last entity. */
static void apply_surroundings(Buggy *buggy, Drive *drive)
{
    drive->force_N *= 1.0 - WET_ENGINE * buggy->wet;
    drive->speed_mps *= 1.0 - WET_SPEED * buggy->wet;
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double friction = WHEEL_FRICTION * buggy->grip[wheel];
        if (cpShapeGetFriction(buggy->treads[wheel]) != friction) {
            cpShapeSetFriction(buggy->treads[wheel], friction);
        }
        buggy->grip[wheel] = 1.0;
    }
}

/* ---- a wreck: its joints let go, and its wheels fly off and hit nothing but the ground ---- */

static const double WRECK_SPEED = 0.25; /* share of the speed along the level that is left */

/* A cpBodyConstraintIteratorFunc. */
static void set_joint(cpBody *body, cpConstraint *joint, void *holds)
{
    (void)body;
    double share = *(const bool *)holds ? 1.0 : 0.0;
    if (cpConstraintIsDampedSpring(joint)) {
        cpDampedSpringSetStiffness(joint, SPRING_NPM * share);
        cpDampedSpringSetDamping(joint, SPRING_NSPM * share);
    } else {
        cpConstraintSetMaxForce(joint, share > 0.0 ? INFINITY : 0.0);
    }
}

static void set_joints(CwWorld *world, Buggy *buggy, bool holds)
{
    cpBodyEachConstraint(buggy->chassis, set_joint, &holds);
    cpBitmask touches = holds ? CP_ALL_CATEGORIES : CATEGORY_GROUND;
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        cpShapeSetFilter(buggy->treads[wheel],
                         cpShapeFilterNew(race_of(world)->buggy.index1, CATEGORY_THING, touches));
    }
}

static void break_buggy(CwWorld *world, Buggy *buggy)
{
    static const cpVect thrown_mps[TROUBLE_COUNT] = {[TROUBLE_FELL] = {3.0, 18.0},
                                                     [TROUBLE_CRUSHED] = {4.0, 6.5},
                                                     [TROUBLE_SAWN] = {3.0, 7.5},
                                                     [TROUBLE_RUN_DOWN] = {1.2, 2.5}};
    cpVect speed_mps = cpBodyGetVelocity(buggy->chassis);
    cpBodySetVelocity(buggy->chassis, cpv(WRECK_SPEED * speed_mps.x, speed_mps.y));
    set_joints(world, buggy, false);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double side = wheel == WHEEL_REAR ? -1.0 : 1.2; /* they don't fly alike */
        cpVect thrown = thrown_mps[race_of(world)->trouble];
        cpBodySetVelocity(buggy->wheels[wheel], cpv(side * thrown.x, fabs(side) * thrown.y));
        cpBodySetAngularVelocity(buggy->wheels[wheel], -4.0 * side * thrown.x);
    }
}

static void respawn_buggy(CwWorld *world, Buggy *buggy)
{
    Race *race = race_of(world);
    if (race->trouble != TROUBLE_NONE) {
        set_joints(world, buggy, true);
    }
    buggy_place(world, buggy, race->respawn_m);
    buggy->spring.left_J = fmax(buggy->spring.kept_J, WIND_BACK_J);
    race->respawn_count++;
    race->trouble = TROUBLE_NONE;
    cw_world_emit(world, CUE_RESPAWN, race->buggy, race->respawn_m, 0.0);
}

void buggy_drive(CwWorld *world, CwEntity self, void *data)
{
    Buggy *buggy = data;
    const Race *race = race_of(world);
    DriverInput controls = take_driver_input(world, buggy);
    if (controls.respawn) {
        buggy->waits = controls.is_wreck && race_is_past(world, BACK_MS);
        respawn_buggy(world, buggy);
    } else if (controls.is_wreck && cw_world_tick(world) == race->trouble_tick + 1) {
        break_buggy(world, buggy);
    }
    Drive drive = choose_drive(buggy, controls);
    buggy->in_gear = drive.force_N == COAST_N && buggy_grounded(buggy);
    apply_surroundings(buggy, &drive);
    run_motors(buggy, drive);
    if (!controls.is_wreck) {
        apply_lean(world, buggy, controls);
    }
    buggy->wet = 0.0;
    if (hop_tick(world, &buggy->hop, controls.hop, buggy_grounded(buggy))) {
        hop_buggy(world, self, buggy);
    }
    for (int i = 0; i < BUGGY_PARTS; i++) {
        buggy->before_mps[i] = cpvlength(cpBodyGetVelocity(buggy_part(buggy, i)));
    }
    buggy->key_spin_radps =
        controls.is_wreck ? 0.0 : KEY_IDLE_RADPS + KEY_FULL_RADPS * drive.speed_mps / TOP_SPEED_MPS;
}
