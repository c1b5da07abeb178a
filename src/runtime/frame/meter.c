#include "frame/meter.h"

#include "base/frame_services.h"

#include "sim/world.h"

#include <math.h>

static const double ASKED_S = 1, REFRESH_S = 0.25;
static const double LATE_PERIODS = 1.4; /* a frame that is longer missed a refresh */
/* Hysteresis: quality falls while a quarter of the frames is late, and rises after three seconds of
 * hardly any, ten times as slowly. */
static const double LATE_TAU_S = 1, MANY_LATE = 0.25, FEW_LATE = 0.03, CALM_S = 3;
static const double FALL_PER_S = 0.5, RISE_PER_S = 0.05;

void meter_note_lateness(Meter *meter, bool late, double length_s)
{
    double share = 1 - exp(-length_s / LATE_TAU_S);
    meter->late += share * (late - meter->late);
    meter->calm_s = meter->late < FEW_LATE ? meter->calm_s + length_s : 0;
    if (meter->late > MANY_LATE) {
        meter->loss = fmin(1, meter->loss + FALL_PER_S * length_s);
    } else if (meter->calm_s > CALM_S) {
        meter->loss = fmax(0, meter->loss - RISE_PER_S * length_s);
    }
}

/* Milliseconds a frame since the total was `before_ns`, which becomes the total. */
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
    stats->world_bytes = arena_used(world->arena);
    stats->world_limit_bytes = world->arena->limit_bytes;
    stats->history_bytes = playback->history == NULL ? 0 : cw_history_bytes(playback->history);
    stats->lost_event_count = playback->session.all_lost_events;
    stats->awake_count = census.awake_count;
    stats->asleep_count = census.asleep_count;
    stats->contact_count = census.contact_count;
    stats->joint_count = census.joint_count;
}

double meter_interval_ns(const Playback *playback, const Stage *stage)
{
    int64_t target_ns = step_clock_target_interval_ns(&playback->clock);
    return fmax(1e9 / stage_refresh_hz(&stage->status), (double)target_ns);
}

void meter_end_frame(Meter *meter, const Playback *playback, const Stage *stage, bool usual,
                     int64_t paint_ns)
{
    double length_s = fmax(0, (double)stage->measured_ns * 1e-9);
    if (usual && !playback->clock.paused && !stage->rested) {
        bool late = (double)stage->measured_ns > LATE_PERIODS * meter_interval_ns(playback, stage);
        meter_note_lateness(meter, late, fmin(length_s, REFRESH_S));
    }
    if (!(meter->asked_s > 0)) {
        return;
    }
    meter->asked_s -= length_s;
    meter->since_s += length_s;
    meter->frames++;
    if (meter->since_s >= REFRESH_S) {
        refresh(meter, playback, stage, paint_ns);
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
