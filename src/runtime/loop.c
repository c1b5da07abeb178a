#include "runtime/loop.h"

#include "core/report.h"
#include "draw/debug_shapes.h"
#include "host/real_clock.h"
#include "runtime/loop_parts.h"
#include "runtime/replay_run.h"

#include <math.h>

void loop_fail(Loop *loop)
{
    loop->failed = true;
    loop->done = true;
}

static StepClockDesc clock_desc(const Config *config)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = config->sim.tick_rate;
    desc.max_steps_per_frame = config->max_steps_per_frame;
    desc.max_frame_ns = llround(config->max_frame_time * 1e9);
    desc.time_scale_thousandths = (int)lround(config->time_scale * 1000);
    desc.target_fps = config->target_fps;
    desc.start_phase = 500; /* half a tick: frames at the tick rate have no beats */
    return desc;
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
        ReplayPlayer player = {.game = desc->game,
                               .levels = desc->levels,
                               .fingerprint = desc->fingerprint,
                               .anew = desc->record_anew};
        if (!replay_open_session(&loop->session, &desc->replay->header, &player, error)) {
            return false;
        }
        loop_show(loop, SCREEN_WATCHING);
    } else {
        if (!loop_open_level(loop, desc->level != NULL ? desc->level : first_level(loop), error)) {
            return false;
        }
        loop_show(loop, desc->level == NULL && !desc->headless ? SCREEN_TITLE : SCREEN_PLAYING);
    }
    return loop_begin_run(loop, error);
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, Error *error)
{
    *loop = (Loop){.desc = *desc, .host = host, .renderer = renderer};
    loop_live_open(loop);
    const Config *config = loop->desc.config;
    InputMap play = loop_play_map(loop), ui = loop_ui_map(loop);
    collector_init(&loop->play_input, &play);
    collector_init(&loop->ui_input, &ui);
    StepClockDesc clock = clock_desc(config);
    step_clock_init(&loop->clock, &clock);
    loop->sprites =
        (SpriteTable){desc->game->sprites, desc->game->sprite_count, desc->game->camera_height_m};
    loop->draw_shapes = config->draw_shapes;
    HostStatus status = host->status(host->self);
    loop_fit_view(loop, &status);
    loop_open_pacer(loop, &status);
    step_clock_start(&loop->clock);
    loop_set_speed(loop);
    if (!loop_watch_open(loop, error) || !loop_open_past(loop, error) || !open_first(loop, error) ||
        !run_logs_open(&loop->logs, desc->hash_log, desc->probe_log, desc->frame_log, error)) {
        loop_close(loop);
        return false;
    }
    loop->loaded = false; /* the clock starts after it */
    step_clock_restart_timing(&loop->clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

static int ticks_within_limit(const Loop *loop, int ticks)
{
    uint64_t left = loop->desc.tick_limit - loop->stats.tick_count;
    if (loop->desc.replay != NULL) {
        uint64_t recorded = loop->desc.replay->tick_count - world_tick(loop->session.world);
        left = recorded < left ? recorded : left;
    }
    return (uint64_t)ticks > left ? (int)left : ticks;
}

static void run_ticks(Loop *loop, int ticks)
{
    for (int i = 0; i < ticks && !loop->failed; i++) {
        InputFrame input = loop_next_input(loop);
        loop_live_tick(loop, &input);
        loop_watch_begin_tick(loop);
        if (!timeline_tick(&loop->timeline, &input, &loop->error)) {
            loop_fail(loop);
            return;
        }
        loop->stats.tick_count++;
        if ((input.pressed | input.released) != 0) {
            latency_tick(&loop->latency, world_tick(loop->session.world));
        }
        run_logs_tick(&loop->logs, &loop->session);
        if (loop->desc.replay != NULL) {
            loop_check_replay(loop);
        }
        loop_watch_end_tick(loop);
    }
    bool limit_reached = loop->stats.tick_count >= loop->desc.tick_limit;
    bool finished = loop->desc.end_at_finish && session_probe(&loop->session).finished;
    bool played = loop->desc.headless && loop->desc.replay != NULL &&
                  world_tick(loop->session.world) >= loop->desc.replay->tick_count;
    finished = finished || played;
    loop->done = loop->done || limit_reached || finished;
}

static StepFrame plan_frame(Loop *loop, int64_t now_ns)
{
    StepFrame step = {
        .ticks = 1, .alpha = 1, .elapsed_ns = llround(1e9 / loop->session.desc.settings.tick_rate)};
    if (!loop->desc.lockstep) {
        step = loop_pace(loop, now_ns);
        loop_mention_trouble(loop, &step);
    }
    step.ticks = ticks_within_limit(loop, step.ticks);
    double alpha;
    if (loop_rewinds(loop, &alpha)) {
        step.alpha = alpha;
    } else if (loop->time.exact) {
        step.alpha = 1;
    }
    return step;
}

/* The view gets each event of the ticks just run once. */
static void collect_events(Loop *loop)
{
    const Event *event;
    loop->event_count = 0;
    while ((event = world_event_after(loop->session.world, loop->event_cursor)) != NULL) {
        loop->event_cursor = event->sequence;
        loop->events[loop->event_count++] = *event;
    }
}

/* Frame phases may only look at the world; debug.protect_world makes the machine check it. */
static void run_frame_phase(Loop *loop, Phase phase, Frame *frame)
{
    Session *session = &loop->session;
    bool protect = loop->desc.config->protect_world;
    if (protect) {
        world_protect(session->world, true);
    }
    schedule_run_phase(&session->schedule, phase, session->world, frame);
    if (protect) {
        world_protect(session->world, false);
    }
}

static bool screenshot_due(const Loop *loop)
{
    uint64_t wanted = loop->desc.screenshot_tick;
    bool now = wanted == 0 ? loop->done : world_tick(loop->session.world) >= wanted;
    return now && loop->desc.screenshot != NULL && loop->renderer != NULL;
}

static void draw_frame(Loop *loop, Frame *frame)
{
    run_frame_phase(loop, PHASE_UPDATE, frame);
    run_frame_phase(loop, PHASE_PRE_RENDER, frame);
    draw_list_begin(&loop->draw, &loop->session.camera, &loop->sprites);
    run_frame_phase(loop, PHASE_RENDER, frame);
    if (loop->draw_shapes) {
        debug_shapes_draw(loop->session.world, frame->alpha, &loop->draw);
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
    run_frame_phase(loop, PHASE_END_FRAME, frame);
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
    uint64_t tick = world_tick(loop->session.world);
    double shown_ticks = (double)tick - 1 + loop->alpha;
    frame_log_row(&loop->logs.frames,
                  &(FrameLogRow){.frame = loop->stats.frame_count,
                                 .measured_ns = measured_ns,
                                 .used_ns = step->elapsed_ns,
                                 .ticks = (uint64_t)step->ticks,
                                 .tick = tick,
                                 .alpha = loop->alpha,
                                 .shown_ns = llround(shown_ticks * 1e9 /
                                                     loop->session.desc.settings.tick_rate),
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
        collect_events(loop);
        frame->events = loop->events;
        frame->event_count = loop->event_count;
        draw_frame(loop, frame);
    }
    step_clock_report_work(&loop->clock, ticked_ns - begin_ns,
                           host->now_ns(host->self) - ticked_ns);
    loop->stats.simulation_ns += real_ticked_ns - real_begin_ns;
    loop->stats.render_ns += real_clock_now_ns(NULL) - real_ticked_ns;
}

/* The first picture makes textures and fonts: that is no time of the game's. */
static bool started_slowly(const Loop *loop, int64_t begin_ns)
{
    int64_t tick_ns = llround(1e9 / loop->session.desc.settings.tick_rate);
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
    loop->loaded = false;
    loop->alpha = loop->desc.config->interpolate ? step.alpha : 1;
    Frame frame = {.dt_s = loop_view_dt_s(loop, &step, measured_ns),
                   .alpha = loop->alpha,
                   .index = loop->stats.frame_count,
                   .draw = &loop->draw,
                   .camera = &loop->session.camera,
                   .view = loop->session.view,
                   .jumped = loop->jumped,
                   .backdrop = loop->menu.screen == SCREEN_TITLE};
    if (loop->jumped) {
        latency_forget(&loop->latency);
    }
    loop->jumped = false;
    run_frame_phase(loop, PHASE_EARLY, &frame);
    work(loop, &step, &frame);
    if (loop->failed) {
        return false;
    }
    if (!loop->desc.lockstep) { /* else nobody waits for a tick, and a file is the same each time */
        recorder_keep_up(&loop->recorder, now_ns);
    }
    if (screenshot_due(loop)) {
        save_screenshot(loop);
    }
    bool slow_start = started_slowly(loop, now_ns);
    host->present(host->self);
    latency_present(&loop->latency, world_tick(loop->session.world), loop->alpha,
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
    loop_end_run(loop);
    session_close(&loop->session);
    loop_close_past(loop);
    draw_list_free(&loop->draw);
    bool traced = trace_close(&loop->watch.trace);
    return run_logs_close(&loop->logs) && traced && !loop->recording_failed;
}
