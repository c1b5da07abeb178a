#include "frame/monitor.h"

#include "base/number.h"
#include "base/report.h"
#include "paint/renderer.h"
#include "platform/clock.h"
#include "platform/locale.h"
#include "sim/world.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>

static const double NOTICE_POINTS = 12.5;
static const double SEEN_MAX_S = 0.25;         /* a stall does not age the notice that reports it */
static const int64_t SETTLING_NS = 1000000000; /* after a level was loaded */
static const int64_t SPAN_LEAST_NS = 100;      /* shorter parts take no place in the trace */

void monitor_open(Monitor *monitor, const Config *config, const Guest *guest)
{
    monitor->guest = guest;
    monitor->overlay.mode = config->overlay;
    monitor->overlay.stale = true;
}

static bool guest_wants_times(const Monitor *monitor)
{
    return monitor->guest != NULL && monitor->guest->wants_times;
}

static void tell_guest(const Monitor *monitor, const FrameSpan *span)
{
    if (guest_wants_times(monitor)) {
        monitor->guest->span(monitor->guest->self, span);
    }
}

/* A part too short to note belongs to what follows it. */
static void end_part(Monitor *monitor, FramePart part, int64_t end_ns)
{
    int64_t begin_ns = monitor->mark_ns;
    if (end_ns - begin_ns < SPAN_LEAST_NS) {
        return;
    }
    monitor->mark_ns = end_ns;
    monitor->parts_ns[part] += end_ns - begin_ns;
    tell_guest(monitor, &(FrameSpan){.label = SPAN_PART + (int)part,
                                     .begin_ns = begin_ns,
                                     .end_ns = end_ns,
                                     .id = part == PART_REMEMBER ? monitor->tick : monitor->frame});
}

/* Time between two phases is planning. The schedule tells of a phase after its systems. */
static void note_span(void *context, const ScheduleSpan *span)
{
    Monitor *monitor = context;
    bool is_system = span->system >= 0;
    if (is_system && !monitor->in_phase) {
        end_part(monitor, PART_PLAN, span->begin_ns);
        monitor->phase_begin_ns = monitor->mark_ns;
    }
    monitor->in_phase = is_system;
    monitor->mark_ns = span->end_ns;
    tell_guest(monitor,
               &(FrameSpan){.label = is_system ? SPAN_SYSTEM + span->system : (int)span->phase,
                            .begin_ns = is_system ? span->begin_ns : monitor->phase_begin_ns,
                            .end_ns = span->end_ns,
                            .id = cw_phase_is_tick(span->phase) ? monitor->tick : monitor->frame});
}

void monitor_begin_frame(Monitor *monitor, uint64_t frame)
{
    monitor->active = monitor->overlay.mode != OVERLAY_OFF || guest_wants_times(monitor) ||
                      monitor->meter.asked_s > 0;
    if (monitor->active) {
        monitor->mark_ns = clock_now_ns();
        monitor->frame_begin_ns = monitor->mark_ns;
        monitor->frame = frame;
    }
}

/* The schedule is another one after a level was loaded. */
void monitor_set_session(Monitor *monitor, Session *session, bool usual)
{
    Schedule *schedule = &session->schedule;
    monitor->usual = usual;
    schedule->profile = monitor->active;
    schedule->observer = note_span;
    schedule->observer_context = monitor;
}

void monitor_mark(Monitor *monitor, FramePart part)
{
    if (monitor->active) {
        end_part(monitor, part, clock_now_ns());
    }
}

void monitor_begin_tick(Monitor *monitor, uint64_t tick)
{
    monitor_mark(monitor, PART_PLAN);
    monitor->tick = tick;
    monitor->tick_begin_ns = monitor->mark_ns;
}

void monitor_end_tick(Monitor *monitor)
{
    monitor_mark(monitor, PART_REMEMBER);
    if (monitor->active) {
        tell_guest(monitor, &(FrameSpan){.label = SPAN_TICK,
                                         .begin_ns = monitor->tick_begin_ns,
                                         .end_ns = monitor->mark_ns,
                                         .id = monitor->tick});
    }
}

/* ---- the clock ---- */

/* A run's first second loads what its pictures need, so dropped time is not reported there. */
void monitor_report_clock(Monitor *monitor, const Playback *playback, const Stage *stage,
                          const StepFrame *step)
{
    const StepClock *clock = &playback->clock;
    const FramePacer *pacer = &stage->pacer;
    uint64_t frame = stage->frame_count;
    monitor->loaded_ns = playback->loaded ? stage->real_ns : monitor->loaded_ns;
    bool settled = stage->real_ns - stage->measured_ns >= monitor->loaded_ns + SETTLING_NS;
    if (pacer->backward_count > 0) {
        report_once(&monitor->reported[TROUBLE_BACKWARD],
                    "frame %" PRIu64 ": the clock went back; this was ignored", frame);
    }
    if (pacer->frozen_count > 0) {
        report_once(&monitor->reported[TROUBLE_FROZEN],
                    "frame %" PRIu64 ": the clock stood still; its next readings catch up", frame);
    }
    if (clock->saturated_count > 0) {
        report_once(&monitor->reported[TROUBLE_SATURATED],
                    "frame %" PRIu64 ": the clock jumped by more than a day; one is counted",
                    frame);
    }
    if (step->dropped_ns > 0 && settled) {
        report_once(&monitor->reported[TROUBLE_DROPPED],
                    "frame %" PRIu64 ": too far behind to catch up (%s): %" PRId64
                    " ms of game time dropped; --stats gives the sum",
                    frame, slow_cause_name(clock->slow_cause), step->dropped_ns / 1000000);
    }
    bool behind = playback->speed.kept < REPLAY_SPEED_NORMAL && playback->run.writer_count > 0 &&
                  !playback->run.finished;
    if (behind && !monitor->is_behind) {
        notices_add(&monitor->notices, "Play fell behind real time: this run ranks apart");
    }
    monitor->is_behind = behind;
}

/* ---- the overlay ---- */

/* Frames a second that the display or the limiter allows. */
static double frame_rate_hz(const StepClock *clock, const HostStatus *status)
{
    int64_t interval_ns = step_clock_target_interval_ns(clock);
    double target_hz = interval_ns > 0 ? 1e9 / (double)interval_ns : 0;
    bool limited = target_hz > 0 && (status->refresh_hz <= 0 || target_hz < status->refresh_hz);
    return limited ? target_hz : status->refresh_hz;
}

static void add_frame_figures(Overlay *overlay, const Playback *playback, const Stage *stage)
{
    const StepClock *clock = &playback->clock;
    OverlayLengths lengths = overlay_lengths(overlay);
    double fps = lengths.mean_ms > 0 ? 1000 / lengths.mean_ms : 0;
    double dropped_ms = (double)step_clock_dropped_ns(clock) * 1e-6;
    bool slow = clock->slow_cause != SLOW_NONE, known = stage->latency.first.count > 0;
    overlay_add(overlay, "frame", "%.1f fps  %.2f ms  worst %.1f", number_round(fps, 1),
                number_round(lengths.mean_ms, 2), number_round(lengths.worst_ms, 1));
    overlay_add(overlay, "ticks", "%d/s  x%.2f  alpha %.3f",
                playback->session.desc.settings.tick_rate,
                number_round(clock->desc.time_scale_thousandths * 1e-3, 2),
                number_round(playback->alpha, 3));
    overlay_add(overlay, "dropped", "%.1f ms", number_round(dropped_ms, 1));
    overlay_add(overlay, "running slowly", "%s",
                slow                          ? slow_cause_name(clock->slow_cause)
                : step_clock_is_paused(clock) ? "no: paused"
                                              : "no")
        ->alarming = slow;
    overlay_add(overlay, "picture",
                playback->alpha > 1                 ? "ahead"
                : playback->falls_back              ? "between ticks: a tick takes half a frame"
                : playback->session.coming.lead > 0 ? "waiting for the next tick"
                                                    : "between ticks");
    overlay_add(overlay, "pacing error",
                overlay->refresh_hz > 0 ? "%.2f ms rms  at %.2f Hz"
                                        : "%.2f ms rms  refresh unknown",
                number_round(lengths.pacing_ms, 2), number_round(overlay->refresh_hz, 2));
    overlay_add(overlay, "input latency", known ? "%.1f ms median" : "press a key",
                known ? number_round(latency_quantile_ms(&stage->latency.first, 0.5), 1) : 0);
}

static OverlayFigure *add_memory(Overlay *overlay, const char *name, size_t bytes,
                                 size_t limit_bytes)
{
    OverlayFigure *figure =
        overlay_add(overlay, name, "%.1f of %.0f MiB", number_round((double)bytes / 1048576, 1),
                    number_round((double)limit_bytes / 1048576, 0));
    figure->share = (double)bytes / (double)limit_bytes;
    return figure;
}

static void add_world_figures(Overlay *overlay, const Playback *playback, const Stage *stage)
{
    const CwWorld *world = playback->session.world;
    const Renderer *renderer = stage->desc.renderer;
    WorldCensus census = world_census(world);
    RendererStats drawn = renderer == NULL ? (RendererStats){0} : renderer_stats(renderer);
    overlay_add(overlay, "physics", "%d substeps  %d iterations", cw_world_substeps(world),
                cpSpaceGetIterations(world->space));
    overlay_add(overlay, "bodies", "%d awake  %d asleep", census.awake_count, census.asleep_count);
    overlay_add(overlay, "contacts", "%d of %d pairs  %d joints", census.contact_count,
                census.pair_count, census.joint_count);
    overlay_add(overlay, "draw calls", "%" PRIu32 "  %" PRIu32 " sprites", drawn.draw_calls,
                drawn.sprites);
    OverlayFigure *arena =
        add_memory(overlay, "arena", arena_used(world->arena), arena_limit(world->arena));
    arena->alarming = arena->share > 0.9;
    if (playback->history == NULL) {
        overlay_add(overlay, "history", "off");
    } else {
        add_memory(overlay, "history", cw_history_bytes(playback->history),
                   (size_t)playback->desc.config->history << 20);
    }
    overlay_add(overlay, "tick", "%" PRIu64, cw_world_tick(world));
    overlay_add(overlay, "world hash", "%016" PRIx64, cw_world_hash(world));
}

static void refresh_overlay(Monitor *monitor, const Playback *playback, const Stage *stage)
{
    Overlay *overlay = &monitor->overlay;
    overlay_refresh(overlay, frame_rate_hz(&playback->clock, &stage->status),
                    &playback->session.schedule, monitor->parts_ns);
    void *previous = locale_plain_begin();
    add_frame_figures(overlay, playback, stage);
    add_world_figures(overlay, playback, stage);
    locale_plain_end(previous);
    monitor->refreshed_tick = cw_world_tick(playback->session.world);
}

void monitor_draw(Monitor *monitor, const Playback *playback, Stage *stage, CwViewRect room)
{
    CwTheme colours = comfort_theme(stage->desc.game, stage->desc.config);
    const CwTheme *theme = &colours;
    Overlay *overlay = &monitor->overlay;
    double scale = stage->viewport.scale_y * ui_view_scale(stage->viewport.view);
    uint64_t tick = cw_world_tick(playback->session.world);
    if (tick != monitor->refreshed_tick && step_clock_is_paused(&playback->clock)) {
        overlay->stale = true; /* a step: show this tick, not one near it */
    }
    if (overlay_due(overlay)) {
        refresh_overlay(monitor, playback, stage);
    }
    overlay_draw(overlay, theme, scale, &stage->draw_list);
    double line_points =
        fmax(NOTICE_POINTS, overlay_line_points(scale) * 1.2) * stage->desc.config->text_size;
    NoticeLook look = {theme, line_points, room};
    double top_y = notices_draw(&monitor->notices, &look, &stage->draw_list);
    if (stage->desc.config->subtitles) {
        captions_draw(&monitor->captions, &look, top_y, &stage->draw_list);
    }
}

void monitor_keys(Monitor *monitor, const CwInputFrame *ui)
{
    if (cw_input_pressed(ui, UI_OVERLAY)) {
        Overlay *overlay = &monitor->overlay;
        overlay->mode = (OverlayMode)((overlay->mode + 1) % OVERLAY_MODE_COUNT);
        overlay->stale = true;
    }
}

void monitor_end_frame(Monitor *monitor, const Playback *playback, const Stage *stage,
                       const StepFrame *step)
{
    Host *host = stage->desc.host;
    int64_t presented_ns = host->now_ns(host->self);
    int64_t pacing_ns = step->elapsed_ns - (presented_ns - monitor->presented_ns);
    bool paced = monitor->usual && !step_clock_is_paused(&playback->clock);
    monitor->presented_ns = presented_ns;
    overlay_add_frame(&monitor->overlay, &(OverlayFrame){.length_ns = stage->measured_ns,
                                                         .pacing_ns = paced ? pacing_ns : 0,
                                                         .dropped_ns = step->dropped_ns,
                                                         .ticks = step->ticks});
    meter_end_frame(&monitor->meter, playback, stage, monitor->usual,
                    monitor->parts_ns[PART_PAINT]);
    double seen_s = fmin((double)stage->measured_ns * 1e-9, SEEN_MAX_S);
    notices_age(&monitor->notices, seen_s, NOTICE_S);
    notices_age(&monitor->captions, seen_s, CAPTION_S);
    if (!monitor->active) {
        return;
    }
    monitor_mark(monitor, PART_PRESENT);
    if (guest_wants_times(monitor)) {
        monitor->guest->end_frame(monitor->guest->self,
                                  &(FrameTiming){.index = monitor->frame,
                                                 .begin_ns = monitor->frame_begin_ns,
                                                 .end_ns = monitor->mark_ns,
                                                 .ticks = step->ticks,
                                                 .alpha = playback->alpha,
                                                 .dropped_ns = step->dropped_ns,
                                                 .usual = monitor->usual});
    }
}
