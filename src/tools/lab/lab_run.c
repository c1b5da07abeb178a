#include "lab/lab_run.h"

#include "shell/playback.h"
#include "sim/world.h"
#include "sim/world_setting.h"

#include <math.h>

const char *lab_loop_name(LabLoop loop)
{
    return loop == LAB_NAIVE ? "naive" : "fixed";
}

static void start_clock(LabRun *run)
{
    const Config *config = run->desc.config;
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = run->desc.settings.tick_rate;
    desc.max_steps_per_frame = config->max_steps_per_frame;
    desc.max_frame_ns = llround(config->max_frame_time * 1e9);
    step_clock_init(&run->clock, &desc);
    step_clock_start(&run->clock);
    step_clock_frame(&run->clock, 0);
}

static bool open_session(Session *session, const LabRunDesc *run, const CwSimSettings *settings,
                         CwError *error)
{
    const CwGame *game = run->scene->game != NULL ? run->scene->game : run->game;
    SessionDesc desc = playback_session_desc(game, run->config);
    desc.settings = *settings;
    desc.slot = run->slot;
    desc.map_path = run->scene->game == NULL ? run->map_path : NULL;
    return session_open(session, &desc, error) ||
           cw_error_context(error, "lab, scene %s", run->scene->name);
}

bool lab_run_learn(LearnedInputs *driver, const LabRunDesc *desc, CwError *error)
{
    Session session = {0};
    *driver = (LearnedInputs){0};
    bool good =
        desc->scene->game != NULL || (open_session(&session, desc, &desc->config->sim, error) &&
                                      learned_inputs_learn(driver, &session, error));
    session_close(&session);
    return good;
}

bool lab_run_open(LabRun *run, const LabRunDesc *desc, CwError *error)
{
    *run = (LabRun){.desc = *desc, .alpha = 1};
    if (!open_session(&run->session, desc, &desc->settings, error)) {
        return false;
    }
    start_clock(run);
    run->step_s = cw_world_dt_s(run->session.world);
    return true;
}

void lab_run_close(LabRun *run)
{
    session_close(&run->session);
}

/* By the time: steps and ticks may have other lengths than those it was learnt in. */
static CwTickInput driven(const LabRun *run)
{
    const LearnedInputs *driver = run->desc.driver;
    double tick = run->time_s * run->desc.config->sim.tick_rate + 0.5;
    bool drives = driver != NULL && run->desc.scene->game == NULL;
    return drives ? learned_inputs_at(driver, (uint64_t)tick) : (CwTickInput){0};
}

static void tick(LabRun *run, const LabHooks *hooks)
{
    CwWorld *world = run->session.world;
    CwTickInput input = driven(run);
    input.command = setting_due(world, &run->desc.settings);
    cw_input_derive_edges(&input.players[0], &run->session.input.players[0]);
    world_make_current(world);
    if (hooks->before != NULL) {
        hooks->before(run, hooks->context);
    }
    run->broken = !session_tick(&run->session, &input, &run->error);
    run->time_s += run->step_s;
    run->ticks++;
    if (hooks->after != NULL && !run->broken) {
        hooks->after(run, hooks->context);
    }
}

/* A frame without length has no step: nothing to divide by. */
static void naive_frame(LabRun *run, int64_t frame_ns, const LabHooks *hooks)
{
    if (frame_ns <= 0) {
        return;
    }
    run->step_s = (double)frame_ns * 1e-9;
    run->session.world->dt_s = run->step_s; /* uneven: such a run can't be replayed */
    tick(run, hooks);
}

static void fixed_frame(LabRun *run, uint64_t tick_limit, const LabHooks *hooks)
{
    StepFrame step = step_clock_frame(&run->clock, run->now_ns);
    run->owed_ticks += step.ticks;
    run->dropped_ns += step.dropped_ns;
    run->alpha = step.alpha;
    while (run->owed_ticks > 0 && !run->broken && cw_world_tick(run->session.world) < tick_limit) {
        run->owed_ticks--;
        tick(run, hooks);
    }
}

void lab_run_frame(LabRun *run, int64_t frame_ns, uint64_t tick_limit, const LabHooks *hooks)
{
    run->ticks = 0;
    if (run->broken) {
        return;
    }
    run->now_ns += frame_ns;
    if (run->desc.loop == LAB_NAIVE) {
        naive_frame(run, frame_ns, hooks);
    } else {
        fixed_frame(run, tick_limit, hooks);
    }
}

void lab_run_set_solver(LabRun *run, int substeps, int iterations)
{
    run->desc.settings.substeps = substeps;
    run->desc.settings.iterations = iterations;
}
