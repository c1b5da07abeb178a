#include "runtime/loop.h"

#include "core/report.h"
#include "draw/debug_shapes.h"
#include "host/real_clock.h"
#include "runtime/loop_parts.h"

#include <math.h>

void loop_fail(Loop *loop)
{
    loop->failed = true;
    loop->done = true;
}

static const char *first_level(const Loop *loop)
{
    return loop->desc.levels->count > 0 ? loop->desc.levels->names[0] : NULL;
}

/* The replay, the level that was asked for, or the title over the first level. */
static bool open_first(Loop *loop, Error *error)
{
    const LoopDesc *desc = &loop->desc;
    if (desc->replay != NULL) {
        if (!playback_open_replay(&loop->playback, error)) {
            return false;
        }
        loop_show(loop, SCREEN_WATCHING);
    } else {
        const char *level = desc->level != NULL ? desc->level : first_level(loop);
        if (!playback_open_level(&loop->playback, level, error)) {
            return false;
        }
        loop_show(loop, desc->level == NULL && !desc->headless ? SCREEN_TITLE : SCREEN_PLAYING);
    }
    return loop_begin_run(loop, error);
}

static PlaybackDesc playback_desc(const Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    return (PlaybackDesc){.game = desc->game,
                          .config = desc->config,
                          .levels = desc->levels,
                          .replay = desc->replay,
                          .record_anew = desc->record_anew,
                          .live = desc->config_watch != NULL && desc->replay == NULL,
                          .remembers = !desc->headless,
                          .sync_test_depth = desc->sync_test_depth,
                          .recorder = desc->recorder,
                          .seed = desc->seed,
                          .fingerprint = desc->fingerprint};
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, Error *error)
{
    *loop = (Loop){.desc = *desc, .host = host, .renderer = renderer};
    loop_live_open(loop);
    const Config *config = loop->desc.config;
    InputMap play = loop_play_map(loop), ui = loop_ui_map(loop);
    collector_init(&loop->play_input, &play);
    collector_init(&loop->ui_input, &ui);
    loop->sprites =
        (SpriteTable){desc->game->sprites, desc->game->sprite_count, desc->game->camera_height_m};
    loop->draw_shapes = config->draw_shapes;
    HostStatus status = host->status(host->self);
    loop_fit_view(loop, &status);
    loop_open_pacer(loop, &status);
    PlaybackDesc playback = playback_desc(loop);
    if (!loop_watch_open(loop, error) || !playback_init(&loop->playback, &playback, error) ||
        !open_first(loop, error) ||
        !run_logs_open(&loop->logs, desc->hash_log, desc->probe_log, desc->frame_log, error)) {
        loop_close(loop);
        return false;
    }
    loop->playback.loaded = false; /* the clock starts after it */
    step_clock_restart_timing(&loop->playback.clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

static int ticks_within_limit(const Loop *loop, int ticks)
{
    uint64_t left = loop->desc.tick_limit - loop->stats.tick_count;
    return (uint64_t)ticks > left ? (int)left : ticks;
}

static void run_ticks(Loop *loop, int ticks)
{
    for (int i = 0; i < ticks && !loop->failed; i++) {
        InputFrame input = loop_next_input(loop);
        loop_watch_begin_tick(loop);
        if (!playback_tick(&loop->playback, &input, &loop->error)) {
            loop_fail(loop);
            return;
        }
        loop->stats.tick_count++;
        if ((input.pressed | input.released) != 0) {
            latency_tick(&loop->latency, world_tick(loop->playback.session.world));
        }
        run_logs_tick(&loop->logs, &loop->playback.session);
        loop_watch_end_tick(loop);
    }
    bool limit_reached = loop->stats.tick_count >= loop->desc.tick_limit;
    bool finished = loop->desc.end_at_finish && session_probe(&loop->playback.session).finished;
    bool played = loop->desc.headless && loop->desc.replay != NULL &&
                  world_tick(loop->playback.session.world) >= loop->desc.replay->tick_count;
    finished = finished || played;
    loop->done = loop->done || limit_reached || finished;
}

static StepFrame plan_frame(Loop *loop, int64_t now_ns)
{
    StepFrame step;
    if (loop->desc.lockstep) {
        step = playback_frame_of_one_tick(&loop->playback);
    } else {
        step = loop_pace(loop, now_ns);
        loop_mention_trouble(loop, &step);
    }
    step.ticks = ticks_within_limit(loop, step.ticks);
    return step;
}

static bool screenshot_due(const Loop *loop)
{
    uint64_t wanted = loop->desc.screenshot_tick;
    bool now = wanted == 0 ? loop->done : world_tick(loop->playback.session.world) >= wanted;
    return now && loop->desc.screenshot != NULL && loop->renderer != NULL;
}

static void draw_frame(Loop *loop, Frame *frame)
{
    Session *session = &loop->playback.session;
    bool protect = loop->desc.config->protect_world;
    session_draw(session, frame, &loop->sprites, protect);
    if (loop->draw_shapes) {
        debug_shapes_draw(session->world, frame->alpha, &loop->draw);
    }
    menu_draw(&loop->menu, loop->desc.game, &loop->draw);
    loop_draw_time(loop);
    loop_watch_draw(loop);
    draw_list_sort(&loop->draw);
    bool seen = loop->renderer != NULL && (!loop->desc.headless || screenshot_due(loop));
    if (seen) { /* without a window nobody sees the other frames */
        renderer_draw(loop->renderer, &loop->draw);
    }
    loop_watch_mark(loop, PART_PAINT);
    session_run_phase(session, PHASE_END_FRAME, frame, protect);
}

static void save_screenshot(Loop *loop)
{
    if (!renderer_save_png(loop->renderer, loop->desc.screenshot, &loop->error)) {
        loop_fail(loop);
    }
    loop->desc.screenshot = NULL;
}

/* The host ended the run between two frames: the last picture was the one before. */
static bool quit(Loop *loop)
{
    loop->done = true;
    if (loop->desc.screenshot_tick == 0 && loop->stats.frame_count > 0 && screenshot_due(loop)) {
        renderer_draw(loop->renderer, &loop->draw);
        save_screenshot(loop);
    }
    return false;
}

static void log_frame(Loop *loop, const StepFrame *step, int64_t measured_ns)
{
    if (loop->logs.frames.file == NULL) {
        return;
    }
    uint64_t tick = world_tick(loop->playback.session.world);
    double shown_ticks = (double)tick - 1 + loop->playback.alpha;
    frame_log_row(
        &loop->logs.frames,
        &(FrameLogRow){
            .frame = loop->stats.frame_count,
            .measured_ns = measured_ns,
            .used_ns = step->elapsed_ns,
            .ticks = (uint64_t)step->ticks,
            .tick = tick,
            .alpha = loop->playback.alpha,
            .shown_ns = llround(shown_ticks * 1e9 / loop->playback.session.desc.settings.tick_rate),
            .dropped_ns = step->dropped_ns});
}

/* Ticks, then the picture; both timed without the waiting around them. */
static void work(Loop *loop, const StepFrame *step, Frame *frame)
{
    Host *host = loop->host;
    int64_t begin_ns = host->now_ns(host->self);
    int64_t real_begin_ns = real_clock_now_ns(NULL);
    run_ticks(loop, step->ticks);
    int64_t ticked_ns = host->now_ns(host->self);
    int64_t real_ticked_ns = real_clock_now_ns(NULL);
    if (!loop->failed) {
        draw_frame(loop, frame);
    }
    step_clock_report_work(&loop->playback.clock, ticked_ns - begin_ns,
                           host->now_ns(host->self) - ticked_ns);
    loop->stats.simulation_ns += real_ticked_ns - real_begin_ns;
    loop->stats.render_ns += real_clock_now_ns(NULL) - real_ticked_ns;
}

/* The first picture makes textures and fonts: that is no time of the game's. */
static bool started_slowly(const Loop *loop, int64_t begin_ns)
{
    int64_t tick_ns = llround(1e9 / loop->playback.session.desc.settings.tick_rate);
    return loop->stats.frame_count == 0 &&
           loop->host->now_ns(loop->host->self) - begin_ns > tick_ns;
}

bool loop_frame(Loop *loop)
{
    Host *host = loop->host;
    loop_watch_begin(loop);
    loop_wait(loop);
    int64_t now_ns = host->begin_frame(host->self, loop_take_event, loop);
    HostStatus status = host->status(host->self);
    loop_watch_mark(loop, PART_WAIT);
    if (status.quit) {
        return quit(loop);
    }
    int64_t measured_ns = loop->stats.frame_count == 0 ? 0 : now_ns - loop->last_frame_ns;
    loop->last_frame_ns = now_ns;
    loop_follow_window(loop, &status);
    loop_live_follow(loop);
    loop_run_menus(loop, measured_ns);
    if (!loop->failed) {
        loop_mind_finish(loop, measured_ns);
    }
    if (loop->failed) {
        return false;
    }

    StepFrame step = plan_frame(loop, now_ns);
    loop_watch_planned(loop);
    loop->playback.loaded = false;
    Frame frame = {.dt_s = playback_view_dt_s(&loop->playback, &step, measured_ns),
                   .alpha = loop->playback.alpha,
                   .index = loop->stats.frame_count,
                   .draw = &loop->draw,
                   .camera = &loop->playback.session.camera,
                   .view = loop->playback.session.view,
                   .jumped = loop->playback.jumped,
                   .backdrop = loop->menu.screen == SCREEN_TITLE};
    if (loop->playback.jumped) {
        latency_forget(&loop->latency);
    }
    loop->playback.jumped = false;
    session_run_phase(&loop->playback.session, PHASE_EARLY, &frame,
                      loop->desc.config->protect_world);
    work(loop, &step, &frame);
    if (loop->failed) {
        return false;
    }
    if (!loop->desc.lockstep) { /* else nobody waits for a tick, and a file is the same each time */
        recorder_keep_up(&loop->playback.recorder, now_ns);
    }
    if (screenshot_due(loop)) {
        save_screenshot(loop);
    }
    bool slow_start = started_slowly(loop, now_ns);
    host->present(host->self);
    latency_present(&loop->latency, world_tick(loop->playback.session.world), loop->playback.alpha,
                    host->now_ns(host->self));
    log_frame(loop, &step, measured_ns);
    loop_watch_end(loop, &step, measured_ns);
    if (slow_start) {
        loop_forget_time(loop);
    }
    loop->stats.frame_count++;
    return !loop->done;
}

bool loop_close(Loop *loop)
{
    if (loop->done && !loop->failed && loop->desc.screenshot != NULL) {
        report("the run ended before the tick of %s: there is no picture", loop->desc.screenshot);
    }
    bool recorded = playback_close(&loop->playback);
    draw_list_free(&loop->draw);
    bool traced = trace_close(&loop->watch.trace);
    return run_logs_close(&loop->logs) && traced && recorded;
}
