#include "program/loop.h"

#include "draw/particles.h"
#include "paint/renderer.h"
#include "platform/clock.h"
#include "ui/ui_view.h"

#include <math.h>

/* Processor time of each frame that an untrusted recording's limit does not count. */
static const double FREE_WORK_S = 0.25;
/* Shorter steps of the shown time are rounding errors of the step clock. */
static const double NO_STEP_S = 1e-9;

int loop_exit_status(const Loop *loop)
{
    return loop->playlist.next.end == FLOW_QUIT ? loop->playlist.next.status : 0;
}

bool loop_expect(Loop *loop, bool ok)
{
    loop->end.has_failed |= !ok;
    loop->end.is_done |= !ok;
    return ok;
}

/* ---- poll ---- */

/* Updates limiter, window and devices. False when the host ended the run. */
static bool poll(Loop *loop)
{
    Stage *stage = &loop->stage;
    monitor_begin_frame(&loop->monitor, stage->frame_count);
    if (loop->desc.mode.is_lockstep) {
        stage_wait_until(stage,
                         stage->begin_ns + llround(1e9 / loop->playback.clock.desc.tick_rate));
    } else {
        stage_wait(stage, step_clock_target_interval_ns(&loop->playback.clock));
    }
    loop_expect(loop, stage_begin_frame(stage, &loop->end.error));
    monitor_mark(&loop->monitor, FRAME_PART_WAIT);
    menus_update_pauses(&loop->menus);
    return !stage->status.must_quit;
}

/* ---- the frame that the game's code gets ---- */

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

static void give_services(Loop *loop)
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

/* Begins a frame before its ticks run. If devices alone steer, views see their input at once.
 * Clears has_loaded, has_jumped and has_moved of the playback. */
static void begin_view_frame(Loop *loop, const FramePlan *plan)
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
    give_services(loop);
    if (playback->has_loaded) { /* no time has passed, even if the coming tick is shown */
        playback->shown_s = shown_s(playback, plan->ticks);
        particles_clear(view->particles);
    }
    set_shown_time(&view->frame, playback, plan->ticks);
    playback->has_jumped = playback->has_loaded = playback->has_moved = false;
}

static void place_view_frame(Loop *loop, const FramePlan *plan)
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

/* ---- settings and menus ---- */

/* Applies settings that are cached between frames. Simulation settings travel in the input of
 * ticks, one a tick (sim_settings_next_command, sim/sim_settings.h). */
static void apply_changed_settings(Loop *loop)
{
    Host *host = loop->stage.desc.host;
    const Config *previous = &loop->settings.previous, *now = &loop->settings.config;
    live_settings_sync_files(&loop->settings, host->now_ns(host->self));
    if (live_settings_apply_changes(&loop->settings)) {
        playback_apply_config(&loop->playback);
        sim_settings_copy_changes(&loop->playback.wanted_settings, &previous->sim, &now->sim,
                                  playback_own_settings(&loop->playback));
        loop_expect(loop, stage_apply_config(&loop->stage, previous, &loop->end.error));
    }
}

/* Updates the menus once for each key and click of this frame. A chosen row of the game ends this:
 * it is called before the next key. */
static void update_menus(Loop *loop)
{
    ScreenAsk ask;
    bool more = true;
    while (more && !catch_up_is_running(loop) && !loop->end.is_done &&
           loop_expect(loop, menus_update(&loop->menus, &ask, &loop->end.error))) {
        playlist_handle_ask(loop, &ask);
        playlist_open_dropped(loop);
        more = loop->menus.row.kind == ASK_NOTHING && stage_dispatch_input(&loop->stage);
    }
}

/* ---- pacer and step clock ---- */

static FramePlan plan_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    Stage *stage = &loop->stage;
    FramePlan plan;
    ticks_begin_frame(loop);
    if (loop->desc.mode.is_lockstep) {
        plan = playback_frame_of_one_tick(playback);
    } else {
        PacedTime time = stage_pace(stage, playback->has_loaded);
        plan = playback_frame(playback, time.shown_ns, time.skipped_ns, stage->measured_ns);
        work_limit_refill(&playback->limit, loop->desc.mode.is_headless ? 0 : FREE_WORK_S);
        monitor_report_clock(&loop->monitor, playback, stage, &plan);
    }
    uint64_t left = loop->desc.mode.tick_limit - loop->stats.tick_count;
    plan.ticks = (uint64_t)plan.ticks > left ? (int)left : plan.ticks;
    const StepClock *clock = &playback->clock;
    bool may_pass = !clock->is_paused && clock->desc.time_scale_thousandths != 0;
    stage->is_paused = !may_pass && plan.ticks == 0;
    bool is_measured = !playback->has_loaded && !stage->is_background && stage->frame_count > 1;
    monitor_set_session(&loop->monitor, &playback->session, is_measured);
    return plan;
}

/* ---- early ---- */

/* Calls the game's rows that the player chose. A row may save and open a text, on the title too. */
static void call_rows(Loop *loop)
{
    bool unplayed = loop->view.saves.is_unplayed, allowed = loop->stage.typing.is_allowed;
    loop->view.saves.is_unplayed = false;
    loop->stage.typing.is_allowed = !loop->desc.mode.is_headless;
    menus_call_row(&loop->menus, &loop->view.frame);
    loop->view.saves.is_unplayed = unplayed;
    loop->stage.typing.is_allowed = allowed;
}

static void begin_view(Loop *loop, const FramePlan *plan)
{
    BestRuns *best_runs = &loop->view.best_runs;
    if (loop->playback.has_jumped) {
        latency_discard(&loop->stage.latency);
    }
    best_runs->choice = loop->playback.replay != NULL    ? GHOST_OFF
                        : loop->playlist.is_ghost_chosen ? GHOST_BEST
                                                         : loop->desc.config->ghost;
    begin_view_frame(loop, plan);
    call_rows(loop);
    session_run_phase(&loop->playback.session, CW_PHASE_EARLY, &loop->view.frame);
}

/* ---- the picture ---- */

static bool screenshot_is_due(const Loop *loop)
{
    const LoopFiles *files = &loop->desc.files;
    bool is_reached = files->screenshot_tick == 0
                          ? loop->end.is_done
                          : cw_world_tick(loop->playback.session.world) >= files->screenshot_tick;
    return is_reached && files->screenshot != NULL && loop->stage.desc.renderer != NULL;
}

static void save_screenshot(Loop *loop)
{
    loop_expect(loop, renderer_save_png(loop->stage.desc.renderer, loop->desc.files.screenshot,
                                        &loop->end.error));
    loop->desc.files.screenshot = NULL;
}

static void draw_picture(Loop *loop, CwFrame *frame)
{
    Stage *stage = &loop->stage;
    const LoopGuest *guest = loop->desc.guest;
    stage_draw_session(&loop->playback.session, frame, &stage->sprites);
    menus_draw(&loop->menus, frame, catch_up_share(loop));
    if (guest != NULL) {
        guest->draw(guest->self, frame);
    }
    CwViewRect view = ui_view(stage->viewport.view);
    CwViewRect room = guest == NULL ? view : guest->room(guest->self, view);
    monitor_draw(&loop->monitor, stage, screens_room(&loop->menus.screens, room),
                 menus_uncovered(&loop->menus, room));
}

static void paint(Loop *loop, CwFrame *frame)
{
    Stage *stage = &loop->stage;
    bool is_due = screenshot_is_due(loop);
    stage->is_exposed |= is_due; /* the screenshot reads the newly painted picture */
    stage_paint(stage, !loop->desc.mode.is_headless || is_due);
    monitor_mark(&loop->monitor, FRAME_PART_PAINT);
    session_run_phase(&loop->playback.session, CW_PHASE_END_FRAME, frame);
}

/* Runs ticks, then draws the picture, and measures the time of both. */
static void run_and_draw(Loop *loop, FramePlan *plan)
{
    Host *host = loop->stage.desc.host;
    int64_t begin_ns = host->now_ns(host->self), real_begin_ns = clock_now_ns();
    ticks_run(loop, plan);
    place_view_frame(loop, plan);
    int64_t ticked_ns = host->now_ns(host->self), real_ticked_ns = clock_now_ns();
    if (!loop->end.has_failed) {
        draw_picture(loop, &loop->view.frame);
        paint(loop, &loop->view.frame);
    }
    step_clock_report_work(&loop->playback.clock, ticked_ns - begin_ns,
                           host->now_ns(host->self) - ticked_ns);
    loop->stats.simulation_ns += real_ticked_ns - real_begin_ns;
    loop->stats.render_ns += clock_now_ns() - real_ticked_ns;
}

/* ---- present ---- */

/* Simulated time per real time; negative in a rewind. */
static double speed_of_time(const Playback *playback)
{
    if (playback_is_paused_for(playback, PAUSE_REWIND)) {
        bool is_moving = playback->position_ticks > (double)run_oldest(&playback->run);
        return is_moving ? -playback->rewind_speed : -1e-3;
    }
    const StepClock *clock = &playback->clock;
    return clock->is_paused ? 0 : clock->desc.time_scale_thousandths * 1e-3;
}

static void end_sound(Loop *loop, const FramePlan *plan)
{
    const Playback *playback = &loop->playback;
    sound_end_frame(
        &loop->sound,
        &(SoundMoment){.tick = cw_world_tick(playback->session.world),
                       .ticks = plan->ticks,
                       .safe_tick = run_oldest(&playback->run),
                       .speed = loop->desc.mode.is_lockstep ? 1 : speed_of_time(playback),
                       .has_jumped = loop->view.has_time_jumped,
                       .is_backdrop = loop->view.frame.scene == CW_SCENE_TITLE,
                       .camera = &playback->session.camera,
                       .now_ns = clock_now_ns()});
}

static void present(Loop *loop, const FramePlan *plan)
{
    Stage *stage = &loop->stage;
    Playback *playback = &loop->playback;
    Host *host = stage->desc.host;
    if (!loop->desc.mode.is_lockstep) { /* a lockstep run always writes the same file */
        recorder_keep_up(&playback->recorder, stage->begin_ns);
    }
    if (screenshot_is_due(loop)) {
        save_screenshot(loop);
    }
    FigureSource figures_of = {.playback = playback,
                               .stage = stage,
                               .stats = &loop->stats,
                               .frame = stage->frame_count,
                               .plan = plan};
    run_logs_frame(&loop->logs, &figures_of);
    bool may_rumble = loop->desc.config->rumble && !stage->is_background &&
                      loop->menus.screens.activity == ACTIVITY_PLAYING;
    rumble_apply(&loop->view.rumble, host, &stage->players, may_rumble);
    end_sound(loop, plan);
    typing_end_frame(&stage->typing);
    if (stage_present(stage)) {
        step_clock_restart_timing(&playback->clock);
    }
    if (loop->stats.first_picture_ns == 0 && !loop->desc.mode.is_headless) {
        loop->stats.first_picture_ns = clock_now_ns();
    }
    latency_present(&stage->latency, cw_world_tick(playback->session.world), playback->alpha,
                    host->now_ns(host->self));
    monitor_end_frame(&loop->monitor, &figures_of);
}

/* ---- the frame ---- */

/* Ends a run between two frames. The screenshot is the last frame's picture. */
static bool end_loop(Loop *loop)
{
    Stage *stage = &loop->stage;
    loop->end.is_done = true;
    if (!loop->end.has_failed && loop->desc.files.screenshot_tick == 0 && stage->frame_count > 0 &&
        screenshot_is_due(loop)) {
        renderer_draw(stage->desc.renderer, &stage->draw_list);
        save_screenshot(loop);
    }
    return false;
}

static void protect_world(Loop *loop)
{
    const LoopGuest *guest = loop->desc.guest;
    const SessionGuest *session_guest = loop->desc.setup.guest;
    bool is_protected = guest != NULL && guest->protects(guest->self);
    bool is_tested = session_guest != NULL && session_guest->tested_ticks > 0;
    loop->playback.run.is_audited = is_protected;
    arena_protect(loop->playback.session.world->arena, is_protected || is_tested);
}

bool loop_frame(Loop *loop)
{
    if (loop->playlist.next.end == FLOW_QUIT || !poll(loop)) {
        return end_loop(loop);
    }
    apply_changed_settings(loop);
    playlist_end_as_asked(loop);
    if (loop->end.is_done) {
        return end_loop(loop);
    }
    update_menus(loop);
    playlist_update_finish(loop);
    if (loop->end.has_failed) {
        return false;
    }
    protect_world(loop);
    FramePlan plan = plan_frame(loop);
    begin_view(loop, &plan);
    run_and_draw(loop, &plan);
    if (loop->end.has_failed) {
        return false;
    }
    playlist_apply_flow(loop, &loop->view.asked);
    present(loop, &plan);
    return !loop->end.is_done;
}
