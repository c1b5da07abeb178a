#include "program/loop.h"

#include "base/report.h"
#include "draw/particles.h"
#include "paint/renderer.h"
#include "platform/clock.h"
#include "sim/possible_input.h"
#include "sim/world_setting.h"
#include "ui/ui_view.h"

#include <math.h>

/* Processor time that a frame may spend on an untrusted recording without using up its limit. */
static const double FREE_WORK_S = 0.25;

int loop_exit_status(const Loop *loop)
{
    return loop->playlist.next.end == FLOW_QUIT ? loop->playlist.next.status : 0;
}

bool loop_expect(Loop *loop, bool good)
{
    loop->end.failed |= !good;
    loop->end.done |= !good;
    return good;
}

void loop_tell_tick(Loop *loop)
{
    const LoopGuest *guest = loop->desc.guest;
    if (guest != NULL && guest->ticked != NULL) {
        guest->ticked(guest->self, &loop->playback.session);
    }
}

/* ---- poll ---- */

/* Updates limiter, window and devices. False when the host ended the run. */
static bool poll(Loop *loop)
{
    Stage *stage = &loop->stage;
    monitor_begin_frame(&loop->monitor, stage->frame_count);
    if (loop->desc.mode.lockstep) {
        stage_wait_until(stage,
                         stage->begin_ns + llround(1e9 / loop->playback.clock.desc.tick_rate));
    } else {
        stage_wait(stage, step_clock_target_interval_ns(&loop->playback.clock));
    }
    loop_expect(loop, stage_begin_frame(stage, &loop->end.error));
    monitor_mark(&loop->monitor, PART_WAIT);
    menus_update_holds(&loop->menus);
    return !stage->status.quit;
}

/* ---- settings and menus ---- */

/* Applies settings that are cached between frames. Simulation settings travel in the input of
 * ticks, one a tick (setting_due, sim/world_setting.h). */
static void update_settings(Loop *loop)
{
    Host *host = loop->stage.desc.host;
    const Config *before = &loop->settings.before, *now = &loop->settings.config;
    settings_update(&loop->settings, host->now_ns(host->self));
    if (settings_take(&loop->settings)) {
        playback_follow_config(&loop->playback);
        settings_take_changes(&loop->playback.wanted, &before->sim, &now->sim,
                              session_own_settings(&loop->playback.session));
        loop_expect(loop, stage_follow_config(&loop->stage, before, &loop->end.error));
    }
}

/* Updates the menus once, and again for each key and click of this frame. A chosen row of the game
 * is called before the next key. */
static void update_menus(Loop *loop)
{
    ScreenAsk ask;
    bool more = true;
    while (more && !catch_up_runs(loop) && !loop->end.done &&
           loop_expect(loop, menus_update(&loop->menus, &ask, &loop->end.error))) {
        if (ask.kind == ASK_RESUME) {
            catch_up_continue_instead(loop);
        } else if (ask.kind == ASK_TAKE_OVER) {
            catch_up_take_over(loop);
        } else {
            playlist_handle_ask(&loop->playlist, &ask);
        }
        playlist_open_dropped(&loop->playlist);
        more = loop->menus.row == NULL && stage_take_input(&loop->stage);
    }
}

/* ---- pacer and step clock ---- */

static StepFrame plan_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    Stage *stage = &loop->stage;
    StepFrame step;
    loop_coming_begin_frame(loop);
    if (loop->desc.mode.lockstep) {
        step = playback_frame_of_one_tick(playback);
    } else {
        PacedTime time = stage_pace(stage, playback->loaded);
        step = playback_frame(playback, time.shown_ns, time.skipped_ns, stage->measured_ns);
        work_limit_refill(&playback->limit, loop->desc.mode.headless ? 0 : FREE_WORK_S);
        monitor_report_clock(&loop->monitor, playback, stage, &step);
    }
    uint64_t left = loop->desc.mode.tick_limit - loop->stats.tick_count;
    step.ticks = (uint64_t)step.ticks > left ? (int)left : step.ticks;
    const StepClock *clock = &playback->clock;
    bool may_pass = !clock->paused && clock->desc.time_scale_thousandths != 0;
    stage->is_paused = !may_pass && step.ticks == 0;
    bool usual = !playback->loaded && !stage->is_background && stage->frame_count > 1;
    monitor_set_session(&loop->monitor, &playback->session, usual);
    return step;
}

/* ---- early ---- */

/* Calls the game's rows that the player chose. A row may save and open a text, on the title too. */
static void call_rows(Loop *loop)
{
    bool unplayed = loop->view.saves.unplayed, allowed = loop->stage.typing.allowed;
    loop->view.saves.unplayed = false;
    loop->stage.typing.allowed = !loop->desc.mode.headless;
    menus_call_row(&loop->menus, &loop->view.frame);
    loop->view.saves.unplayed = unplayed;
    loop->stage.typing.allowed = allowed;
}

static void begin_view(Loop *loop, const StepFrame *step)
{
    BestRuns *best_runs = &loop->view.best_runs;
    if (loop->playback.jumped) {
        latency_discard(&loop->stage.latency);
    }
    best_runs->choice = loop->playback.desc.replay != NULL ? GHOST_OFF
                        : loop->playlist.ghost_chosen      ? GHOST_BEST
                                                           : loop->desc.config->ghost;
    view_frame_begin(&loop->view, &loop->menus, step, driver_is_player(&loop->desc.choice.driver));
    call_rows(loop);
    session_run_phase(&loop->playback.session, CW_PHASE_EARLY, &loop->view.frame);
}

/* ---- ticks ---- */

/* Runs and logs a tick with this input. NULL: the next tick that late input corrected. */
static bool run_and_log_tick(Loop *loop, CwTickInput *input)
{
    Playback *playback = &loop->playback;
    monitor_begin_tick(&loop->monitor, cw_world_tick(playback->session.world) + 1);
    int64_t begin_ns = clock_now_ns();
    bool good = input != NULL ? playback_tick(playback, input, &loop->end.error)
                              : playback_again(playback, &loop->end.error);
    loop_coming_note_tick(loop, clock_now_ns() - begin_ns);
    if (!loop_expect(loop, good)) {
        return false;
    }
    run_logs_tick(&loop->logs, &playback->session);
    loop_tell_tick(loop);
    monitor_end_tick(&loop->monitor);
    return true;
}

/* Runs corrected ticks again. Their flow requests are ignored: they were applied the first time. */
static void apply_late_input(Loop *loop, const CwInputSource *source)
{
    Playback *playback = &loop->playback;
    CwLateInput late = {0};
    bool good = true;
    while (good && source->late(source->context, &late)) {
        good = run_correct(&playback->run, &late, &loop->end.error);
    }
    loop_expect(loop, good && run_begin_correction(&playback->run, &loop->end.error));
    while (!loop->end.failed && playback_is_behind(playback)) {
        run_and_log_tick(loop, NULL);
    }
}

/* Runs a tick of a span that repeats. Ignores requests of the game's code about time, which the
 * player controls. `begins`: the world went back to A instead. False when the world is lost. */
static bool run_span_tick(Loop *loop, bool *begins)
{
    const LoopGuest *guest = loop->desc.guest;
    CwTickInput own = {0};
    controls_latch(&loop->controls, &own);
    monitor_begin_tick(&loop->monitor, cw_world_tick(loop->playback.session.world) + 1);
    bool good = guest->tick(guest->self, &own, begins, &loop->end.error);
    if (good) {
        monitor_end_tick(&loop->monitor);
    }
    return loop_expect(loop, good);
}

static bool run_new_tick(Loop *loop, bool *waits)
{
    CwTickInput input;
    *waits = !controls_next(&loop->controls, &input);
    if (*waits) {
        return true;
    }
    CwInputFrame all = possible_input_union(&input);
    bool follows = loop->stage.latency.waiting && (all.pressed | all.released) != 0;
    if (follows) {
        loop_coming_compare(loop);
    }
    if (!run_and_log_tick(loop, &input)) {
        return false;
    }
    loop->stats.tick_count++;
    if (follows) {
        latency_tick(&loop->stage.latency, loop_coming_effect_tick(loop, 0));
    }
    return true;
}

/* Runs the planned ticks, until one ends the frame's ticks or has to wait. */
static void run_new_ticks(Loop *loop, StepFrame *step)
{
    Playback *playback = &loop->playback;
    const CwWorld *world = playback->session.world;
    uint64_t ends_at = playback->run.ends_at; /* a rewind led to the tick that ended the run */
    bool stops = step->ticks > 0 && ends_at > 0 && cw_world_tick(world) == ends_at &&
                 playlist_apply_flow(&loop->playlist, &world->flow);
    int ticks = 0;
    while (ticks < step->ticks && !stops) {
        bool repeats = menus_repeat_marks(&loop->menus);
        if (!(repeats ? run_span_tick(loop, &stops) : run_new_tick(loop, &stops))) {
            return;
        }
        ticks += !stops;
        stops = stops || (!repeats && playlist_apply_flow(&loop->playlist, &world->flow));
    }
    if (stops) {
        step->ticks = ticks;
        playback_end_ticks(playback);
    }
}

/* Whether the run has reached the end that its description sets. */
static bool is_complete(const Loop *loop)
{
    const LoopMode *mode = &loop->desc.mode;
    const CwReplayFile *replay = loop->desc.choice.replay;
    const Session *session = &loop->playback.session;
    bool finished = mode->end_at_finish && session_probe(session).finished &&
                    loop->playlist.next.end == FLOW_GOES_ON;
    bool replayed =
        mode->headless && replay != NULL && cw_world_tick(session->world) >= replay->tick_count;
    return finished || replayed || loop->stats.tick_count >= mode->tick_limit;
}

static void run_ticks(Loop *loop, StepFrame *step)
{
    if (catch_up_runs(loop)) {
        catch_up_slice(loop);
        step->ticks = 0;
        return;
    }
    Activity activity = loop->menus.screens.activity;
    loop->controls.steering = activity == ACTIVITY_TITLE      ? STEERING_DEMO
                              : activity == ACTIVITY_FINISHED ? STEERING_COAST
                                                              : STEERING_PLAY;
    const CwInputSource *source = controls_source(&loop->controls);
    if (source != NULL && source->late != NULL && step->ticks > 0) {
        apply_late_input(loop, source);
    }
    if (!loop->end.failed) {
        run_new_ticks(loop, step);
    }
    if (source != NULL && source->send != NULL && !loop->end.failed) {
        source->send(source->context, loop->playback.session.world);
    }
    loop->end.done = loop->end.done || is_complete(loop);
}

/* ---- the picture ---- */

static bool screenshot_is_due(const Loop *loop)
{
    const LoopFiles *files = &loop->desc.files;
    bool now = files->screenshot_tick == 0
                   ? loop->end.done
                   : cw_world_tick(loop->playback.session.world) >= files->screenshot_tick;
    return now && files->screenshot != NULL && loop->stage.desc.renderer != NULL;
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
    bool due = screenshot_is_due(loop);
    stage->exposed |= due; /* the screenshot reads the newly painted picture */
    stage_paint(stage, !loop->desc.mode.headless || due);
    monitor_mark(&loop->monitor, PART_PAINT);
    session_run_phase(&loop->playback.session, CW_PHASE_END_FRAME, frame);
}

/* Runs ticks, then draws the picture; both are timed without the waiting around them. */
static void run_and_draw(Loop *loop, StepFrame *step)
{
    Host *host = loop->stage.desc.host;
    int64_t begin_ns = host->now_ns(host->self), real_begin_ns = clock_now_ns();
    run_ticks(loop, step);
    loop_simulate_coming(loop, step);
    view_frame_place(&loop->view, &loop->menus, step);
    int64_t ticked_ns = host->now_ns(host->self), real_ticked_ns = clock_now_ns();
    if (!loop->end.failed) {
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
    if (playback_is_held(playback, HOLD_REWIND)) {
        bool moves = playback->position_ticks > (double)run_oldest(&playback->run);
        return moves ? -playback->rewind_speed : -1e-3;
    }
    const StepClock *clock = &playback->clock;
    return clock->paused ? 0 : clock->desc.time_scale_thousandths * 1e-3;
}

static void end_sound(Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    sound_end_frame(&loop->sound,
                    &(SoundMoment){.tick = cw_world_tick(playback->session.world),
                                   .ticks = step->ticks,
                                   .safe_tick = run_oldest(&playback->run),
                                   .speed = loop->desc.mode.lockstep ? 1 : speed_of_time(playback),
                                   .jumped = loop->view.time_jumped,
                                   .backdrop = loop->view.frame.scene == CW_SCENE_TITLE,
                                   .camera = &playback->session.camera,
                                   .now_ns = clock_now_ns()});
}

static void present(Loop *loop, const StepFrame *step)
{
    Stage *stage = &loop->stage;
    Playback *playback = &loop->playback;
    Host *host = stage->desc.host;
    if (!loop->desc.mode.lockstep) { /* a lockstep run always writes the same file */
        recorder_keep_up(&playback->recorder, stage->begin_ns);
    }
    if (screenshot_is_due(loop)) {
        save_screenshot(loop);
    }
    FigureSource figures_of = {.playback = playback,
                               .stage = stage,
                               .stats = &loop->stats,
                               .frame = stage->frame_count,
                               .step = step};
    run_logs_frame(&loop->logs, &figures_of);
    bool shakes = loop->desc.config->rumble && !stage->is_background &&
                  loop->menus.screens.activity == ACTIVITY_PLAYING;
    rumble_apply(&loop->view.rumble, host, &stage->players, shakes);
    end_sound(loop, step);
    typing_end_frame(&stage->typing);
    if (stage_present(stage)) {
        step_clock_restart_timing(&playback->clock);
    }
    if (loop->stats.first_picture_ns == 0 && !loop->desc.mode.headless) {
        loop->stats.first_picture_ns = clock_now_ns();
    }
    latency_present(&stage->latency, cw_world_tick(playback->session.world), playback->alpha,
                    host->now_ns(host->self));
    monitor_end_frame(&loop->monitor, &figures_of);
}

/* ---- the frame ---- */

/* Ends a run between two frames: the last picture was the one before. */
static bool quit(Loop *loop)
{
    Stage *stage = &loop->stage;
    loop->end.done = true;
    if (!loop->end.failed && loop->desc.files.screenshot_tick == 0 && stage->frame_count > 0 &&
        screenshot_is_due(loop)) {
        renderer_draw(stage->desc.renderer, &stage->draw_list);
        save_screenshot(loop);
    }
    return false;
}

static void protect_world(Loop *loop)
{
    const LoopGuest *guest = loop->desc.guest;
    const SessionGuest *rules = loop->desc.rules.guest;
    bool protects = guest != NULL && guest->protects(guest->self);
    bool tests = rules != NULL && rules->tested_ticks > 0;
    loop->playback.run.audits = protects;
    world_protect(loop->playback.session.world, protects || tests);
}

bool loop_frame(Loop *loop)
{
    if (loop->playlist.next.end == FLOW_QUIT || !poll(loop)) {
        return quit(loop);
    }
    update_settings(loop);
    playlist_end_as_asked(&loop->playlist);
    if (loop->end.done) {
        return quit(loop);
    }
    update_menus(loop);
    playlist_update_finish(&loop->playlist);
    if (loop->end.failed) {
        return false;
    }
    protect_world(loop);
    StepFrame step = plan_frame(loop);
    begin_view(loop, &step);
    run_and_draw(loop, &step);
    if (loop->end.failed) {
        return false;
    }
    playlist_apply_flow(&loop->playlist, &loop->view.asked);
    present(loop, &step);
    return !loop->end.done;
}

/* ---- life ---- */

/* Late input comes from other machines, which share the run's time. */
static bool is_shared(const LoopDesc *desc)
{
    const CwInputSource *source = desc->game->input.source;
    return source != NULL && source->late != NULL && desc->choice.replay == NULL;
}

static const LoopGuest NO_GUEST;

static bool open_playback(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    const RunChoice *choice = &desc->choice;
    bool shared = is_shared(desc), headless = desc->mode.headless;
    bool counts = driver_is_player(&choice->driver) && !shared;
    const LoopGuest *guest = desc->guest == NULL ? &NO_GUEST : desc->guest;
    return playback_init(&loop->playback,
                         &(PlaybackDesc){.game = desc->game,
                                         .config = desc->config,
                                         .levels = choice->levels,
                                         .replay = choice->replay,
                                         .record_anew = choice->record_anew,
                                         .celebrates = !headless && !choice->record_anew,
                                         .shared = shared,
                                         .remembers = !headless || shared,
                                         .rules = desc->rules,
                                         .changes = guest->changes,
                                         .change_count = guest->change_count,
                                         .best_runs = counts ? &loop->view.best_runs : NULL},
                         error);
}

static bool open_stage(Loop *loop, Host *host, Renderer *renderer, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    const LoopGuest *guest = desc->guest == NULL ? &NO_GUEST : desc->guest;
    bool good = stage_open(&loop->stage,
                           &(StageDesc){.game = desc->game,
                                        .config = desc->config,
                                        .host = host,
                                        .renderer = renderer,
                                        .has_background = !desc->mode.headless && !is_shared(desc),
                                        .filter = guest->take_event,
                                        .filter_context = guest->self,
                                        .awake = guest->is_live,
                                        .data_dir = desc->files.data_dir,
                                        .cache = desc->files.cache},
                           error);
    stage_bind(&loop->stage);
    return good;
}

static bool open_sound(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    return sound_open(&loop->sound,
                      &(SoundDesc){.game = desc->game,
                                   .config = desc->config,
                                   .host = loop->stage.desc.host,
                                   .data_dir = desc->files.data_dir,
                                   .render_path = desc->files.render_sound,
                                   .log_path = desc->files.sound_log,
                                   .cache = desc->files.cache,
                                   .captions = &loop->monitor.captions,
                                   .mute = desc->mode.headless},
                      error);
}

static void open_best_runs(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    const RunRules rules = {{desc->game, desc->choice.levels, desc->rules.fingerprint, .slot = 0,
                             .arena_bytes = (size_t)desc->config->arena_size << 20},
                            desc->rules.own_settings};
    BestRuns *best_runs = &loop->view.best_runs;
    *best_runs = best_runs_in(desc->files.player_dir, &rules);
    best_runs->session = &loop->playback.session;
    best_runs->asked = desc->choice.ghost;
    best_runs->replays_dir = desc->choice.replays_dir;
}

static void open_menus(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    loop->playlist.loop = loop;
    loop->places = (RecordingPlaces){.game = desc->game,
                                     .levels = desc->choice.levels,
                                     .best_runs = &loop->view.best_runs,
                                     .player_dir = desc->files.player_dir,
                                     .replays_dir = desc->choice.replays_dir,
                                     .runs_dir = desc->rules.recorder.runs_dir};
    menus_open(&loop->menus, &(MenusDesc){.screens = {.stage = &loop->stage,
                                                      .playback = &loop->playback,
                                                      .settings = &loop->settings,
                                                      .places = &loop->places,
                                                      .notices = &loop->monitor.notices,
                                                      .guest = desc->guest,
                                                      .only_watches = desc->choice.replay != NULL},
                                          .monitor = &loop->monitor,
                                          .sound = &loop->sound,
                                          .headless = desc->mode.headless});
}

static bool open_first_run(Loop *loop, CwError *error)
{
    const LoopGuest *guest = loop->desc.guest;
    if (guest != NULL && !guest->open(guest->self, loop, error)) {
        return false;
    }
    if (guest != NULL && guest->open_run != NULL) {
        return guest->open_run(guest->self, loop, error);
    }
    return loop->desc.choice.resumes ? catch_up_continue(loop, loop->desc.choice.level, error)
                                     : playlist_open_first(&loop->playlist, error);
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error)
{
    *loop = (Loop){.desc = *desc, .view = {.saves = saves_in(desc->files.player_dir)}};
    open_best_runs(loop);
    settings_open(&loop->settings, &(SettingsDesc){.game = desc->game,
                                                   .config = desc->config,
                                                   .files = desc->settings,
                                                   .playback = &loop->playback,
                                                   .notices = &loop->monitor.notices});
    loop->desc.config = &loop->settings.config;
    bool has_stage = open_stage(loop, host, renderer, error);
    open_menus(loop);
    monitor_open(&loop->monitor, loop->desc.config, desc->guest);
    if (!has_stage || !view_frame_open(&loop->view, desc->game, error) ||
        !open_playback(loop, error) || !open_sound(loop, error) || !open_first_run(loop, error) ||
        !run_logs_open(&loop->logs, &desc->files.logs, error)) {
        loop_close(loop);
        return false;
    }
    loop->playback.loaded = false; /* the clock starts after loading */
    step_clock_restart_timing(&loop->playback.clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

bool loop_close(Loop *loop)
{
    const char *screenshot = loop->desc.files.screenshot;
    const LoopGuest *guest = loop->desc.guest;
    if (loop->end.done && !loop->end.failed && screenshot != NULL) {
        report("the run ended before the tick of %s: there is no picture", screenshot);
    }
    settings_write(&loop->settings);
    bool sounded = sound_close(&loop->sound);
    bool recorded = playback_close(&loop->playback);
    particles_destroy(loop->view.particles);
    stage_close(&loop->stage);
    playlist_close(&loop->playlist);
    catch_up_close(loop);
    bool noted = guest == NULL || guest->close(guest->self);
    return run_logs_close(&loop->logs) && noted && recorded && sounded;
}
