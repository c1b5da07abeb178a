#include "shell/loop.h"

#include "base/report.h"
#include "shell/comfort.h"
#include "shell/loop_buttons.h"
#include "shell/loop_menus.h"
#include "shell/loop_rerun.h"
#include "shell/loop_runs.h"
#include "time/real_clock.h"
#include "ui/debug_shapes.h"
#include "ui/transport.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>

static const int64_t SETTLING_NS = 1000000000; /* of a run that was just loaded */

/* The sync test also checks views, so the world is write-protected while they run. */
static bool protects_world(const Loop *loop)
{
    return loop->desc.config->protect_world || loop->desc.sync_test_depth > 0;
}

bool loop_repeats_span(const Loop *loop)
{
    Screen screen = loop->screens.screen;
    return ab_span_is_on(&loop->span) && screen != SCREEN_TITLE && screen != SCREEN_FINISHED;
}

void loop_fail(Loop *loop)
{
    loop->failed = true;
    loop->done = true;
}

int loop_exit_status(const Loop *loop)
{
    return loop->next.end == FLOW_QUIT ? loop->next.status : 0;
}

/* Applies settings that are kept between frames. */
static void apply_settings(Loop *loop, const Config *before)
{
    const Config *now = &loop->settings.config;
    playback_follow_config(&loop->playback);
    if (now->draw_shapes != before->draw_shapes) {
        loop->draw_shapes = now->draw_shapes;
    }
    if (!stage_follow_config(&loop->stage, before, &loop->error)) {
        loop_fail(loop);
    }
}

static void update_settings(Loop *loop)
{
    Host *host = loop->stage.desc.host;
    settings_update(&loop->settings, host->now_ns(host->self));
    if (settings_take(&loop->settings)) {
        apply_settings(loop, &loop->settings.before);
    }
}

/* ---- ticks ---- */

static int ticks_within_limit(const Loop *loop, int ticks)
{
    uint64_t left = loop->desc.tick_limit - loop->stats.tick_count;
    return (uint64_t)ticks > left ? (int)left : ticks;
}

static bool has_edges(const CwTickInput *input)
{
    uint32_t edges = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        edges |= input->players[i].pressed | input->players[i].released;
    }
    return edges != 0;
}

/* A tick with this input; without one, the next of those that late input made mistaken. */
static bool run_and_log_tick(Loop *loop, CwTickInput *input)
{
    Playback *playback = &loop->playback;
    monitor_begin_tick(&loop->monitor, cw_world_tick(playback->session.world) + 1);
    bool good = input != NULL ? playback_tick(playback, input, &loop->error)
                              : playback_again(playback, &loop->error);
    if (!good) {
        loop_fail(loop);
        return false;
    }
    run_logs_tick(&loop->logs, &playback->session);
    if (loop->desc.dev != NULL) {
        loop->desc.dev->ticked(loop->desc.dev->context, &playback->session);
    }
    monitor_end_tick(&loop->monitor);
    return true;
}

/* What mistaken ticks ask of the flow now changes nothing: they were listened to when they were the
 * newest. */
static void take_late_input(Loop *loop, const CwInputSource *source)
{
    Playback *playback = &loop->playback;
    CwLateInput late = {0};
    bool good = true;
    while (good && source->late(source->context, &late)) {
        good = timeline_correct(&playback->timeline, &late, &loop->error);
    }
    if (!good || !playback_go_back(playback, &loop->error)) {
        loop_fail(loop);
    }
    while (!loop->failed && playback_is_behind(playback)) {
        run_and_log_tick(loop, NULL);
    }
}

/* A tick of a span that plays over and over: of what the game's code asks nothing is done, as time
 * is the player's. */
static bool run_span_tick(Loop *loop, bool *stops)
{
    Playback *playback = &loop->playback;
    CwTickInput own = {0};
    controls_latch(&loop->controls, &own);
    monitor_begin_tick(&loop->monitor, cw_world_tick(playback->session.world) + 1);
    if (!ab_span_tick(&loop->span, playback, &own, stops, &loop->error)) {
        loop_fail(loop);
        return false;
    }
    monitor_end_tick(&loop->monitor);
    return true;
}

/* Runs as many ticks as planned, or up to one that asks for no more or that has to wait. */
static void run_new_ticks(Loop *loop, StepFrame *step)
{
    Session *session = &loop->playback.session;
    bool stops = step->ticks > 0 && playback_has_ended(&loop->playback) &&
                 loop_apply_flow(loop, &session->world->flow);
    int ticks = 0;
    while (ticks < step->ticks && !stops) {
        CwTickInput input;
        if (loop_repeats_span(loop)) {
            if (!run_span_tick(loop, &stops)) {
                return;
            }
            ticks += !stops;
            continue;
        }
        if (!controls_next(&loop->controls, &loop->playback, loop->screens.screen, &input)) {
            stops = true;
            break;
        }
        if (!run_and_log_tick(loop, &input)) {
            return;
        }
        loop->stats.tick_count++;
        if (has_edges(&input)) {
            latency_tick(&loop->stage.latency, cw_world_tick(session->world));
        }
        stops = loop_apply_flow(loop, &session->world->flow);
        ticks++;
    }
    if (stops) {
        step->ticks = ticks;
        playback_cut_frame(&loop->playback);
    }
}

static void run_ticks(Loop *loop, StepFrame *step)
{
    if (loop->rerun.runs) {
        loop_rerun_slice(loop);
        step->ticks = 0;
        return;
    }
    Session *session = &loop->playback.session;
    const CwInputSource *source = controls_source(&loop->controls, loop->screens.screen);
    if (source != NULL && source->late != NULL && step->ticks > 0) {
        take_late_input(loop, source);
    }
    if (!loop->failed) {
        run_new_ticks(loop, step);
    }
    if (source != NULL && source->send != NULL && !loop->failed) {
        source->send(source->context, session->world);
    }
    bool limit_reached = loop->stats.tick_count >= loop->desc.tick_limit;
    bool finished = loop->desc.end_at_finish && session_probe(session).finished &&
                    loop->next.end == FLOW_GOES_ON;
    bool played = loop->desc.headless && loop->desc.replay != NULL &&
                  cw_world_tick(session->world) >= loop->desc.replay->tick_count;
    finished = finished || played;
    loop->done = loop->done || limit_reached || finished;
}

static bool first_time(Loop *loop, ClockTrouble trouble, bool happened)
{
    bool first = happened && !loop->mentioned[trouble];
    loop->mentioned[trouble] = loop->mentioned[trouble] || happened;
    return first;
}

/* A run's first second loads what its pictures need, and nobody plays for real yet. */
static bool has_settled(const Loop *loop)
{
    const Stage *stage = &loop->stage;
    return stage->real_ns - stage->measured_ns >= loop->settled_ns;
}

/* Says what was wrong with the clock's reading of this frame, once a run and trouble. */
static void mention_trouble(Loop *loop, const StepFrame *step)
{
    const StepClock *clock = &loop->playback.clock;
    const FramePacer *pacer = &loop->stage.pacer;
    uint64_t frame = loop->stage.frame_count;
    if (first_time(loop, TROUBLE_BACKWARD, pacer->backward_count > 0)) {
        report("frame %" PRIu64 ": the clock went back; the time shown does not", frame);
    }
    if (first_time(loop, TROUBLE_FROZEN, pacer->frozen_count > 0)) {
        report("frame %" PRIu64 ": the clock stood still; its next readings make up for it", frame);
    }
    if (first_time(loop, TROUBLE_SATURATED, clock->saturated_count > 0)) {
        report("frame %" PRIu64 ": the clock leapt by more than a day: counted as a day", frame);
    }
    if (first_time(loop, TROUBLE_DROPPED, step->dropped_ns > 0 && has_settled(loop))) {
        report("frame %" PRIu64 ": too far behind to catch up (%s): %" PRId64
               " ms of the game's time dropped; --stats gives the sum",
               frame, slow_cause_name(step_clock_running_slowly(clock)),
               step->dropped_ns / 1000000);
    }
}

/* Pacer and step clock. */
static StepFrame plan_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    StepFrame step;
    if (loop->desc.lockstep) {
        step = playback_frame_of_one_tick(playback);
    } else {
        PacedTime time = stage_pace(&loop->stage, playback->loaded);
        if (playback->loaded) {
            loop->settled_ns = loop->stage.real_ns + SETTLING_NS;
        }
        step = playback_frame(playback, time.shown_ns, time.skipped_ns);
        mention_trouble(loop, &step);
    }
    step.ticks = ticks_within_limit(loop, step.ticks);
    const StepClock *clock = &playback->clock;
    bool may_pass = !step_clock_is_paused(clock) && clock->desc.time_scale_thousandths != 0;
    loop->stage.stands = !may_pass && step.ticks == 0;
    bool usual = !playback->loaded && !loop->stage.held_back && loop->stage.frame_count > 1;
    monitor_set_session(&loop->monitor, &playback->session, usual);
    return step;
}

/* ---- the picture ---- */

static TimeBarFrame time_bar_frame(const Loop *loop)
{
    return (TimeBarFrame){.playback = &loop->playback,
                          .screen = loop->screens.screen,
                          .used_ns = loop->stage.device_use.used_ns,
                          .dt_s = fmax(0, (double)loop->stage.measured_ns * 1e-9),
                          .covered = loop->screens.depth > 1,
                          .lift = inspect_lift(&loop->inspect),
                          .span = &loop->span};
}

/* Nobody could point at it headless. */
static void draw_time(Loop *loop)
{
    TimeBarFrame frame = time_bar_frame(loop);
    CwTheme colours = comfort_theme(loop->desc.game, loop->desc.config);
    const CwTheme *theme = &colours;
    if (loop->desc.headless) {
        return;
    }
    if (frame.screen == SCREEN_PLAYING && loop->countdown_ns > 0) {
        double whole_ns = loop->desc.config->resume_countdown * 1e9;
        transport_draw_countdown((double)loop->countdown_ns / whole_ns, theme,
                                 &loop->stage.draw_list);
    }
    time_bar_draw(&loop->time_bar, &frame, theme, &loop->stage.draw_list);
    if (loop_rerun_share(loop) < 1) {
        transport_draw_progress(loop_rerun_share(loop), theme, &loop->stage.draw_list);
    }
}

static bool screenshot_due(const Loop *loop)
{
    uint64_t wanted = loop->desc.screenshot_tick;
    bool now = wanted == 0 ? loop->done : cw_world_tick(loop->playback.session.world) >= wanted;
    return now && loop->desc.screenshot != NULL && loop->stage.desc.renderer != NULL;
}

/* Behind the title it would only be in the way. */
static void draw_ahead(Loop *loop)
{
    const Playback *playback = &loop->playback;
    const Timeline *timeline = &playback->timeline;
    CwTheme theme = comfort_theme(loop->desc.game, loop->desc.config);
    if (loop->desc.headless || loop->screens.screen == SCREEN_TITLE) {
        return;
    }
    playback_foresee(&loop->playback, loop->ahead.on);
    ahead_update(&loop->ahead, playback, &loop->stage.draw_list.camera,
                 timeline->rewind_count + timeline->edits_made + timeline->astray);
    ahead_draw(&loop->ahead, playback->session.world, &theme, &loop->stage.draw_list);
}

static void draw_frame(Loop *loop, CwFrame *frame)
{
    Stage *stage = &loop->stage;
    Session *session = &loop->playback.session;
    bool protect = protects_world(loop);
    TimeBarFrame time = time_bar_frame(loop);
    time_bar_update(&loop->time_bar, &time);
    screens_move_picture(&loop->screens,
                         loop->desc.headless ? 0 : time_bar_height(&loop->time_bar, &time),
                         (double)stage->measured_ns * 1e-9);
    stage_draw_session(session, frame,
                       &(StagePicture){&stage->sprites, loop->screens.shift, protect});
    if (loop->draw_shapes) {
        debug_shapes_draw(session->world, frame->alpha, &stage->draw_list);
    }
    draw_ahead(loop);
    loop_draw_menu(loop, frame);
    draw_time(loop);
    loop_draw_buttons(loop);
    if (loop->desc.dev != NULL) {
        CwTheme theme = comfort_theme(loop->desc.game, loop->desc.config);
        loop->desc.dev->draw(loop->desc.dev->context, loop, &theme);
    }
    monitor_draw(&loop->monitor, &loop->playback, stage,
                 inspect_room(&loop->inspect, ui_view(stage->viewport.view)));
    stage->exposed |= screenshot_due(loop); /* it is read from what was just painted */
    loop_rerun_begin_paint(loop);
    stage_paint(stage, !loop->desc.headless || screenshot_due(loop)); /* else nobody sees it */
    loop_rerun_end_paint(loop);
    monitor_mark(&loop->monitor, PART_PAINT);
    if (!loop->failed) { /* beside the painter: nobody may look at that world */
        session_run_phase(session, CW_PHASE_END_FRAME, frame, protect);
    }
}

static void save_screenshot(Loop *loop)
{
    if (!renderer_save_png(loop->stage.desc.renderer, loop->desc.screenshot, &loop->error)) {
        loop_fail(loop);
    }
    loop->desc.screenshot = NULL;
}

/* ---- the frame ---- */

/* The host ended the run between two frames: the last picture was the one before. */
static void quit(Loop *loop)
{
    Stage *stage = &loop->stage;
    loop->done = true;
    if (loop->desc.screenshot_tick == 0 && stage->frame_count > 0 && screenshot_due(loop)) {
        renderer_draw(stage->desc.renderer, &stage->draw_list);
        save_screenshot(loop);
    }
}

static void log_frame(Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    if (loop->logs.frames.file == NULL) {
        return;
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    double shown_ticks = (double)tick - 1 + playback->alpha;
    int64_t shown_ns = llround(shown_ticks * 1e9 / playback->session.desc.settings.tick_rate);
    frame_log_row(&loop->logs.frames, &(FrameLogRow){.frame = loop->stage.frame_count,
                                                     .measured_ns = loop->stage.measured_ns,
                                                     .used_ns = step->elapsed_ns,
                                                     .ticks = (uint64_t)step->ticks,
                                                     .tick = tick,
                                                     .alpha = playback->alpha,
                                                     .shown_ns = shown_ns,
                                                     .dropped_ns = step->dropped_ns});
}

/* Limiter, window and devices. False when the host ended the run. */
static bool begin_frame(Loop *loop)
{
    Stage *stage = &loop->stage;
    monitor_begin_frame(&loop->monitor, stage->frame_count);
    stage_wait(stage, step_clock_target_interval_ns(&loop->playback.clock));
    if (!stage_begin_frame(stage, &loop->error)) {
        loop_fail(loop);
    }
    monitor_mark(&loop->monitor, PART_WAIT);
    loop_update_countdown(loop);
    loop_update_holds(loop);
    return !stage->status.quit;
}

/* Only devices steer: no bot, no monkey, no script. */
static bool is_steered(const LoopDesc *desc)
{
    bool scripted = desc->script != NULL && !input_script_is_empty(desc->script);
    return desc->pilot == PILOT_PLAYER && !scripted;
}

/* What frame phases are told of this frame. */
static void begin_view(Loop *loop, const StepFrame *step)
{
    Playback *playback = &loop->playback;
    bool on_title = loop->screens.screen == SCREEN_TITLE;
    bool covered = on_title || loop->screens.screen == SCREEN_FINISHED;
    if (playback->jumped) {
        latency_forget(&loop->stage.latency);
    }
    loop->sought = playback->jumped;
    view_frame_begin(&loop->view, playback, &loop->stage, step);
    loop->view.frame.config = &loop->settings.game;
    loop->view.frame.saves = &loop->saves;
    loop->best_runs.choice = /* who watches a run races nobody */
        playback->desc.replay != NULL ? GHOST_OFF
        : loop->races                 ? GHOST_BEST
                                      : loop->desc.config->ghost;
    loop->view.frame.best_runs = &loop->best_runs;
    loop->prompts = (CwPrompts){loop->desc.game, &loop->stage.players, &loop->stage.ui_input.map,
                                loop->stage.device_use.device};
    loop->view.frame.prompts = loop->desc.headless ? NULL : &loop->prompts;
    loop->view.frame.rumble = &loop->rumble;
    loop->view.frame.sound = &loop->sound;
    loop->saves.unplayed = on_title || loop->screens.screen == SCREEN_WATCHING;
    loop->view.frame.backdrop = covered;
    loop->view.frame.title = on_title;
    loop->view.frame.menu = screens_are_open(&loop->screens) && !loop->screens.page.aside;
    loop->view.frame.typing = &loop->stage.typing;
    typing_begin_frame(&loop->stage.typing, loop->view.frame.real_s,
                       !loop->desc.headless && !loop->saves.unplayed);
    if (on_title || playback->desc.replay != NULL || !is_steered(&loop->desc)) {
        loop->view.frame.input = playback->session.input.players;
    }
}

/* Ticks, then the picture (update, pre_render, render, paint, end_frame); both timed without the
 * waiting around them. */
static void work(Loop *loop, StepFrame *step)
{
    Host *host = loop->stage.desc.host;
    int64_t begin_ns = host->now_ns(host->self);
    int64_t real_begin_ns = real_clock_now_ns(NULL);
    run_ticks(loop, step);
    view_frame_place(&loop->view, &loop->playback, step);
    int64_t ticked_ns = host->now_ns(host->self);
    int64_t real_ticked_ns = real_clock_now_ns(NULL);
    if (!loop->failed) {
        draw_frame(loop, &loop->view.frame);
    }
    step_clock_report_work(&loop->playback.clock, ticked_ns - begin_ns,
                           host->now_ns(host->self) - ticked_ns);
    loop->stats.simulation_ns += real_ticked_ns - real_begin_ns;
    loop->stats.render_ns += real_clock_now_ns(NULL) - real_ticked_ns;
}

/* Of simulated time against real time. */
static double speed_of_time(const Playback *playback)
{
    if (playback_is_held(playback, HOLD_REWIND)) {
        bool moves = playback->position_ticks > (double)timeline_oldest(&playback->timeline);
        return moves ? -playback->rewind_speed : -1e-3;
    }
    const StepClock *clock = &playback->clock;
    return step_clock_is_paused(clock) ? 0 : clock->desc.time_scale_thousandths * 1e-3;
}

static void end_sound(Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    sound_end_frame(&loop->sound,
                    &(SoundMoment){.tick = cw_world_tick(playback->session.world),
                                   .ticks = step->ticks,
                                   .safe_tick = timeline_oldest(&playback->timeline),
                                   .speed = loop->desc.lockstep ? 1 : speed_of_time(playback),
                                   .jumped = loop->sought,
                                   .backdrop = loop->screens.screen == SCREEN_TITLE,
                                   .camera = &playback->session.camera,
                                   .now_ns = real_clock_now_ns(NULL)});
}

static void end_frame(Loop *loop, const StepFrame *step)
{
    Stage *stage = &loop->stage;
    Playback *playback = &loop->playback;
    Host *host = stage->desc.host;
    if (!loop->desc.lockstep) { /* else nobody waits for a tick, and a file is the same each time */
        recorder_keep_up(&playback->recorder, stage->begin_ns);
    }
    if (screenshot_due(loop)) {
        save_screenshot(loop);
    }
    log_frame(loop, step);
    rumble_apply(&loop->rumble, host, &stage->players,
                 loop->desc.config->rumble && loop->screens.screen == SCREEN_PLAYING &&
                     !stage->held_back);
    end_sound(loop, step);
    typing_end_frame(&stage->typing);
    if (stage_present(stage)) {
        step_clock_restart_timing(&playback->clock);
    }
    if (loop->stats.first_picture_ns == 0 && !loop->desc.headless) {
        loop->stats.first_picture_ns = real_clock_now_ns(NULL);
        art_queue_store(loop->desc.preloaded_art);
    }
    latency_present(&stage->latency, cw_world_tick(playback->session.world), playback->alpha,
                    host->now_ns(host->self));
    monitor_end_frame(&loop->monitor, playback, stage, step);
}

bool loop_frame(Loop *loop)
{
    Session *session = &loop->playback.session;
    if (loop->next.end == FLOW_QUIT || !begin_frame(loop)) {
        quit(loop);
        return false;
    }
    update_settings(loop);
    loop_follow_level(loop);
    loop_end_run_as_asked(loop);
    if (loop->done) {
        if (!loop->failed) {
            quit(loop);
        }
        return false;
    }
    loop_update_menus(loop);
    loop_update_finish(loop);
    if (loop->failed) {
        return false;
    }
    StepFrame step = plan_frame(loop);
    begin_view(loop, &step);
    loop_call_rows(loop);
    session_run_phase(session, CW_PHASE_EARLY, &loop->view.frame, protects_world(loop));
    work(loop, &step);
    if (loop->failed) {
        return false;
    }
    loop_apply_flow(loop, &loop->view.asked);
    end_frame(loop, &step);
    return !loop->done;
}

/* ---- life ---- */

/* Late input comes from others, whose time it is too. */
static bool is_shared(const LoopDesc *desc)
{
    const CwInputSource *source = desc->game->source;
    return source != NULL && source->late != NULL && desc->replay == NULL;
}

static PlaybackDesc playback_desc(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    bool shared = is_shared(desc);
    bool counts = is_steered(desc) && !shared;
    return (PlaybackDesc){.game = desc->game,
                          .config = desc->config,
                          .levels = desc->levels,
                          .replay = desc->replay,
                          .record_anew = desc->record_anew,
                          .celebrates = !desc->headless && !desc->record_anew,
                          .shared = shared,
                          .remembers = !desc->headless || shared,
                          .sync_test_depth = desc->sync_test_depth,
                          .recorder = desc->recorder,
                          .best_runs = counts ? &loop->best_runs : NULL,
                          .seed = desc->seed,
                          .fingerprint = desc->fingerprint};
}

static StageDesc stage_desc(const Loop *loop, Host *host, Renderer *renderer)
{
    const LoopDesc *desc = &loop->desc;
    return (StageDesc){.game = desc->game,
                       .config = desc->config,
                       .host = host,
                       .renderer = renderer,
                       .may_hold_back = !desc->headless && !is_shared(desc),
                       .awake = desc->dev != NULL,
                       .data_dir = desc->data_dir,
                       .sprites = desc->sprites,
                       .cache = desc->cache};
}

static SoundDesc sound_desc(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    return (SoundDesc){.game = desc->game,
                       .config = desc->config,
                       .host = loop->stage.desc.host,
                       .data_dir = desc->data_dir,
                       .render_path = desc->render_sound,
                       .log_path = desc->sound_log,
                       .cache = desc->cache,
                       .captions = &loop->monitor.captions,
                       .mute = desc->headless};
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error)
{
    RunRules rules = {{desc->game, desc->levels, desc->fingerprint, .slot = 0}, desc->own_settings};
    *loop = (Loop){.desc = *desc,
                   .saves = saves_in(desc->player_dir),
                   .best_runs = best_runs_in(desc->player_dir, &rules),
                   .draw_shapes = desc->config->draw_shapes};
    loop->best_runs.session = &loop->playback.session;
    loop->best_runs.asked = desc->ghost;
    loop->best_runs.replays_dir = desc->replays_dir;
    settings_open(&loop->settings, &(SettingsDesc){.game = desc->game,
                                                   .config = desc->config,
                                                   .table = desc->config_table,
                                                   .layers = desc->config_layers,
                                                   .path = desc->player_config,
                                                   .watches_files = desc->watches_files,
                                                   .run = &loop->playback.desc,
                                                   .notices = &loop->monitor.notices});
    const Config *config = loop->desc.config = &loop->settings.config;
    StageDesc stage = stage_desc(loop, host, renderer);
    stage_open(&loop->stage, &stage);
    stage_bind(&loop->stage);
    screens_open(&loop->screens, &(ScreensDesc){.game = desc->game,
                                                .levels = desc->levels,
                                                .config = config,
                                                .playback = &loop->playback,
                                                .stage = &loop->stage,
                                                .saves = &loop->saves,
                                                .settings = &loop->settings,
                                                .best_runs = &loop->best_runs,
                                                .player_dir = desc->player_dir,
                                                .replays_dir = desc->replays_dir,
                                                .runs_dir = desc->recorder.runs_dir,
                                                .watches = desc->replay != NULL});
    PlaybackDesc playback = playback_desc(loop);
    SoundDesc sound = sound_desc(loop);
    TraceDesc trace = {desc->trace, config->trace_ring ? desc->traces_dir : NULL};
    if (!monitor_open(&loop->monitor, config, &trace, error) ||
        !playback_init(&loop->playback, &playback, error) ||
        !sound_open(&loop->sound, &sound, error) || !loop_open_first(loop, error) ||
        !run_logs_open(&loop->logs, desc->hash_log, desc->probe_log, desc->frame_log, error)) {
        loop_close(loop);
        return false;
    }
    loop->playback.loaded = false; /* the clock starts after it */
    loop->settled_ns = SETTLING_NS;
    step_clock_restart_timing(&loop->playback.clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

bool loop_close(Loop *loop)
{
    if (loop->done && !loop->failed && loop->desc.screenshot != NULL) {
        report("the run ended before the tick of %s: there is no picture", loop->desc.screenshot);
    }
    settings_close(&loop->settings);
    bool sounded = sound_close(&loop->sound);
    bool recorded = playback_close(&loop->playback);
    screens_close(&loop->screens);
    inspect_free(&loop->inspect);
    ab_span_free(&loop->span);
    ahead_free(&loop->ahead);
    stage_close(&loop->stage);
    attract_end(&loop->attract);
    cw_replay_free(loop->watched);
    bool traced = monitor_close(&loop->monitor);
    return run_logs_close(&loop->logs) && traced && recorded && sounded;
}
