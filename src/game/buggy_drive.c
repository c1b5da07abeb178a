/* How the buggy answers: engine and brakes on the wheel motors, lean as a torque, hop as a push. */
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"

#include <math.h>

static const double ENGINE_TORQUE_NM = 780.0; /* both wheels together */
static const double REAR_SHARE = 0.6;
static const double BRAKE_TORQUE_NM = 900.0;
static const double COAST_TORQUE_NM = 24.0; /* the clockwork drags a little */
static const double HOLD_TORQUE_NM = 500.0; /* parked: it does not roll off by itself */
static const double REVERSE_SPEED_MPS = 6.0;
static const double AT_REST_MPS = 0.6; /* braking turns into reversing */
static const double PARKED_MPS = 0.35;

static const double GROUND_LEAN_NM = 420.0;
static const double AIR_LEAN_NM = 1500.0;
static const double RIGHTING_NM = 3200.0;   /* lying on its body: enough to roll off it */
static const double AIR_LEAN_RADPS = 4.5;   /* the turn that full lean asks for */
static const double AIR_ANSWER_S = 0.09;    /* how soon it gets there */
static const double AIR_CALM_S = 0.3;       /* how soon a turn dies without lean, */
static const double AIR_SETTLE_RADPS = 1.6; /* and turns into this pull towards level */
static const double WHEELIE_RADPS = 1.2;    /* rearing faster than this takes the engine's force, */
static const double WHEELIE_RAD = 0.6;      /* so does standing steeper than twice this */

static const double HOP_MPS = 5.2;
static const double HOP_BUFFER_MS = 100.0;
static const double HOP_COYOTE_MS = 100.0;
static const double HOP_LOCKOUT_MS = 200.0;

static const double KEY_IDLE_RADPS = 1.0;
static const double KEY_FULL_RADPS = 14.0;

/* What one motor is asked for. */
typedef struct Drive {
    double speed_mps; /* of the tread, forwards positive */
    double torque_nm; /* both wheels together */
} Drive;

/* How fast the treads turn under the chassis, m/s, forwards positive. */
static double tread_mps(const Buggy *buggy)
{
    double wheels = cpBodyGetAngularVelocity(buggy->wheels[WHEEL_REAR]) +
                    cpBodyGetAngularVelocity(buggy->wheels[WHEEL_FRONT]);
    return (cpBodyGetAngularVelocity(buggy->chassis) - wheels / 2.0) * WHEEL_RADIUS_M;
}

/* Less force the faster it goes, and when it rears up: it shall not flip over on its throttle. */
static double engine_force(const Buggy *buggy, double tread)
{
    double force = 1.0 - 0.45 * fmin(1.0, fabs(tread) / TOP_SPEED_MPS);
    bool wheelie = buggy->wheel_contacts[WHEEL_FRONT] == 0 && buggy->wheel_contacts[WHEEL_REAR] > 0;
    if (wheelie) {
        cpVect heading = cpBodyGetRotation(buggy->chassis);
        double rearing = fmax(0.0, cpBodyGetAngularVelocity(buggy->chassis));
        force *= cpfclamp01(1.0 - rearing / WHEELIE_RADPS);
        force *= cpfclamp01(1.0 + (WHEELIE_RAD - atan2(heading.y, heading.x)) / WHEELIE_RAD);
    }
    return force;
}

static Drive ask_forwards(const Buggy *buggy, double throttle)
{
    double tread = tread_mps(buggy);
    if (buggy_forward_mps(buggy) < -AT_REST_MPS && buggy_grounded(buggy)) {
        return (Drive){0.0, BRAKE_TORQUE_NM * throttle};
    }
    if (tread > TOP_SPEED_MPS * throttle) {
        return (Drive){TOP_SPEED_MPS * throttle, COAST_TORQUE_NM};
    }
    /* the trigger asks for a speed; the root leaves a light touch force enough for a slope */
    return (Drive){TOP_SPEED_MPS * throttle,
                   ENGINE_TORQUE_NM * sqrt(throttle) * engine_force(buggy, tread)};
}

/* Brakes first; who still holds the brake when it stands drives backwards. */
static Drive ask_backwards(Buggy *buggy, double brake)
{
    if (buggy_forward_mps(buggy) < AT_REST_MPS && buggy_grounded(buggy)) {
        buggy->reversing = true;
    }
    if (buggy->reversing) {
        return (Drive){-REVERSE_SPEED_MPS * brake, ENGINE_TORQUE_NM * 0.7 * brake};
    }
    return (Drive){0.0, BRAKE_TORQUE_NM * brake};
}

static Drive ask(CwWorld *world, Buggy *buggy)
{
    const CwInputFrame *input = cw_world_input(world);
    double throttle = cw_input_value(input, ACTION_ACCELERATE);
    double brake = cw_input_value(input, ACTION_BRAKE);
    if (run_of(world)->finished) {
        return (Drive){0.0, BRAKE_TORQUE_NM * 0.6};
    }
    if (brake == 0.0) {
        buggy->reversing = false;
    }
    if (brake > 0.0 && brake >= throttle) {
        return ask_backwards(buggy, brake);
    }
    if (throttle > 0.0) {
        return ask_forwards(buggy, throttle);
    }
    bool parked = fabs(buggy_forward_mps(buggy)) < PARKED_MPS && buggy_grounded(buggy);
    return (Drive){0.0, parked ? HOLD_TORQUE_NM : COAST_TORQUE_NM};
}

static void run_motors(Buggy *buggy, Drive drive)
{
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double share = wheel == WHEEL_REAR ? REAR_SHARE : 1.0 - REAR_SHARE;
        cpSimpleMotorSetRate(buggy->motors[wheel], drive.speed_mps / WHEEL_RADIUS_M);
        cpConstraintSetMaxForce(buggy->motors[wheel], drive.torque_nm * share);
    }
}

/* The torque that brings the spin to `target` in about `answer_s`, within `limit_nm`. */
static double turn_torque(const cpBody *body, double target_radps, double answer_s, double limit_nm)
{
    double wanted = cpBodyGetMoment(body) * (target_radps - cpBodyGetAngularVelocity(body));
    return cpfclamp(wanted / answer_s, -limit_nm, limit_nm);
}

/* Positive: nose up. On the ground lean shifts weight, in the air it turns the buggy. */
static void lean(CwWorld *world, Buggy *buggy)
{
    const CwInputFrame *input = cw_world_input(world);
    double lean = run_of(world)->finished ? 0.0
                                          : cw_input_value(input, ACTION_LEAN_BACK) -
                                                cw_input_value(input, ACTION_LEAN_FORWARD);
    double torque_nm = lean * GROUND_LEAN_NM;
    double limit_nm = buggy->chassis_contacts > 0 ? RIGHTING_NM : AIR_LEAN_NM;
    if (!buggy_grounded(buggy) && lean == 0.0) {
        double settle_radps = -AIR_SETTLE_RADPS * cpBodyGetRotation(buggy->chassis).y;
        torque_nm = turn_torque(buggy->chassis, settle_radps, AIR_CALM_S, AIR_LEAN_NM);
    } else if (!buggy_grounded(buggy)) {
        torque_nm = turn_torque(buggy->chassis, lean * AIR_LEAN_RADPS, AIR_ANSWER_S, limit_nm);
    }
    cpBodySetTorque(buggy->chassis, torque_nm);
}

static void push(cpBody *body, cpVect change_mps)
{
    cpBodySetVelocity(body, cpvadd(cpBodyGetVelocity(body), change_mps));
}

/* Chassis and wheels alike, or the springs would swallow it. */
static void hop(CwWorld *world, CwEntity self, Buggy *buggy)
{
    cpVect change_mps = cpvmult(cpvperp(cpBodyGetRotation(buggy->chassis)), HOP_MPS);
    push(buggy->chassis, change_mps);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        push(buggy->wheels[wheel], change_mps);
    }
    cw_world_emit(world, CUE_HOP, self, cpBodyGetPosition(buggy->chassis), HOP_MPS);
}

HopRules buggy_hop_rules(const CwWorld *world)
{
    return (HopRules){.buffer_ticks = cw_world_ms_to_ticks(world, HOP_BUFFER_MS),
                      .coyote_ticks = cw_world_ms_to_ticks(world, HOP_COYOTE_MS),
                      .lockout_ticks = cw_world_ms_to_ticks(world, HOP_LOCKOUT_MS)};
}

void buggy_drive(CwWorld *world, CwEntity self, void *data)
{
    Buggy *buggy = data;
    const CwInputFrame *input = cw_world_input(world);
    bool finished = run_of(world)->finished;
    if (cw_input_pressed(input, ACTION_RESPAWN) && !finished) {
        run_respawn(world);
    }
    Drive drive = ask(world, buggy);
    run_motors(buggy, drive);
    lean(world, buggy);
    HopRules rules = buggy_hop_rules(world);
    bool pressed = cw_input_pressed(input, ACTION_HOP) && !finished;
    if (hop_tick(&buggy->hop, &rules, pressed, buggy_grounded(buggy))) {
        hop(world, self, buggy);
    }
    double effort = drive.speed_mps / TOP_SPEED_MPS;
    buggy->key_spin_radps = KEY_IDLE_RADPS + KEY_FULL_RADPS * effort;
}
