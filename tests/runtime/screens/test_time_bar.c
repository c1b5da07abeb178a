/* The signs of time hide neither a game's messages nor the player. */
#include "support/drawn_text.h"
#include "support/toy_run.h"

TOY_FIXTURE;

/* The highest y that is drawn on on a layer, view points; the view's end where nothing is. */
static double top_of(int layer)
{
    const CwDrawList *list = &toy_stage()->draw_list;
    double top = CW_VIEW_HEIGHT;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = &list->commands[i];
        bool counts = command->layer == layer && command->kind == DRAW_RECT;
        top = counts ? fmin(top, (double)command->rect.top_left.y) : top;
    }
    return top;
}

TEST(speed_and_rewind_are_shown_at_the_lower_edge)
{
    toy_play(60);
    toy_tap_for(TOY_KEY_FAR_BACK, 2);
    ck_assert_int_lt(toy_playback()->speed.steps, 0);
    ck_assert_double_ge(top_of(CW_ENGINE_LAYER_TIME), CW_VIEW_HEIGHT - TRANSPORT_HEIGHT);
    toy_key_for(TOY_KEY_REWIND, 1, 5);
    ck_assert(playback_is_paused_for(toy_playback(), PAUSE_REWIND));
    ck_assert_double_ge(top_of(CW_ENGINE_LAYER_TIME), CW_VIEW_HEIGHT - TRANSPORT_HEIGHT);
}

TEST(the_game_is_told_of_a_page_over_its_picture)
{
    toy_play(30);
    ck_assert_int_eq(toy.last.scene, CW_SCENE_PLAY);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy.last.scene, CW_SCENE_MENU);
    toy_tap(TOY_KEY_STEP_BACK); /* the page goes aside to let the tick be seen */
    toy_run_frames(1);
    ck_assert_int_eq(toy.last.scene, CW_SCENE_PLAY);
}

static TimeFrame watching(int64_t used_ns)
{
    return (TimeFrame){.playback = &run.loop.playback,
                       .activity = ACTIVITY_WATCHING,
                       .elapsed_ns = 100000000,
                       .used_ns = used_ns};
}

TEST(a_replay_that_plays_untouched_hides_the_bar)
{
    toy_play(10);
    TimeBar bar = {0};
    TimeFrame frame = watching(5);
    for (int i = 0; i < 29; i++) {
        time_bar_update(&bar, &frame);
    }
    ck_assert_double_eq(time_bar_height(&bar, &frame), TRANSPORT_HEIGHT);
    for (int i = 0; i < 5; i++) {
        time_bar_update(&bar, &frame);
    }
    ck_assert_double_eq(time_bar_height(&bar, &frame), 0);
    frame = watching(6);
    time_bar_update(&bar, &frame);
    ck_assert_double_eq(time_bar_height(&bar, &frame), TRANSPORT_HEIGHT);
}

/* The probe of a game whose clock runs while the runner does. */
static CwProbe count_moving(const CwWorld *world)
{
    CwProbe probe = toy_game.probe(world);
    double way_m = cpBodyGetPosition(toy_runner(world)).x;
    probe.time_ticks = (uint64_t)(way_m * 60 / TOY_SPEED_MPS + 0.5);
    return probe;
}

static void expect_drawn(const char *text)
{
    ck_assert_msg(draws_text(&toy_stage()->draw_list, text), "%s is not drawn", text);
}

TEST(a_pause_shows_the_run_s_time_without_what_idled_before_it)
{
    run.game.probe = count_moving;
    toy_play(180);
    toy_key_for(TOY_KEY_RIGHT, 1, 60);
    toy_key_for(TOY_KEY_RIGHT, 0, 1);
    uint64_t time = count_moving(toy_world()).time_ticks;
    EXPECT_WITHIN(time, 58, 62);
    toy_tap_for(TOY_KEY_ESCAPE, 1);
    expect_drawn(textf("00:0%d.%d", (int)time / 60, (int)time / 6 % 10));
    toy_click_bar(0.1);
    toy_run_frames(2);
    expect_drawn("00:00.0");
    expect_drawn(textf("00:0%d.%d", (int)time / 60, (int)time / 6 % 10));
}

TEST(a_pause_shows_all_ticks_where_the_game_counts_none)
{
    toy_play(183);
    toy_tap_for(TOY_KEY_ESCAPE, 1);
    expect_drawn(textf("00:0%d.%d", (int)toy_ticks() / 60, (int)toy_ticks() / 6 % 10));
}

TEST(a_long_notice_is_wrapped_in_its_frame)
{
    toy_play(5);
    notices_add(&toy_monitor()->notices, "%s",
                "game.history = 1 is too small for this level, which keeps a great deal of itself: "
                "going back takes 12");
    toy_run_frames(1);
    const CwDrawList *list = &toy_stage()->draw_list;
    int count = 0;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->layer == CW_ENGINE_LAYER_NOTICES && command->kind == DRAW_TEXT) {
            ck_assert_double_ge((double)command->text.size, 12);
            ck_assert_uint_ne(command->text.block, 0); /* of lines */
            count++;
        }
    }
    ck_assert_int_ge(count, 1);
}

TEST(the_overlay_leaves_the_upper_edge_to_the_game)
{
    run.config.overlay = OVERLAY_FULL;
    toy_play(60);
    ck_assert_double_ge(top_of(CW_ENGINE_LAYER_OVERLAY), 90);
}

enum { KEY_J = 13, KEY_K = 14, RING_TICK = 40, RING = 3 };

static void ring_once(CwWorld *world)
{
    if (cw_world_tick(world) == RING_TICK) {
        cw_world_emit(world, RING, (CwEntity){0}, cpvzero, 1);
    }
}

static uint64_t pause_with_marks(void)
{
    toy.while_ticking = ring_once;
    toy_play(60);
    toy_tap_for(TOY_KEY_SPACE, 60);
    toy_tap_for(TOY_KEY_ESCAPE, 2);
    const RunMarks *marks = &toy_playback()->marks;
    ck_assert_int_eq(marks->count, 2);
    ck_assert_uint_eq(marks->items[0].tick, RING_TICK);
    return marks->items[1].tick;
}

TEST(moments_of_the_run_are_named_and_a_click_goes_there)
{
    uint64_t press = pause_with_marks();
    toy_point((RING_TICK + 1) / (double)playback_last_tick(toy_playback()), TOY_BAR_Y + 9);
    toy_run_frames(1);
    expect_drawn("event 3, tick 40");
    toy_button(1);
    toy_button(0);
    ck_assert_uint_eq(toy_ticks(), RING_TICK);
    ck_assert(!playback_is_paused_for(toy_playback(), PAUSE_DRAG));
    toy_point(0.5, 100);
    toy_tap(KEY_K);
    ck_assert_uint_eq(toy_ticks(), press);
    toy_run_frames(1);
    expect_drawn(textf("Kick the balls, tick %d", (int)press));
    toy_tap(KEY_K);
    ck_assert_uint_eq(toy_ticks(), press);
    toy_tap(KEY_J);
    ck_assert_uint_eq(toy_ticks(), RING_TICK);
}

TEST(another_branch_has_marks_of_its_own)
{
    pause_with_marks();
    toy_tap(KEY_J);
    toy_tap(KEY_J);
    ck_assert_uint_eq(toy_ticks(), RING_TICK);
    toy_tap_times(TOY_KEY_ESCAPE, 2);
    toy_run_frames(5);
    ck_assert_int_eq(toy_playback()->marks.count, 1);
}

static CwProbe probe_ball(const CwWorld *world)
{
    uint64_t tick = cw_world_tick(world);
    return (CwProbe){.player = toy_world()->bodies[1], .checkpoints = tick >= RING_TICK};
}

TEST(hard_hits_and_checkpoints_are_marks_and_only_named_events_of_the_game)
{
    static const char *const names[RING + 2] = {[RING + 1] = "of no event"};
    int counts[MARK_CHECKPOINT + 1] = {0};
    run.game.content.event_names = names;
    run.game.content.event_name_count = RING + 2;
    run.game.probe = probe_ball;
    toy.while_ticking = ring_once;
    toy_play(300);
    const RunMarks *marks = &toy_playback()->marks;
    for (int i = 0; i < marks->count; i++) {
        counts[marks->items[i].sort]++;
    }
    ck_assert_int_eq(counts[MARK_CHECKPOINT], 1);
    ck_assert_int_eq(counts[MARK_EVENT], 0);
    EXPECT_WITHIN(counts[MARK_HIT], 1, 12);
    ck_assert_double_ge(marks->items[0].number, 3);
}

TEST(of_too_many_marks_the_oldest_go)
{
    static RunMarks marks;
    toy_play(10);
    CwWorld *world = toy_playback()->session.world;
    world->input.players[0].pressed = 1u << TOY_KICK;
    for (int i = 0; i < RUN_MARKS_MAX + 10; i++) {
        world->tick++;
        run_marks_note(&marks, &toy_playback()->session, &(CwProbe){0});
    }
    EXPECT_WITHIN(marks.count, RUN_MARKS_MAX * 3 / 4, RUN_MARKS_MAX * 3 / 4 + 11);
    ck_assert_uint_eq(marks.items[marks.count - 1].tick, world->tick);
}
