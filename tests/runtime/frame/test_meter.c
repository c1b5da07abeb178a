/* What a game may know of its machine: costs where it asks for them, and the level of quality. */
#include "frame/monitor.h"

#include "support/toy_run.h"

TOY_FIXTURE;

static Meter meter;

/* The level of quality after so long at 60 frames a second; each `late_every`th is late. */
static double after(double seconds, int late_every)
{
    for (int i = 0; i < (int)(seconds * 60); i++) {
        meter_note_lateness(&meter, late_every > 0 && i % late_every == 0, 1.0 / 60);
    }
    return 1 - meter.loss;
}

TEST(quality_falls_while_frames_are_late_and_rises_slowly)
{
    ck_assert_double_eq(after(10, 0), 1);
    ck_assert_double_eq(after(10, 50), 1); /* hiccups */
    ck_assert_double_eq(after(4, 1), 0);
    ck_assert_double_lt(after(5, 0), 0.1);
    double before = after(2, 0), later = after(10, 0);
    ck_assert_double_eq_tol(later - before, 0.5, 0.02);
    ck_assert_double_eq(after(20, 0), 1);
}

TEST(between_the_two_limits_quality_stays)
{
    after(1, 1);
    double before = after(1, 0);
    ck_assert_double_gt(before, 0.1);
    ck_assert_double_lt(before, 0.9);
    ck_assert_double_eq_tol(after(60, 8), before, 0.02);
}

TEST(a_machine_that_is_too_slow_lowers_the_quality_of_a_frame)
{
    run.host_desc.time = HEADLESS_PACED;
    toy_script((HeadlessStep){.frame = 60, .action = HEADLESS_WORK, .delay_ns = 25000000});
    toy_play(60);
    ck_assert_double_eq(toy.last.quality, 1);
    toy_run_frames(120);
    ck_assert_double_lt(toy.last.quality, 0.5);
}

static const CwStats *stats;

static void ask(const CwWorld *world, CwFrame *frame)
{
    stats = cw_frame_stats(frame);
}

TEST(who_asks_knows_the_costs_of_a_frame)
{
    toy.while_updating = ask;
    toy_play(60);
    double sum_ms = 0;
    for (int i = 0; i < stats->system_count; i++) {
        sum_ms += stats->systems[i].ms;
    }
    ck_assert_double_gt(stats->fps, 0);
    ck_assert_int_gt(stats->system_count, 10);
    ck_assert_str_eq(stats->systems[0].name, "entity.early");
    ck_assert_double_gt(stats->phase_ms[CW_PHASE_PHYSICS], 0);
    ck_assert_double_gt(sum_ms, stats->phase_ms[CW_PHASE_PHYSICS]);
    ck_assert_int_gt(stats->awake_count + stats->asleep_count, 0);
    ck_assert_uint_gt(stats->world_bytes, 0);
    ck_assert_uint_gt(stats->world_limit_bytes, stats->world_bytes);
    ck_assert_uint_eq(stats->lost_event_count, 0);
    ck_assert(run.loop.monitor.active);
    toy.while_updating = NULL;
    toy_run_frames(70); /* nobody asks any more: nothing is timed */
    ck_assert(!run.loop.monitor.active);
}

static void emit_many(CwWorld *world)
{
    for (int i = 0; i < 300; i++) {
        cw_world_emit(world, 1, (CwEntity){0}, cpvzero, 0);
    }
}

TEST(lost_events_are_counted)
{
    toy.while_updating = ask;
    toy.while_ticking = emit_many;
    toy_play(30);
    ck_assert_uint_ge(toy.last.events.lost_count, 44);
    ck_assert_int_eq(toy.last.events.count, 256);
    ck_assert_uint_gt(stats->lost_event_count, 10 * toy.last.events.lost_count);
}
