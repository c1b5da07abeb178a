#include "lab/lab_side.h"

#include "frame/playback.h"
#include "sim/world_setting.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { CATCH_UP_FRAMES_MAX = 100 }; /* a twin catches up with a very long frame over several */

static const int64_t MS_NS = 1000000, STALL_PERIOD_NS = 1000000000;
static const int64_t TWIN_FRAME_NS = 1000000000 / LAB_TWIN_FPS;
static const double REACH_M = 0.3; /* of the hand */
static const double PULL_HZ = 15;  /* the hand covers this share of the distance in a second */
static const double PULL_MAX_MPS2 = 250; /* the strongest pull */

/* ---- frames ---- */

LabPace lab_pace(double fps, int jitter_ms, int stall_ms)
{
    LabPace pace = {.fps = fps, .jitter_ms = jitter_ms, .stall_ms = stall_ms};
    cw_rng_seed(&pace.rng, 1, 7);
    return pace;
}

/* The first stall comes a full period after stalls were turned on. */
static int64_t stall_ns(LabPace *pace, int64_t now_ns)
{
    bool due = pace->stall_ms > 0 && pace->stall_due_ns != 0 && now_ns >= pace->stall_due_ns;
    if (pace->stall_ms == 0) {
        pace->stall_due_ns = 0;
    } else if (due || pace->stall_due_ns == 0) {
        pace->stall_due_ns = now_ns + STALL_PERIOD_NS;
    }
    return due ? pace->stall_ms * MS_NS : 0;
}

int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns)
{
    int64_t wanted_ns = pace->fps > 0 ? limiter_interval_ns(pace->fps) : interval_ns;
    int64_t due_ns = limiter_next_ns(&pace->limiter, now_ns, wanted_ns);
    due_ns = due_ns > now_ns ? due_ns : now_ns;
    uint32_t jitter_ns = (uint32_t)(pace->jitter_ms * MS_NS);
    int64_t late_ns = jitter_ns > 0 ? (int64_t)cw_rng_below(&pace->rng, jitter_ns) : 0;
    return due_ns + late_ns + stall_ns(pace, due_ns);
}

/* ---- measures ---- */

static bool moves(const cpBody *body)
{
    return body->m < INFINITY;
}

static cpVect centre_of(const cpBody *body)
{
    return cpTransformPoint(body->transform, body->cog);
}

/* Kinetic and potential energy of all bodies that move; 0 at rest at the scene's rest height. */
static double energy_j(const CwWorld *world, double rest_m)
{
    double sum_j = 0;
    cpVect gravity = world->space->gravity;
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        if (moves(body)) {
            cpVect at = cpvsub(centre_of(body), cpv(0, rest_m));
            sum_j += 0.5 * body->m * cpvlengthsq(body->v) + 0.5 * body->i * body->w * body->w -
                     body->m * cpvdot(gravity, at);
        }
    }
    return sum_j;
}

/* Each body counts once, for good. */
static void count_lost(LabSide *side)
{
    const CwWorld *world = side->run.session.world;
    for (int i = 0; i < world->body_count && i < LAB_BODY_MAX; i++) {
        const cpBody *body = world->bodies[i];
        if (!side->lost[i] && moves(body) &&
            !cpBBContainsVect(side->desc.scene->home_m, centre_of(body))) {
            side->lost[i] = true;
            side->lost_count++;
        }
    }
}

static double joint_gap_m(const CwWorld *world)
{
    double widest_m = 0;
    const cpArray *joints = world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        if (cpConstraintIsPivotJoint(joint)) {
            const struct cpPivotJoint *pivot = (const struct cpPivotJoint *)joint;
            cpVect a = cpTransformPoint(joint->a->transform, pivot->anchorA);
            cpVect b = cpTransformPoint(joint->b->transform, pivot->anchorB);
            widest_m = fmax(widest_m, cpvdist(a, b));
        }
    }
    return widest_m;
}

/* Measures after each tick, not each frame, so that equal ticks have equal figures. */
static void measure(LabSide *side)
{
    const CwWorld *world = side->run.session.world;
    const LabScene *scene = side->desc.scene;
    count_lost(side);
    side->joint_gap_m = joint_gap_m(world);
    side->worst_joint_gap_m = fmax(side->worst_joint_gap_m, side->joint_gap_m);
    side->longest_step_s = fmax(side->longest_step_s, side->run.step_s);
    if (scene->has_energy) {
        side->energy_pct = (energy_j(world, scene->rest_m) / side->energy_at_start_j - 1) * 100;
        if (fabs(side->energy_pct) > fabs(side->worst_energy_pct)) {
            side->worst_energy_pct = side->energy_pct;
        }
    }
}

/* ---- one run ---- */

static bool open_run(LabRun *run, const LabDesc *desc, CwError *error)
{
    const LabScene *scene = desc->scene;
    bool own = scene->game.start != NULL;
    SessionDesc session = playback_session_desc(own ? &scene->game : desc->game, desc->config);
    StepClockDesc clock = step_clock_desc_default();
    clock.tick_rate = desc->settings.tick_rate;
    clock.max_steps_per_frame = desc->config->max_steps_per_frame;
    clock.max_frame_ns = llround(desc->config->max_frame_time * 1e9);
    step_clock_init(&run->clock, &clock);
    step_clock_frame(&run->clock, 0);
    run->alpha = 1;
    run->step_s = 1.0 / desc->settings.tick_rate;
    session.settings = desc->settings;
    session.fixed |= SETTINGS_ALL & ~setting_bit(CW_SETTING_GRAVITY); /* the controls choose them */
    session.slot = desc->slot;
    session.map_path = own ? NULL : desc->map_path;
    if (!session_open(&run->session, &session, error)) {
        return cw_error_context(error, "lab, scene %s", scene->name);
    }
    run_begin(&run->run, &(RunDesc){.session = &run->session});
    return true;
}

/* The driver's input at this time: ticks may differ from those it was recorded in. */
static CwTickInput driven(const LabDesc *desc, double time_s)
{
    uint64_t tick = (uint64_t)(time_s * desc->config->sim.tick_rate + 0.5);
    bool drives = desc->scene->game.start == NULL && tick < desc->driver->tick_count;
    return drives ? cw_replay_input(desc->driver, tick + 1) : (CwTickInput){0};
}

/* Gives the held body a velocity towards the hand. */
static void pull(const LabGrab *grab, CwWorld *world, double step_s)
{
    if (grab == NULL || !grab->held || grab->body >= world->body_count) {
        return;
    }
    cpBody *body = world->bodies[grab->body];
    cpVect way = cpvsub(grab->at_m, cpBodyGetPosition(body));
    cpVect wanted = cpvmult(way, fmin(PULL_HZ, 1 / step_s)), now = cpBodyGetVelocity(body);
    cpVect change = cpvclamp(cpvsub(wanted, now), PULL_MAX_MPS2 * step_s);
    cpBodySetVelocity(body, cpvadd(now, change));
}

static void side_tick(LabSide *side, LabRun *run)
{
    CwError error;
    Session *session = &run->session;
    CwTickInput input = driven(&side->desc, run->time_s);
    cw_input_derive_edges(&input.players[0], &session->world->input.players[0]);
    world_make_current(session->world);
    pull(side->desc.grab, session->world, run->step_s);
    run->broken = !run_tick(&run->run, &input, &error);
    run->time_s += run->step_s;
    run->ticks++;
    if (run == &side->run && !run->broken) {
        measure(side);
    }
}

/* A step as long as the frame; without a length there is none. */
static void step_naively(LabSide *side, LabRun *run, int64_t frame_ns)
{
    if (frame_ns > 0) {
        run->step_s = (double)frame_ns * 1e-9;
        run->session.world->dt_s = run->step_s;
        side_tick(side, run);
    }
}

/* ---- the side ---- */

bool lab_side_open(LabSide *side, const LabDesc *desc, CwError *error)
{
    *side = (LabSide){.desc = *desc};
    LabDesc twin = *desc;
    twin.slot++;
    if (!open_run(&side->run, desc, error) || !open_run(&side->twin, &twin, error)) {
        lab_side_close(side);
        return false;
    }
    side->energy_at_start_j = energy_j(side->run.session.world, desc->scene->rest_m);
    return true;
}

void lab_side_close(LabSide *side)
{
    session_close(&side->run.session);
    session_close(&side->twin.session);
}

static bool twin_is_behind(const LabSide *side)
{
    const LabRun *run = &side->run, *twin = &side->twin;
    return side->desc.loop == LAB_NAIVE
               ? twin->time_s < run->time_s
               : cw_world_tick(twin->session.world) < cw_world_tick(run->session.world);
}

/* Between both runs' players, else the largest of any body. Negative: the twin is behind. */
static double divergence_m(const LabSide *side)
{
    const LabRun *run = &side->run, *twin = &side->twin;
    const CwWorld *world = run->session.world, *other = twin->session.world;
    if (twin->broken || twin_is_behind(side)) {
        return -1;
    }
    bool between = side->desc.loop == LAB_NAIVE && twin->step_s > 0;
    double alpha = between ? 1 - fmin((twin->time_s - run->time_s) / twin->step_s, 1) : 1;
    const cpBody *player = session_probe(&run->session).player;
    double furthest_m = 0;
    for (int i = 0; i < world->body_count && i < other->body_count; i++) {
        if (player == NULL || world->bodies[i] == player) {
            CwTransform2 a = cw_world_pose(world, world->bodies[i], 1);
            CwTransform2 b = cw_world_pose(other, other->bodies[i], alpha);
            furthest_m = fmax(furthest_m, hypot(a.x_m - b.x_m, a.y_m - b.y_m));
        }
    }
    return furthest_m;
}

/* A tick has the same length at any frame rate. */
static void follow(LabSide *side)
{
    for (int i = 0; i < CATCH_UP_FRAMES_MAX && !side->twin.broken && twin_is_behind(side); i++) {
        if (side->desc.loop == LAB_NAIVE) {
            step_naively(side, &side->twin, TWIN_FRAME_NS);
        } else {
            side_tick(side, &side->twin);
        }
    }
}

void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit)
{
    LabRun *run = &side->run;
    side->frame_count++;
    run->ticks = 0;
    run->now_ns += run->broken ? 0 : frame_ns;
    if (!run->broken && side->desc.loop == LAB_NAIVE) {
        step_naively(side, run, frame_ns);
    } else if (!run->broken) {
        StepFrame step = step_clock_frame(&run->clock, run->now_ns);
        run->dropped_ns += step.dropped_ns;
        run->alpha = step.alpha;
        for (int i = 0; i < step.ticks && !run->broken; i++) {
            if (cw_world_tick(run->session.world) < tick_limit) {
                side_tick(side, run);
            }
        }
    }
    if (!run->broken) {
        follow(side);
        side->divergence_m = divergence_m(side);
        side->worst_divergence_m = fmax(side->worst_divergence_m, side->divergence_m);
    }
}

void lab_side_grab(LabSide *side, LabGrab *grab)
{
    CwWorld *world = side->run.session.world;
    world_make_current(world);
    const cpShape *shape =
        cpSpacePointQueryNearest(world->space, grab->at_m, REACH_M, CP_SHAPE_FILTER_ALL, NULL);
    for (int i = 0; i < world->body_count && shape != NULL && moves(shape->body); i++) {
        if (world->bodies[i] == shape->body) {
            grab->held = true;
            grab->body = i;
        }
    }
}
