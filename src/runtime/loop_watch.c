/* The loop watched: marks between its parts, and what overlay and trace get of a frame. */
#include "runtime/loop_parts.h"

#include "host/real_clock.h"
#include "sim/world_census.h"

#include <string.h>

static const int64_t SPAN_LEAST_NS = 100; /* shorter parts take no place in the trace */

bool loop_watch_open(Loop *loop, Error *error)
{
    Watch *watch = &loop->watch;
    const LoopDesc *desc = &loop->desc;
    TraceDesc trace = {.file = desc->trace,
                       .dumps_dir = desc->config->trace_ring ? desc->traces_dir : NULL};
    watch->overlay.mode = (OverlayMode)desc->config->overlay;
    watch->overlay.stale = true;
    return trace_open(&watch->trace, &trace, real_clock_now_ns(NULL), error);
}

/* A part too short to note belongs to what follows it. */
static void end_part(Watch *watch, FramePart part, int64_t end_ns)
{
    int64_t begin_ns = watch->mark_ns;
    if (end_ns - begin_ns < SPAN_LEAST_NS) {
        return;
    }
    watch->mark_ns = end_ns;
    watch->parts_ns[part] += end_ns - begin_ns;
    trace_note(&watch->trace,
               (TraceSpan){.label = (uint16_t)(TRACE_PART + part),
                           .begin_ns = begin_ns,
                           .end_ns = end_ns,
                           .id = part == PART_REMEMBER ? watch->tick : watch->frame});
}

/* What lies between two phases is planning. A phase is told after its systems. */
static void note_span(void *context, const ScheduleSpan *span)
{
    Watch *watch = context;
    bool is_system = span->system >= 0;
    if (is_system && !watch->in_phase) {
        end_part(watch, PART_PLAN, span->begin_ns);
        watch->phase_begin_ns = watch->mark_ns;
    }
    watch->in_phase = is_system;
    watch->mark_ns = span->end_ns;
    int label = is_system ? TRACE_SYSTEM + span->system : (int)span->phase;
    trace_note(&watch->trace,
               (TraceSpan){.label = (uint16_t)label,
                           .begin_ns = is_system ? span->begin_ns : watch->phase_begin_ns,
                           .end_ns = span->end_ns,
                           .id = phase_is_tick(span->phase) ? watch->tick : watch->frame});
}

void loop_watch_begin(Loop *loop)
{
    Watch *watch = &loop->watch;
    watch->active = watch->overlay.mode != OVERLAY_OFF || trace_is_open(&watch->trace);
    if (watch->active) {
        watch->mark_ns = real_clock_now_ns(NULL);
        watch->frame_begin_ns = watch->mark_ns;
        watch->frame = loop->stats.frame_count;
    }
}

/* The schedule is another one after a level was loaded. */
static void arm(Loop *loop)
{
    Watch *watch = &loop->watch;
    Schedule *schedule = &loop->playback.session.schedule;
    schedule->profile = watch->active;
    schedule->watch = note_span;
    schedule->watch_context = watch;
    if (watch->trace.ring.system_count != schedule->system_count) {
        trace_ring_set_systems(&watch->trace.ring, schedule);
    }
}

void loop_watch_planned(Loop *loop)
{
    Watch *watch = &loop->watch;
    watch->usual = !loop->playback.loaded && !loop->held_back && loop->stats.frame_count > 1;
    arm(loop);
}

void loop_watch_mark(Loop *loop, FramePart part)
{
    if (loop->watch.active) {
        end_part(&loop->watch, part, real_clock_now_ns(NULL));
    }
}

void loop_watch_begin_tick(Loop *loop)
{
    Watch *watch = &loop->watch;
    loop_watch_mark(loop, PART_PLAN);
    watch->tick = world_tick(loop->playback.session.world) + 1;
    watch->tick_begin_ns = watch->mark_ns;
}

void loop_watch_end_tick(Loop *loop)
{
    Watch *watch = &loop->watch;
    loop_watch_mark(loop, PART_REMEMBER);
    if (watch->active) {
        trace_note(&watch->trace, (TraceSpan){.label = TRACE_TICK,
                                              .begin_ns = watch->tick_begin_ns,
                                              .end_ns = watch->mark_ns,
                                              .id = watch->tick});
    }
}

/* ---- the overlay ---- */

/* Frames a second that the display or the limiter allows. */
static double frame_rate_hz(const Loop *loop)
{
    HostStatus status = loop->host->status(loop->host->self);
    int64_t interval_ns = step_clock_target_interval_ns(&loop->playback.clock);
    double target_hz = interval_ns > 0 ? 1e9 / (double)interval_ns : 0;
    bool limited = target_hz > 0 && (status.refresh_hz <= 0 || target_hz < status.refresh_hz);
    return limited ? target_hz : status.refresh_hz;
}

static OverlayFacts gather_facts(const Loop *loop)
{
    const World *world = loop->playback.session.world;
    OverlayFacts facts = {.refresh_hz = frame_rate_hz(loop),
                          .alpha = loop->playback.alpha,
                          .time_scale = loop->playback.clock.desc.time_scale_thousandths * 1e-3,
                          .tick_rate = loop->playback.session.desc.settings.tick_rate,
                          .paused = step_clock_is_paused(&loop->playback.clock),
                          .dropped_ns = step_clock_dropped_ns(&loop->playback.clock),
                          .slow = step_clock_running_slowly(&loop->playback.clock),
                          .census = world_census(world),
                          .arena_bytes = arena_used(world->arena),
                          .arena_limit_bytes = arena_limit(world->arena),
                          .tick = world_tick(world),
                          .hash = world_hash(world),
                          .latency_ms = -1};
    if (loop->latency.first.count > 0) {
        facts.latency_ms = latency_quantile_ms(&loop->latency.first, 0.5);
    }
    if (loop->renderer != NULL) {
        facts.drawn = renderer_stats(loop->renderer);
    }
    if (loop->playback.history != NULL) {
        facts.history_bytes = history_bytes(loop->playback.history);
        facts.history_limit_bytes = (size_t)loop->desc.config->history << 20;
    }
    return facts;
}

void loop_watch_draw(Loop *loop)
{
    Watch *watch = &loop->watch;
    const Theme *theme = &loop->desc.game->theme;
    double scale = loop->viewport.scale_y;
    uint64_t tick = world_tick(loop->playback.session.world);
    if (tick != watch->refreshed_tick && step_clock_is_paused(&loop->playback.clock)) {
        watch->overlay.stale = true; /* a step: show this tick, not one near it */
    }
    if (overlay_due(&watch->overlay)) {
        OverlayFacts facts = gather_facts(loop);
        overlay_refresh(&watch->overlay, &facts, &loop->playback.session.schedule, watch->parts_ns);
        watch->refreshed_tick = tick;
    }
    overlay_draw(&watch->overlay, theme, scale, &loop->draw);
    notices_draw(&watch->notices, overlay_line_points(scale) * 1.2, theme, &loop->draw);
}

/* ---- the trace ---- */

static void dump(Loop *loop, const char *what)
{
    char name[LEVEL_NAME_BYTES + 8];
    Error error = {0};
    snprintf(name, sizeof name, "%s-%s", loop->playback.session.level, what);
    if (!trace_dump(&loop->watch.trace, name, real_clock_now_ns(NULL), &error)) {
        notices_add(&loop->watch.notices, "No trace: %.120s", error.text);
    }
}

void loop_watch_keys(Loop *loop, const InputFrame *ui)
{
    if (input_pressed(ui, UI_OVERLAY)) {
        overlay_cycle(&loop->watch.overlay);
    }
    if (input_pressed(ui, UI_TRACE)) {
        dump(loop, "key");
    }
}

static void say_what_was_written(Watch *watch)
{
    if (trace_dump_finished(&watch->trace)) {
        const char *slash = strrchr(watch->trace.dump.path, '/');
        notices_add(&watch->notices, "The last 10 s are in traces/%.100s",
                    slash == NULL ? watch->trace.dump.path : slash + 1);
    }
}

void loop_watch_end(Loop *loop, const StepFrame *step, int64_t measured_ns)
{
    Watch *watch = &loop->watch;
    int64_t presented_ns = loop->host->now_ns(loop->host->self);
    int64_t pacing_ns = step->elapsed_ns - (presented_ns - watch->presented_ns);
    bool paced = watch->usual && !step_clock_is_paused(&loop->playback.clock);
    watch->presented_ns = presented_ns;
    overlay_add_frame(&watch->overlay, &(OverlayFrame){.length_ns = measured_ns,
                                                       .pacing_ns = paced ? pacing_ns : 0,
                                                       .dropped_ns = step->dropped_ns,
                                                       .ticks = step->ticks});
    notices_age(&watch->notices, (double)measured_ns * 1e-9);
    if (!watch->active) {
        return;
    }
    loop_watch_mark(loop, PART_PRESENT);
    bool hitch = trace_end_frame(&watch->trace, &(TraceFrame){.index = watch->frame,
                                                              .begin_ns = watch->frame_begin_ns,
                                                              .end_ns = watch->mark_ns,
                                                              .ticks = step->ticks,
                                                              .alpha = loop->playback.alpha,
                                                              .dropped_ns = step->dropped_ns,
                                                              .usual = watch->usual});
    if (hitch && loop->desc.config->trace_on_hitch &&
        trace_may_dump_hitch(&watch->trace, watch->mark_ns)) {
        watch->trace.hitch_dump_ns = watch->mark_ns;
        dump(loop, "hitch");
    }
    say_what_was_written(watch);
}
