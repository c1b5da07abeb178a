#include "support/toy_run.h"
#include "ui/ui_view.h"

#include <malloc.h>

/* The overlay: readable and live. That ticks do not know of it: test_loop_hashes.c. */

TOY_FIXTURE;

static const Overlay *overlay(void)
{
    return &toy_monitor()->overlay;
}

static const OverlayFigure *figure(const char *name)
{
    for (int i = 0; i < overlay()->figure_count; i++) {
        if (strcmp(overlay()->figures[i].name, name) == 0) {
            return &overlay()->figures[i];
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
    int frames = overlay()->frame_count;
    toy_run_frames(20);
    ck_assert_int_eq(overlay()->frame_count, frames + 20);
    for (int i = 0; i < 3; i++) {
        toy_tap(TOY_KEY_STEP_FORWARD);
        ck_assert_str_eq(figure("tick")->text, textf("%llu", (unsigned long long)toy_ticks()));
    }
    ck_assert_str_eq(figure("physics")->text, "3 substeps  12 iterations");
    ck_assert_str_eq(figure("world hash")->text, textf("%016llx", (unsigned long long)toy_hash()));
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
    for (int i = 0; i < OVERLAY_FRAMES; i++) {
        overlay_add_frame(fed,
                          &(OverlayFrame){.length_ns = i == 100 ? 50000000 : 16666667, .ticks = 1});
    }
    fed->mode = OVERLAY_FULL;
    ck_assert(overlay_due(fed));
}

TEST(the_overlay_shows_the_longest_frame_and_why_the_game_is_slow)
{
    run.config.history = 0;
    toy_play(2);
    feed(&toy_monitor()->overlay);
    toy_playback()->clock.slow_cause = SLOW_RENDER;
    monitor_draw(toy_monitor(), toy_playback(), toy_stage(), (CwViewRect){0, 0, 640, 360});
    expect_text(figure("frame")->text, "worst 50.0");
    ck_assert_str_eq(figure("running slowly")->text, "render");
    ck_assert(figure("running slowly")->alarming);
    ck_assert_str_eq(figure("history")->text, "off");
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

/* The panel of so many lines. */
static const RectCommand *panel_of(double lines)
{
    const Stage *stage = toy_stage();
    double scale = ui_view_scale(stage->viewport.view);
    double width = lines * scale * overlay_line_points(stage->viewport.scale_y * scale);
    for (uint32_t i = 0; i < stage->draw_list.command_count; i++) {
        const DrawCommand *command = &stage->draw_list.commands[i];
        if (command->layer == CW_ENGINE_LAYER_OVERLAY && command->kind == DRAW_RECT &&
            fabs((double)command->rect.size.x - width) < 0.01) {
            return &command->rect;
        }
    }
    return NULL;
}

TEST(in_a_narrow_view_the_bars_are_below_the_figures)
{
    run.config.overlay = OVERLAY_FULL;
    run.game.looks.view_width = 360;
    run.game.looks.view_height = 640;
    run.host_desc.status.width_px = 405;
    run.host_desc.status.height_px = 720;
    toy_run_open();
    toy_run_frames(40);
    const RectCommand *figures = panel_of(24), *bars = panel_of(19);
    ck_assert(figures != NULL && bars != NULL);
    ck_assert_float_le(figures->top_left.y + figures->size.y, bars->top_left.y + 0.01F);
    expect_within(bars->top_left.y, bars->top_left.y + bars->size.y, 640);
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
    overlay_draw(&fed, &theme, 2, &toy_stage()->draw_list);
    double line = overlay_line_points(2), width = 23 * line; /* of the graph in its panel */
    double x = line / 2 + width * 100.5 / (double)OVERLAY_FRAMES;
    CwColour colour = colour_of_column(x / CW_VIEW_WIDTH);
    ck_assert_uint_gt(colour.r, 200);
    ck_assert_uint_lt(colour.g, 120);
    draw_list_free(&toy_stage()->draw_list);
}

TEST(bars_have_the_times_of_phases_and_systems)
{
    static Overlay fed;
    Schedule schedule = toy_playback()->session.schedule;
    run.config.overlay = OVERLAY_FULL;
    toy_run_open();
    schedule = toy_playback()->session.schedule;
    memset(schedule.phase_ns, 0, sizeof schedule.phase_ns);
    overlay_add_frame(&fed, &(OverlayFrame){.length_ns = 1});
    overlay_add_frame(&fed, &(OverlayFrame){.length_ns = 1});
    schedule.phase_ns[CW_PHASE_PHYSICS] = 246000; /* in two frames */
    overlay_refresh(&fed, 0, &schedule, NULL);
    const OverlayBar *found = NULL;
    for (int i = 0; i < fed.bar_count; i++) {
        found = strcmp(fed.bars[i].name, "physics") == 0 ? &fed.bars[i] : found;
    }
    ck_assert_ptr_nonnull(found);
    ck_assert_str_eq(found->text, "123");
}
