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

static const double SLOW_SHARE = 0.5, FAST_SHARE = 0.25; /* shares of a frame that a tick takes */
static const int64_t SLOW_LEAST_NS = 2000000000;
static const double NEW_SHARE = 0.1; /* weight of the newest tick in the mean */

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
            playlist_handle_ask(loop, &ask);
        }
        playlist_open_dropped(loop);
        more = loop->menus.row == NULL && stage_take_input(&loop->stage);
    }
}

/* ---- the coming tick ---- */

/* The length of the loop's frame, or of the display's if that is longer; its rest is free. */
static double frame_ns(const Stage *stage)
{
    return fmax(stage->mean_frame_s, 1 / stage_refresh_hz(&stage->status)) * 1e9;
}

/* Notes a tick's length, at most a frame's, because preemption makes ticks look long. */
static void note_tick_length(Loop *loop, int64_t length_ns)
{
    double length = fmin((double)length_ns, frame_ns(&loop->stage));
    loop->stats.tick_ns += (length - loop->stats.tick_ns) * NEW_SHARE;
}

/* If a tick takes more than half of a frame, two ticks may not fit. */
static void follow_tick_cost(Loop *loop)
{
    const Stage *stage = &loop->stage;
    double share = loop->stats.tick_ns / frame_ns(stage);
    if (loop->desc.mode.headless || !(stage->mean_frame_s > 0)) {
        loop->ticks_are_slow = false; /* headless frames have no length */
    } else if (!loop->ticks_are_slow && share > SLOW_SHARE) {
        loop->ticks_are_slow = true;
        loop->slow_since_ns = stage->real_ns;
    } else if (share < FAST_SHARE && stage->real_ns - loop->slow_since_ns > SLOW_LEAST_NS) {
        loop->ticks_are_slow = false;
    }
}

/* Whether ticks that ran before run again, in which no coming tick is simulated: a span that
 * repeats takes recorded input, not the keys held now. */
static bool repeats_ticks(const Loop *loop)
{
    return catch_up_runs(loop) || menus_repeat_marks(&loop->menus);
}

/* Decides whether this frame's picture may show the coming tick. */
static void begin_coming(Loop *loop)
{
    Playback *playback = &loop->playback;
    Activity activity = loop->menus.screens.activity;
    bool played = activity == ACTIVITY_PLAYING || activity == ACTIVITY_WATCHING;
    follow_tick_cost(loop);
    playback->falls_back = loop->ticks_are_slow && loop->desc.config->latency == LATENCY_AHEAD;
    playback->shows_coming = playback_may_show_coming(playback) && played &&
                             !loop->desc.mode.lockstep && playback->run.ends_at == 0 &&
                             !repeats_ticks(loop);
}

/* The tick in which new input moves something: the world's tick plus `ahead`, or the one after. */
static uint64_t effect_tick(const Loop *loop, uint64_t ahead)
{
    const Session *session = &loop->playback.session;
    return cw_world_tick(session->world) + ahead + (session->coming.moved ? 0 : 1);
}

/* Before a tick with new input, a coming tick without it shows whether the input moves a body. */
static void simulate_without_input(Loop *loop)
{
    Playback *playback = &loop->playback;
    if (!coming_exists(&playback->session) && !loop->desc.mode.lockstep) {
        CwTickInput held = possible_input_held(&playback->session.world->input);
        playback_simulate_coming(playback, &held);
    }
}

/* Returns the time at which the world's next tick begins. */
static int64_t begin_tick(Loop *loop)
{
    monitor_begin_tick(&loop->monitor, cw_world_tick(loop->playback.session.world) + 1);
    return clock_now_ns();
}

static void simulate_coming(Loop *loop)
{
    Playback *playback = &loop->playback;
    const ComingStats *stats = &playback->session.coming.stats;
    uint64_t count = stats->simulated_count;
    CwTickInput guess;
    if (playback->desc.replay == NULL && !controls_guess(&loop->controls, &guess)) {
        return;
    }
    int64_t begin_ns = begin_tick(loop);
    playback_simulate_coming(playback, &guess);
    if (stats->simulated_count > count) {
        note_tick_length(loop, clock_now_ns() - begin_ns);
        monitor_mark(&loop->monitor, PART_REMEMBER);
    }
    CwInputFrame all = possible_input_union(&playback->session.coming.input);
    if (coming_exists(&playback->session) && (all.pressed | all.released) != 0) {
        latency_coming(&loop->stage.latency, effect_tick(loop, 1));
    }
}

/* If ticks are slow, a frame that ran its maximum of ticks has no time for another one. After a
 * stall it has time, and without a coming tick the picture would jump back by up to a tick. */
static bool may_simulate_coming(const Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    const StepClock *clock = &playback->clock;
    return !clock->paused && clock->desc.time_scale_thousandths != 0 &&
           (playback->alpha > 1 || playback->shows_coming) && !playback->cut && !loop->end.failed &&
           !repeats_ticks(loop) &&
           (step->ticks < clock->desc.max_steps_per_frame ||
            clock->slow_cause != CW_SLOW_SIMULATION);
}

/* After a frame's ticks: simulates the coming tick if it is shown, and places the picture. */
static void place_picture(Loop *loop, const StepFrame *step)
{
    const CwCamera *camera = &loop->playback.session.camera;
    if (may_simulate_coming(loop, step)) {
        simulate_coming(loop);
    }
    double height_px = camera->view.height * loop->stage.viewport.scale_y;
    playback_place(&loop->playback, step, height_px / camera->height_m);
}

/* ---- pacer and step clock ---- */

static StepFrame plan_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    Stage *stage = &loop->stage;
    StepFrame step;
    begin_coming(loop);
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

/* Logs a tick that began at `begin_ns`, and tells the guest. False when the tick failed. */
static bool end_tick(Loop *loop, bool good, int64_t begin_ns)
{
    Playback *playback = &loop->playback;
    if (!playback->shows_coming) { /* an adopted coming tick does not show the cost of a tick */
        note_tick_length(loop, clock_now_ns() - begin_ns);
    }
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
        int64_t begin_ns = begin_tick(loop);
        end_tick(loop, playback_again(playback, &loop->end.error), begin_ns);
    }
}

/* Runs a tick of a span that repeats. Ignores requests of the game's code about time, which the
 * player controls. `begins`: the world went back to A instead. False when the world is lost. */
static bool run_span_tick(Loop *loop, bool *begins)
{
    const LoopGuest *guest = loop->desc.guest;
    CwTickInput own = {0};
    controls_latch(&loop->controls, &own);
    begin_tick(loop);
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
        simulate_without_input(loop);
    }
    int64_t begin_ns = begin_tick(loop);
    if (!end_tick(loop, playback_tick(&loop->playback, &input, &loop->end.error), begin_ns)) {
        return false;
    }
    loop->stats.tick_count++;
    if (follows) {
        latency_tick(&loop->stage.latency, effect_tick(loop, 0));
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
                 playlist_apply_flow(loop, &world->flow);
    int ticks = 0;
    while (ticks < step->ticks && !stops) {
        bool repeats = menus_repeat_marks(&loop->menus);
        if (!(repeats ? run_span_tick(loop, &stops) : run_new_tick(loop, &stops))) {
            return;
        }
        ticks += !stops;
        stops = stops || (!repeats && playlist_apply_flow(loop, &world->flow));
    }
    if (stops) {
        step->ticks = ticks;
        playback->cut = true;
        playback_show_tick(playback);
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
    place_picture(loop, step);
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
    playlist_end_as_asked(loop);
    if (loop->end.done) {
        return quit(loop);
    }
    update_menus(loop);
    playlist_update_finish(loop);
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
    playlist_apply_flow(loop, &loop->view.asked);
    present(loop, &step);
    return !loop->end.done;
}
