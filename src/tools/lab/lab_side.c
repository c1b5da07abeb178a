#include "lab/lab_side.h"

#include "shell/playback.h"
#include "sim/world.h"
#include "sim/world_setting.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { CATCH_UP_FRAMES_MAX = 100 }; /* a twin catches up with a very long frame over several */

static const int64_t TWIN_FRAME_NS = 1000000000 / LAB_TWIN_FPS;
static const double REACH_M = 0.3; /* of the hand */
static const double PULL_HZ = 15;  /* the hand covers this share of the distance in a second */
static const double PULL_MAX_MPS2 = 250; /* the strongest pull */

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

static void note_static(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data)
{
    (void)point, (void)gradient;
    bool *inside = data;
    *inside = *inside || (!shape->sensor && !moves(shape->body) && distance < 0);
}

/* Whether a body has left the scene's home or has its centre inside something static. */
static bool is_lost(const LabSide *side, const cpBody *body)
{
    bool inside = false;
    const Session *session = &side->run.session;
    const LabScene *scene = side->desc.scene;
    bool has_home = scene->game != NULL || session->map != NULL;
    if (has_home && !cpBBContainsVect(scene->home_m, centre_of(body))) {
        return true;
    }
    if (body->shapeList != NULL) { /* its filter: what it passes by design is no wall to it */
        cpSpacePointQuery(session->world->space, centre_of(body), 0, body->shapeList->filter,
                          note_static, &inside);
    }
    return inside;
}

/* Each body counts once, for good. */
static void count_lost(LabSide *side)
{
    const CwWorld *world = side->run.session.world;
    for (int i = 0; i < world->body_count && side->lost_count < LAB_LOST_MAX; i++) {
        const cpBody *body = world->bodies[i];
        bool known = false;
        for (int k = 0; k < side->lost_count; k++) {
            known = known || side->lost[k] == body;
        }
        if (!known && moves(body) && is_lost(side, body)) {
            side->lost[side->lost_count++] = body;
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

static bool open_session(Session *session, const LabDesc *lab, const CwSimSettings *settings,
                         CwError *error)
{
    const LabScene *scene = lab->scene;
    SessionDesc desc =
        playback_session_desc(scene->game != NULL ? scene->game : lab->game, lab->config);
    desc.settings = *settings;
    desc.slot = lab->slot;
    desc.map_path = scene->game == NULL ? lab->map_path : NULL;
    return session_open(session, &desc, error) ||
           cw_error_context(error, "lab, scene %s", scene->name);
}

bool lab_learn(LearnedInputs *driver, const LabDesc *desc, CwError *error)
{
    Session session = {0};
    bool good =
        desc->scene->game != NULL || (open_session(&session, desc, &desc->config->sim, error) &&
                                      learned_inputs_learn(driver, &session, error));
    session_close(&session);
    return good;
}

static bool open_run(LabRun *run, const LabDesc *desc, CwError *error)
{
    StepClockDesc clock = step_clock_desc_default();
    clock.tick_rate = desc->settings.tick_rate;
    clock.max_steps_per_frame = desc->config->max_steps_per_frame;
    clock.max_frame_ns = llround(desc->config->max_frame_time * 1e9);
    step_clock_init(&run->clock, &clock);
    step_clock_frame(&run->clock, 0);
    run->alpha = 1;
    run->step_s = 1.0 / desc->settings.tick_rate;
    if (!open_session(&run->session, desc, &desc->settings, error)) {
        return false;
    }
    run_begin(&run->run, &(RunDesc){.session = &run->session});
    return true;
}

/* The input is that of the driver at this time, because ticks may be longer or shorter than those
 * in which it was learnt. */
static CwTickInput driven(const LabDesc *desc, double time_s)
{
    uint64_t tick = (uint64_t)(time_s * desc->config->sim.tick_rate + 0.5);
    bool drives = desc->driver != NULL && desc->scene->game == NULL;
    return drives ? learned_inputs_at(desc->driver, tick) : (CwTickInput){0};
}

/* Gives the held body a velocity towards the hand. */
static void pull(const LabGrab *grab, CwWorld *world, double step_s)
{
    if (grab == NULL || !grab->held || grab->body >= world->body_count) {
        return;
    }
    cpBody *body = world->bodies[grab->body];
    cpVect way = cpvsub(grab->at_m, cpBodyLocalToWorld(body, grab->anchor));
    cpVect wanted = cpvmult(way, fmin(PULL_HZ, 1 / step_s)), now = cpBodyGetVelocity(body);
    cpVect change = cpvclamp(cpvsub(wanted, now), PULL_MAX_MPS2 * step_s);
    cpBodySetVelocity(body, cpvadd(now, change));
}

static void side_tick(LabSide *side, LabRun *run)
{
    CwError error;
    Session *session = &run->session;
    CwTickInput input = driven(&side->desc, run->time_s);
    input.command = setting_due(session->world, &side->desc.settings);
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

static void side_run_frame(LabSide *side, LabRun *run, int64_t frame_ns, uint64_t tick_limit)
{
    run->ticks = 0;
    if (run->broken) {
        return;
    }
    run->now_ns += frame_ns;
    if (side->desc.loop == LAB_FIXED) {
        StepFrame step = step_clock_frame(&run->clock, run->now_ns);
        run->owed_ticks += step.ticks;
        run->dropped_ns += step.dropped_ns;
        run->alpha = step.alpha;
        while (run->owed_ticks > 0 && !run->broken &&
               cw_world_tick(run->session.world) < tick_limit) {
            run->owed_ticks--;
            side_tick(side, run);
        }
    } else if (frame_ns > 0) { /* without a length there is no step */
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

/* The distance between a body of the run and its twin's, at `alpha` between the twin's last two
 * ticks. */
static double apart_m(const LabSide *side, const cpBody *body, const cpBody *twin, double alpha)
{
    CwTransform2 a = cw_world_pose(side->run.session.world, body, 1);
    CwTransform2 b = cw_world_pose(side->twin.session.world, twin, alpha);
    return cpvdist(cpv(a.x_m, a.y_m), cpv(b.x_m, b.y_m));
}

/* The distance between the players of both runs or, in a game without a player, the largest
 * distance of any body. Negative while the twin is behind. */
static double divergence_m(const LabSide *side)
{
    const LabRun *run = &side->run, *twin = &side->twin;
    if (twin->broken || twin_is_behind(side)) {
        return -1;
    }
    bool between = side->desc.loop == LAB_NAIVE && twin->step_s > 0;
    double alpha = between ? 1 - fmin((twin->time_s - run->time_s) / twin->step_s, 1) : 1;
    const cpBody *player = session_probe(&run->session).player;
    const cpBody *twin_player = session_probe(&twin->session).player;
    if (player != NULL && twin_player != NULL) {
        return apart_m(side, player, twin_player, alpha);
    }
    double furthest_m = 0;
    const CwWorld *world = run->session.world, *other = twin->session.world;
    for (int i = 0; i < world->body_count && i < other->body_count; i++) {
        furthest_m = fmax(furthest_m, apart_m(side, world->bodies[i], other->bodies[i], alpha));
    }
    return furthest_m;
}

void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit)
{
    side_run_frame(side, &side->run, frame_ns, tick_limit);
    side->frame_count++;
    if (side->run.broken) {
        return;
    }
    uint64_t tick = cw_world_tick(side->run.session.world);
    for (int i = 0; i < CATCH_UP_FRAMES_MAX && !side->twin.broken && twin_is_behind(side); i++) {
        side_run_frame(side, &side->twin, TWIN_FRAME_NS, tick);
    }
    side->divergence_m = divergence_m(side);
    side->worst_divergence_m = fmax(side->worst_divergence_m, side->divergence_m);
}

bool lab_side_grab(LabSide *side, cpVect at_m, LabGrab *grab)
{
    CwWorld *world = side->run.session.world;
    world_make_current(world);
    const cpShape *shape =
        cpSpacePointQueryNearest(world->space, at_m, REACH_M, CP_SHAPE_FILTER_ALL, NULL);
    for (int i = 0; i < world->body_count && shape != NULL && moves(shape->body); i++) {
        if (world->bodies[i] == shape->body) {
            *grab = (LabGrab){true, i, cpBodyWorldToLocal(shape->body, at_m), at_m};
            return true;
        }
    }
    return false;
}
