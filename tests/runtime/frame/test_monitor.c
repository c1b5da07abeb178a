#include "frame/monitor.h"
#include "support/toy_run.h"

#include <malloc.h>

/* The overlay: readable and live. That ticks do not know of it: test_loop_hashes.c. */

TOY_FIXTURE;

static const Overlay *overlay(void)
{
    return &toy_monitor()->overlay;
}

static const OverlayRow *figure(const char *name)
{
    for (int i = 0; i < overlay()->row_count; i++) {
        if (strcmp(overlay()->rows[i].name, name) == 0) {
            return &overlay()->rows[i];
        }
    }
    ck_abort_msg("there is no figure %s", name);
}

static void expect_within(float low, float high, float limit)
{
    ck_assert_float_ge(low, -0.01F);
    ck_assert_float_le(high, limit + 0.01F);
}

static void expect_readable(void)
{
    for (uint32_t i = 0; i < toy_stage()->draw_list.command_count; i++) {
        const DrawCommand *command = &toy_stage()->draw_list.commands[i];
        if (command->layer != CW_ENGINE_LAYER_OVERLAY) {
            continue;
        }
        if (command->kind == DRAW_TEXT) {
            double size_px = (double)command->text.size * toy_stage()->viewport.scale_y;
            ck_assert_double_ge((double)command->text.size, 7);
            ck_assert_double_ge(size_px, 9);
            float y = command->text.place.origin.y;
            expect_within(y - command->text.size / 2, y + command->text.size / 2, CW_VIEW_HEIGHT);
        } else {
            const RectCommand *rect = &command->rect;
            expect_within(rect->top_left.x, rect->top_left.x + rect->size.x, CW_VIEW_WIDTH);
            expect_within(rect->top_left.y, rect->top_left.y + rect->size.y, CW_VIEW_HEIGHT);
        }
    }
}

static const int sizes[][2] = {{1280, 720}, {640, 360}, {1920, 1080},
                               {500, 900},  {900, 300}, {3840, 2160}};

TEST(text_is_readable_and_within_the_picture_at_every_window_size, .rounds = CW_ARRAY_LENGTH(sizes))
{
    run.config.overlay = OVERLAY_FULL;
    run.host_desc.status.width_px = sizes[_i][0];
    run.host_desc.status.height_px = sizes[_i][1];
    toy_play(40);
    expect_readable();
}

TEST(the_overlay_works_in_a_pause_and_shows_each_step_and_its_hash)
{
    run.config.overlay = OVERLAY_FULL;
    run.config.sim.substeps = 3;
    run.config.sim.iterations = 12;
    toy_play(60);
    toy_tap(TOY_KEY_ESCAPE);
    int next = overlay()->next_frame;
    toy_run_frames(20);
    ck_assert_int_eq(overlay()->next_frame, next + 20);
    for (int i = 0; i < 3; i++) {
        toy_tap(TOY_KEY_STEP_FORWARD);
        ck_assert_str_eq(figure("tick")->now, textf("%llu", (unsigned long long)toy_ticks()));
    }
    ck_assert_str_eq(figure("physics")->now, "3 substeps  12 iterations");
    ck_assert_str_eq(figure("world hash")->now, textf("%016llx", (unsigned long long)toy_hash()));
}

TEST(a_steady_frame_allocates_nothing)
{
    run.config.overlay = OVERLAY_FULL;
    run.config.history = 0;
    toy_play(300);
    struct mallinfo2 before = mallinfo2();
    toy_run_frames(120);
    struct mallinfo2 after = mallinfo2();
    ck_assert_uint_eq(before.uordblks, after.uordblks);
}

/* Four seconds of frames, one of them long, in a hand-fed overlay. */
static void feed(Overlay *fed)
{
    fed->interval_ns = 16666667;
    for (int i = 0; i < OVERLAY_FRAMES; i++) {
        fed->lengths_ns[i] = i == 100 ? 50000000 : 16666667;
    }
}

static const FramePlan one_tick = {.ticks = 1};

static FigureSource source(uint64_t frame)
{
    return (FigureSource){.playback = toy_playback(),
                          .stage = toy_stage(),
                          .stats = &run.loop.stats,
                          .frame = frame,
                          .plan = &one_tick};
}

TEST(the_overlay_shows_the_worst_frame_of_ten_seconds_and_its_longest_part)
{
    run.config.history = 0;
    run.config.overlay = OVERLAY_FULL;
    toy_play(40);
    FigureSource from = source(41);
    toy_playback()->session.schedule.system_ns[2] += 1000000000;
    monitor_end_frame(toy_monitor(), &from);
    from.frame++;
    toy_stage()->measured_ns = 50000000;
    toy_playback()->clock.slow_cause = CW_SLOW_RENDER;
    toy_monitor()->overlay.must_refresh = true;
    monitor_end_frame(toy_monitor(), &from);
    ck_assert_str_eq(figure("frame")->now, "50.00");
    ck_assert_str_eq(figure("frame")->worst, "50.00");
    ck_assert_str_eq(figure("frame")->place,
                     textf("41 %s", toy_playback()->session.schedule.systems[2].name));
    ck_assert_double_lt(atof(figure("frame")->mean), 25);
    ck_assert_double_gt(atof(figure("process")->now), 1);
    ck_assert_str_eq(figure("running slowly")->now, "render");
    ck_assert(figure("running slowly")->is_alarming);
}

static const int usual[][2] = {{1280, 720}, {640, 360}};

/* In points, which are view points here. */
TEST(the_overlay_covers_no_menu_and_no_time_bar, .rounds = CW_ARRAY_LENGTH(usual))
{
    run.config.overlay = OVERLAY_FULL;
    run.host_desc.status.width_px = usual[_i][0];
    run.host_desc.status.height_px = usual[_i][1];
    toy_play(60);
    toy_tap_for(TOY_KEY_ESCAPE, 30);
    const PageLayout *page = &run.loop.menus.screens.page.layout;
    int seen = 0;
    for (uint32_t i = 0; i < toy_stage()->draw_list.command_count; i++) {
        const DrawCommand *command = &toy_stage()->draw_list.commands[i];
        if (command->layer == CW_ENGINE_LAYER_OVERLAY && command->kind == DRAW_RECT) {
            const RectCommand *rect = &command->rect;
            seen++;
            expect_within(0, rect->top_left.y + rect->size.y, (float)page->prompts.y);
            expect_within(0, rect->top_left.x + rect->size.x, (float)page->panel.x);
        }
    }
    ck_assert_int_gt(seen, 2); /* panel, columns, line */
}

static CwColour colour_of_column(double share)
{
    const CwDrawList *draw = &toy_stage()->draw_list;
    for (uint32_t i = draw->command_count; i-- > 0;) {
        const RectCommand *rect = &draw->commands[i].rect;
        bool column = draw->commands[i].kind == DRAW_RECT && rect->size.x < 5;
        if (column && rect->top_left.x <= share * CW_VIEW_WIDTH &&
            rect->top_left.x + rect->size.x >= share * CW_VIEW_WIDTH) {
            return rect->top;
        }
    }
    ck_abort_msg("there is no column at %g of the width", share);
}

TEST(a_long_frame_stands_out_in_the_graph)
{
    static Overlay fed;
    static const CwCamera camera = {.height_m = 10};
    static const SpriteTable sprites;
    const CwTheme theme = {{255, 255, 255, 255}, {200, 160, 60, 255}, {10, 40, 60, 220}};
    feed(&fed);
    fed.mode = OVERLAY_GRAPH;
    draw_list_begin(&toy_stage()->draw_list, &camera, &sprites);
    overlay_draw(&fed, &theme, 2, (CwViewRect){0, 0, 640, 360}, &toy_stage()->draw_list);
    double line = overlay_line_points(2), width = 31.6 * line; /* of the graph in its panel */
    double x = line / 2 + width * 100.5 / (double)OVERLAY_FRAMES;
    CwColour colour = colour_of_column(x / CW_VIEW_WIDTH);
    ck_assert_uint_gt(colour.r, 200);
    ck_assert_uint_lt(colour.g, 120);
    draw_list_free(&toy_stage()->draw_list);
}

TEST(the_overlay_lists_the_costliest_part_first)
{
    run.config.overlay = OVERLAY_FULL;
    toy_play(40);
    FigureSource from = source(41);
    Schedule *schedule = &toy_playback()->session.schedule;
    schedule->system_ns[1] += 900000000;
    toy_monitor()->overlay.must_refresh = true;
    monitor_end_frame(toy_monitor(), &from);
    ck_assert_str_eq(overlay()->costs[0].name, schedule->systems[1].name);
    ck_assert_str_eq(overlay()->costs[0].worst, "900000");
    ck_assert_int_eq(overlay()->cost_count, FRAME_PART_COUNT + schedule->system_count);
}

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

TEST(a_game_that_requests_costs_gets_them)
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
    ck_assert(run.loop.monitor.is_active);
    toy.while_updating = NULL;
    toy_run_frames(70); /* no game requests costs: nothing is timed */
    ck_assert(!run.loop.monitor.is_active);
}

static void emit_many(CwWorld *world)
{
    for (int i = 0; i < CW_EVENT_LIMIT + 44; i++) {
        cw_world_emit(world, 1, (CwEntity){0}, cpvzero, 0);
    }
}

TEST(lost_events_are_counted)
{
    toy.while_updating = ask;
    toy.while_ticking = emit_many;
    toy_play(30);
    ck_assert_uint_ge(toy.last.events.lost_count, 44);
    ck_assert_int_eq(toy.last.events.count, CW_EVENT_LIMIT);
    ck_assert_uint_gt(stats->lost_event_count, 10 * toy.last.events.lost_count);
}
