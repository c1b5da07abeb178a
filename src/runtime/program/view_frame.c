#include "program/loop.h"

#include "draw/particles.h"

#include <math.h>

/* A shorter step counts as none: the step clock rounds the shown moment to whole credits. */
static const double NO_STEP_S = 1e-9;

static const CwInputFrame *read_devices(ViewFrame *view, Stage *stage)
{
    Players *players = &stage->players;
    for (int i = 0; i < players->count; i++) {
        CwInputFrame previous = view->input[i];
        CwInputFrame *now = &view->input[i];
        *now = collector_look(&players->collectors[i]);
        now->pointer_dx = (int16_t)(now->pointer_x - previous.pointer_x);
        now->pointer_dy = (int16_t)(now->pointer_y - previous.pointer_y);
        if (stage->desc.game->input.pointer_in_world) {
            collector_point(&players->collectors[i], &stage->draw_list.state.camera, now);
        }
    }
    return view->input;
}

/* Returns CwFrame.dt_s. In lockstep ticks run at any scale. */
static double dt_s(const Playback *playback, const FramePlan *plan, int64_t measured_ns)
{
    bool rewinds = playback_is_paused_for(playback, PAUSE_REWIND);
    bool is_stopped =
        !rewinds && playback->clock.desc.time_scale_thousandths == 0 && plan->ticks == 0;
    double real_s = (double)(rewinds ? measured_ns : plan->elapsed_ns) * 1e-9;
    return is_stopped ? 0 : fmin(fmax(0, real_s), playback->desc.config->max_frame_time);
}

static double shown_s(const Playback *playback, int ticks)
{
    double tick = (double)cw_world_tick(playback->session.world) + ticks;
    return fmax(0, tick - 1 + playback->alpha) * cw_world_dt_s(playback->session.world);
}

/* Places the picture after `ticks` more ticks. */
static void set_shown_time(CwFrame *frame, const Playback *playback, int ticks)
{
    frame->alpha = playback->alpha;
    frame->sim_s = shown_s(playback, ticks);
    double step_s = frame->sim_s - playback->shown_s;
    frame->sim_dt_s = fabs(step_s) < NO_STEP_S ? 0 : step_s;
}

/* Lends the game's code saves, best runs, prompts, sound and the like. */
static void lend_services(Loop *loop)
{
    ViewFrame *view = &loop->view;
    CwFrame *frame = &view->frame;
    bool headless = loop->desc.mode.is_headless;
    Activity activity = loop->menus.screens.activity;
    Meter *meter = headless ? NULL : &loop->monitor.meter;
    view->saves.is_unplayed = activity == ACTIVITY_TITLE || activity == ACTIVITY_WATCHING;
    view->services = (CwFrameServices){.run = &loop->playback.run,
                                       .systems = &loop->playback.session.frame_systems,
                                       .settings = &loop->settings,
                                       .rumble = &view->rumble,
                                       .sound = &loop->sound,
                                       .best_runs = &view->best_runs,
                                       .typing = &loop->stage.typing,
                                       .meter = meter,
                                       .stage = headless ? NULL : &loop->stage};
    frame->services = &view->services;
    frame->saves = &view->saves;
    frame->particles = view->particles;
    frame->quality = meter == NULL ? 1 : 1 - meter->loss;
    typing_begin_frame(&loop->stage.typing, frame->real_s, !headless && !view->saves.is_unplayed);
}

static CwComfort comfort_of(const Config *config)
{
    return (CwComfort){.text_scale = config->text_size,
                       .shake = config->reduced_motion ? 0 : config->shake,
                       .reduced_motion = config->reduced_motion,
                       .high_contrast = config->high_contrast,
                       .colour_safe = config->colour_safe};
}

static CwScene scene_of(const Screens *screens)
{
    return screens->activity == ACTIVITY_TITLE                     ? CW_SCENE_TITLE
           : screens->activity == ACTIVITY_FINISHED                ? CW_SCENE_RESULTS
           : screens_are_open(screens) && !screens->page.is_hidden ? CW_SCENE_MENU
                                                                   : CW_SCENE_PLAY;
}

bool view_frame_open(ViewFrame *view, const CwGame *game, CwError *error)
{
    if (game->looks.emitter_count > 0) {
        view->particles = particles_create(game->looks.emitters, game->looks.emitter_count);
    }
    return view->particles != NULL || game->looks.emitter_count == 0 ||
           cw_error_set(error, "out of memory for the game's particles");
}

void view_frame_begin(Loop *loop, const FramePlan *plan)
{
    ViewFrame *view = &loop->view;
    Stage *stage = &loop->stage;
    Playback *playback = &loop->playback;
    const Screens *screens = &loop->menus.screens;
    bool is_first = playback->has_loaded || stage->frame_count == 0;
    bool is_driven = screens->activity != ACTIVITY_TITLE && playback->replay == NULL &&
                     driver_is_player(&loop->desc.choice.driver);
    const CwInputFrame *devices = read_devices(view, stage);
    view->asked = (CwFlow){0};
    view->has_time_jumped = playback->has_jumped;
    view->frame = (CwFrame){
        .dt_s = is_first ? 0 : dt_s(playback, plan, stage->measured_ns),
        .real_s = (double)stage->real_ns * 1e-9,
        .ticks = plan->ticks,
        .dropped_s = (double)playback->clock.dropped_ns * 1e-9,
        .slow = playback->clock.slow_cause,
        .input = is_driven ? devices : playback->session.world->input.players,
        .index = stage->frame_count,
        .draw = &stage->draw_list,
        .camera = &playback->session.camera,
        .view = loop->desc.game->looks.view_bytes > 0 ? playback->session.view_memory : NULL,
        .flow = &view->asked,
        .comfort = comfort_of(loop->desc.config),
        .scene = scene_of(screens),
        .jumped = playback->has_jumped || (plan->dropped_ns > 0 && stage->has_stalled)};
    lend_services(loop);
    if (playback->has_loaded) { /* no time has passed, even if the coming tick is shown */
        playback->shown_s = shown_s(playback, plan->ticks);
        particles_clear(view->particles);
    }
    set_shown_time(&view->frame, playback, plan->ticks);
    playback->has_jumped = playback->has_loaded = playback->has_moved = false;
}

void view_frame_place(Loop *loop, const FramePlan *plan)
{
    ViewFrame *view = &loop->view;
    Playback *playback = &loop->playback;
    view->frame.ticks = plan->ticks;
    set_shown_time(&view->frame, playback, 0);
    playback->shown_s = view->frame.sim_s;
    particles_begin_frame(view->particles,
                          &(ParticleTime){.sim_s = view->frame.sim_dt_s,
                                          .real_s = (double)loop->stage.measured_ns * 1e-9,
                                          .has_jumped = view->has_time_jumped});
}
