#include "lab/lab_side.h"

#include <math.h>

enum { CATCH_UP_FRAMES_MAX = 100 }; /* after a very long frame the twin takes its time */

static const int64_t TWIN_FRAME_NS = 1000000000 / LAB_TWIN_FPS;

bool lab_side_open(LabSide *side, const LabRunDesc *desc, CwError *error)
{
    *side = (LabSide){0};
    LabRunDesc twin = *desc;
    twin.slot++;
    if (!lab_run_open(&side->run, desc, error) || !lab_run_open(&side->twin, &twin, error)) {
        lab_side_close(side);
        return false;
    }
    side->energy_at_start_j = lab_energy_j(side->run.session.world, desc->scene->rest_m);
    return true;
}

void lab_side_close(LabSide *side)
{
    lab_run_close(&side->run);
    lab_run_close(&side->twin);
}

static bool twin_is_behind(const LabSide *side)
{
    if (side->run.desc.loop == LAB_NAIVE) {
        return side->twin.time_s < side->run.time_s;
    }
    return cw_world_tick(side->twin.session.world) < cw_world_tick(side->run.session.world);
}

/* Until it has reached the moment of the run, or has just passed it. */
static void advance_twin(LabSide *side, const LabHooks *hooks)
{
    uint64_t tick_limit = cw_world_tick(side->run.session.world);
    for (int i = 0; i < CATCH_UP_FRAMES_MAX && !side->twin.broken && twin_is_behind(side); i++) {
        lab_run_frame(&side->twin, TWIN_FRAME_NS, tick_limit, hooks);
    }
}

static double divergence_m(const LabSide *side)
{
    const LabRun *run = &side->run, *twin = &side->twin;
    if (twin->broken || twin_is_behind(side)) {
        return -1;
    }
    double alpha = 1;
    if (run->desc.loop == LAB_NAIVE && twin->step_s > 0) {
        alpha = 1 - fmin((twin->time_s - run->time_s) / twin->step_s, 1);
    }
    return lab_distance_m(run, twin, alpha);
}

static void measure_energy(LabSide *side, const CwWorld *world)
{
    LabFigures *figures = &side->figures;
    const LabScene *scene = side->run.desc.scene;
    if (!scene->has_energy) {
        return;
    }
    double now_j = lab_energy_j(world, scene->rest_m);
    figures->energy_pct = (now_j / side->energy_at_start_j - 1) * 100;
    if (fabs(figures->energy_pct) > fabs(figures->worst_energy_pct)) {
        figures->worst_energy_pct = figures->energy_pct;
    }
}

/* Where the ground of a game without maps ends, nobody knows. */
static cpBB home_m(const LabRun *run)
{
    bool known = run->desc.scene->game != NULL || run->session.map != NULL;
    return known ? run->desc.scene->home_m : cpBBNew(-INFINITY, -INFINITY, INFINITY, INFINITY);
}

/* After each tick, not each frame: the figures of equal ticks are equal. */
static void measure(LabSide *side, const LabRun *run)
{
    LabFigures *figures = &side->figures;
    const CwWorld *world = run->session.world;
    lab_count_lost(&side->lost, world, home_m(run));
    figures->tunnelled = side->lost.count;
    figures->joint_gap_m = lab_joint_gap_m(world);
    figures->worst_joint_gap_m = fmax(figures->worst_joint_gap_m, figures->joint_gap_m);
    figures->longest_step_s = fmax(figures->longest_step_s, run->step_s);
    measure_energy(side, world);
}

/* Hooks have one context: this one knows what the caller wants, too. */
typedef struct Around {
    LabSide *side;
    LabBefore *before;
    void *context;
} Around;

static void before_tick(LabRun *run, void *context)
{
    const Around *around = context;
    if (around->before != NULL) {
        around->before(run, around->context);
    }
}

static void after_tick(LabRun *run, void *context)
{
    const Around *around = context;
    measure(around->side, run);
}

void lab_side_frame(LabSide *side, int64_t frame_ns, uint64_t tick_limit, LabBefore *before,
                    void *context)
{
    LabRun *run = &side->run;
    Around around = {side, before, context};
    LabHooks hooks = {before_tick, after_tick, &around}, twin_hooks = {before_tick, NULL, &around};
    lab_run_frame(run, frame_ns, tick_limit, &hooks);
    side->figures.frame_count++;
    if (run->broken) {
        return;
    }
    advance_twin(side, &twin_hooks);
    LabFigures *figures = &side->figures;
    figures->divergence_m = divergence_m(side);
    figures->worst_divergence_m = fmax(figures->worst_divergence_m, figures->divergence_m);
}

void lab_side_set_solver(LabSide *side, int substeps, int iterations)
{
    lab_run_set_solver(&side->run, substeps, iterations);
    lab_run_set_solver(&side->twin, substeps, iterations);
}
