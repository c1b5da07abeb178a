#include "frame/monitor.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "platform/clock.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>

static const double NOTICE_POINTS = 12.5, ROOM_LINES = 15;
static const double SEEN_MAX_S = 0.25;         /* a stall does not age the notice that reports it */
static const int64_t SETTLING_NS = 1000000000; /* after a level was loaded */
static const int64_t SPAN_LEAST_NS = 100;      /* shorter parts are not reported */

static const double ASKED_S = 1, REFRESH_S = 0.25;
static const double LATE_PERIODS = 1.4; /* a frame that is longer missed a refresh */
/* Hysteresis: quality falls while a quarter of the frames is late. It rises a tenth as fast, after
 * three seconds with hardly a late frame. */
static const double LATE_TAU_S = 1, MANY_LATE = 0.25, FEW_LATE = 0.03, CALM_S = 3;
static const double FALL_PER_S = 0.5, RISE_PER_S = 0.05;

static bool guest_wants_times(const Monitor *monitor)
{
    return monitor->guest != NULL && monitor->guest->wants_times;
}

static void report_span(const Monitor *monitor, FrameSpan span)
{
    if (guest_wants_times(monitor)) {
        monitor->guest->span(monitor->guest->self, &span);
    }
}

/* A part that is too short to report is added to the next. */
static void end_part(Monitor *monitor, FramePart part, int64_t end_ns)
{
    int64_t begin_ns = monitor->mark_ns;
    if (end_ns - begin_ns < SPAN_LEAST_NS) {
        return;
    }
    monitor->mark_ns = end_ns;
    monitor->parts_ns[part] += end_ns - begin_ns;
    report_span(monitor,
                (FrameSpan){.label = SPAN_PART + (int)part,
                            .begin_ns = begin_ns,
                            .end_ns = end_ns,
                            .id = part == FRAME_PART_REMEMBER ? monitor->tick : monitor->frame});
}

/* Time between two phases is planning. The schedule reports a phase after its systems. */
static void note_span(void *context, const ScheduleSpan *span)
{
    Monitor *monitor = context;
    bool is_system = span->system >= 0;
    if (is_system && !monitor->is_in_phase) {
        end_part(monitor, FRAME_PART_PLAN, span->begin_ns);
        monitor->phase_begin_ns = monitor->mark_ns;
    }
    monitor->is_in_phase = is_system;
    monitor->mark_ns = span->end_ns;
    report_span(monitor,
                (FrameSpan){.label = is_system ? SPAN_SYSTEM + span->system : (int)span->phase,
                            .begin_ns = is_system ? span->begin_ns : monitor->phase_begin_ns,
                            .end_ns = span->end_ns,
                            .id = cw_phase_is_tick(span->phase) ? monitor->tick : monitor->frame});
}

void monitor_begin_frame(Monitor *monitor, uint64_t frame)
{
    monitor->is_active = monitor->overlay.mode != OVERLAY_OFF || guest_wants_times(monitor) ||
                         monitor->meter.asked_s > 0;
    if (monitor->is_active) {
        monitor->mark_ns = clock_now_ns();
        monitor->frame_begin_ns = monitor->mark_ns;
        monitor->frame = frame;
    }
}

void monitor_set_session(Monitor *monitor, Session *session, bool is_measured)
{
    Schedule *schedule = &session->schedule;
    monitor->is_measured = is_measured;
    schedule->is_profiling = monitor->is_active;
    schedule->observer = note_span;
    schedule->observer_context = monitor;
}

void monitor_mark(Monitor *monitor, FramePart part)
{
    if (monitor->is_active) {
        end_part(monitor, part, clock_now_ns());
    }
}

void monitor_begin_tick(Monitor *monitor, uint64_t tick)
{
    monitor_mark(monitor, FRAME_PART_PLAN);
    monitor->tick = tick;
    monitor->tick_begin_ns = monitor->mark_ns;
}

void monitor_end_tick(Monitor *monitor)
{
    monitor_mark(monitor, FRAME_PART_REMEMBER);
    if (monitor->is_active) {
        report_span(monitor, (FrameSpan){.label = SPAN_TICK,
                                         .begin_ns = monitor->tick_begin_ns,
                                         .end_ns = monitor->mark_ns,
                                         .id = monitor->tick});
    }
}

/* Pictures are loaded in a run's first second, so time dropped there is not reported. */
void monitor_report_clock(Monitor *monitor, const Playback *playback, const Stage *stage,
                          const FramePlan *plan)
{
    const StepClock *clock = &playback->clock;
    monitor->loaded_ns = playback->has_loaded ? stage->real_ns : monitor->loaded_ns;
    bool is_settled = stage->real_ns - stage->measured_ns >= monitor->loaded_ns + SETTLING_NS;
    if (plan->dropped_ns > 0 && is_settled) {
        report_once(&monitor->has_reported_drop,
                    "frame %" PRIu64 ": too far behind to catch up (%s): %" PRId64
                    " ms of game time dropped; --stats gives the sum",
                    stage->frame_count, slow_cause_name(clock->slow_cause),
                    plan->dropped_ns / 1000000);
    }
    bool is_behind = playback->speed.simulated_thousandths < REPLAY_SPEED_NORMAL &&
                     playback->run.writer_count > 0 && !playback->run.is_finished;
    if (is_behind && !monitor->is_behind) {
        notices_add(&monitor->notices, "Play fell behind real time: this run ranks apart");
    }
    monitor->is_behind = is_behind;
}

void monitor_draw(Monitor *monitor, Stage *stage, CwViewRect room, CwViewRect uncovered)
{
    CwTheme theme = panel_theme(stage->desc.game, stage->desc.config->high_contrast);
    double scale = stage->viewport.scale_y * ui_view_scale(stage->viewport.view);
    overlay_draw(&monitor->overlay, &theme, scale, uncovered, &stage->draw_list);
    double line_points =
        fmax(NOTICE_POINTS, overlay_line_points(scale) * 1.2) * stage->desc.config->text_size;
    bool is_narrow = room.width < ROOM_LINES * line_points; /* then notices cover the page */
    NoticeLook look = {&theme, line_points, is_narrow ? ui_view(stage->viewport.view) : room};
    double top_y = notices_draw(&monitor->notices, &look, &stage->draw_list);
    if (stage->desc.config->subtitles) {
        captions_draw(&monitor->captions, &look, top_y, &stage->draw_list);
    }
}

void monitor_handle_keys(Monitor *monitor, const CwInputFrame *ui)
{
    if (cw_input_pressed(ui, UI_OVERLAY)) {
        Overlay *overlay = &monitor->overlay;
        overlay->mode = (OverlayMode)((overlay->mode + 1) % OVERLAY_MODE_COUNT);
        overlay->must_refresh = true;
    }
}

/* ---- the meter ---- */

void meter_note_lateness(Meter *meter, bool is_late, double length_s)
{
    double share = 1 - exp(-length_s / LATE_TAU_S);
    meter->late += share * (is_late - meter->late);
    meter->calm_s = meter->late < FEW_LATE ? meter->calm_s + length_s : 0;
    if (meter->late > MANY_LATE) {
        meter->loss = fmin(1, meter->loss + FALL_PER_S * length_s);
    } else if (meter->calm_s > CALM_S) {
        meter->loss = fmax(0, meter->loss - RISE_PER_S * length_s);
    }
}

/* Milliseconds a frame since the last refresh. *before_ns: the total then, which is updated. */
static double cost_ms(int64_t total_ns, int64_t *before_ns, int frames)
{
    double ms = (double)(total_ns - *before_ns) * 1e-6 / frames;
    *before_ns = total_ns;
    return fmax(0, ms);
}

static void refresh_costs(Meter *meter, const Schedule *schedule, int64_t paint_ns)
{
    CwStats *stats = &meter->stats;
    for (int i = 0; i < CW_PHASE_COUNT; i++) {
        stats->phase_ms[i] = cost_ms(schedule->phase_ns[i], &meter->phase_ns[i], meter->frames);
    }
    for (int i = 0; i < schedule->system_count; i++) {
        const CwSystem *system = &schedule->systems[i];
        double ms = cost_ms(schedule->system_ns[i], &meter->system_ns[i], meter->frames);
        stats->systems[i] = (CwSystemCost){system->name, system->phase, ms};
    }
    _Static_assert((int)SCHEDULE_CAPACITY == (int)CW_STATS_SYSTEM_MAX, "every system has a cost");
    stats->system_count = schedule->system_count;
    stats->paint_ms = cost_ms(paint_ns, &meter->paint_ns, meter->frames);
}

static void refresh(Meter *meter, const Playback *playback, const Stage *stage, int64_t paint_ns)
{
    CwStats *stats = &meter->stats;
    const CwWorld *world = playback->session.world;
    WorldCensus census = world_census(world);
    refresh_costs(meter, &playback->session.schedule, paint_ns);
    stats->fps = stage->mean_frame_s > 0 ? 1 / stage->mean_frame_s : 0;
    stats->latency_ms = latency_quantile_ms(&stage->latency.first, 0.5);
    stats->world_bytes = world->arena->used_bytes;
    stats->world_limit_bytes = world->arena->limit_bytes;
    stats->history_bytes = playback->history == NULL ? 0 : cw_history_bytes(playback->history);
    stats->lost_event_count = playback->session.all_lost_events;
    stats->awake_count = census.awake_count;
    stats->asleep_count = census.asleep_count;
    stats->contact_count = census.contact_count;
    stats->joint_count = census.joint_count;
}

static void end_metered_frame(Monitor *monitor, const Playback *playback, const Stage *stage,
                              double interval_ns)
{
    Meter *meter = &monitor->meter;
    double length_s = fmax(0, (double)stage->measured_ns * 1e-9);
    if (monitor->is_measured && !playback->clock.is_paused && !stage->is_after_pause_wait) {
        bool is_late = (double)stage->measured_ns > LATE_PERIODS * interval_ns;
        meter_note_lateness(meter, is_late, fmin(length_s, REFRESH_S));
    }
    if (!(meter->asked_s > 0)) {
        return;
    }
    meter->asked_s -= length_s;
    meter->since_s += length_s;
    meter->frames++;
    if (meter->since_s >= REFRESH_S) {
        refresh(meter, playback, stage, monitor->parts_ns[FRAME_PART_PAINT]);
        meter->since_s = 0;
        meter->frames = 0;
    }
}

const CwStats *cw_frame_stats(CwFrame *frame)
{
    static const CwStats none;
    Meter *meter = services_of(frame)->meter;
    if (meter == NULL) {
        return &none;
    }
    meter->asked_s = ASKED_S;
    return &meter->stats;
}

/* ---- the frame's end ---- */

void monitor_end_frame(Monitor *monitor, const FigureSource *frame)
{
    FigureSource from = *frame;
    const Playback *playback = from.playback;
    const Stage *stage = from.stage;
    const FramePlan *plan = from.plan;
    Host *host = stage->desc.host;
    int64_t presented_ns = host->now_ns(host->self);
    int64_t pacing_ns = plan->elapsed_ns - (presented_ns - monitor->presented_ns);
    bool is_paced = monitor->is_measured && !playback->clock.is_paused;
    monitor->presented_ns = presented_ns;
    from.pacing_ms = is_paced ? fabs((double)pacing_ns * 1e-6) : NAN;
    double refresh_ns = 1e9 / host_refresh_hz(&stage->status);
    double interval_ns = fmax(refresh_ns, (double)step_clock_target_interval_ns(&playback->clock));
    overlay_end_frame(&monitor->overlay, &from, monitor->parts_ns, interval_ns);
    end_metered_frame(monitor, playback, stage, interval_ns);
    double seen_s = fmin((double)stage->measured_ns * 1e-9, SEEN_MAX_S);
    notices_age(&monitor->notices, seen_s, NOTICE_S);
    notices_age(&monitor->captions, seen_s, CAPTION_S);
    if (!monitor->is_active) {
        return;
    }
    monitor_mark(monitor, FRAME_PART_PRESENT);
    if (guest_wants_times(monitor)) {
        monitor->guest->end_frame(monitor->guest->self,
                                  &(FrameTiming){.index = monitor->frame,
                                                 .begin_ns = monitor->frame_begin_ns,
                                                 .end_ns = monitor->mark_ns,
                                                 .ticks = plan->ticks,
                                                 .alpha = playback->alpha,
                                                 .dropped_ns = plan->dropped_ns});
    }
}
