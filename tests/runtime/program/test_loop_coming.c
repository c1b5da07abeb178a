#include "platform/clock.h"
#include "support/toy_run.h"

/* The coming tick in the picture: what it shows, what it leaves alone, and when there is none. */

enum { FPS = 144, TICK_RATE = 60 };
static const double TICK_M = TOY_SPEED_MPS / (double)TICK_RATE;

TOY_SET_UP
{
    run.host_desc.frame_rate = FPS;
    run.config.latency = LATENCY_AHEAD;
}

static const Coming *coming(void)
{
    return &toy_playback()->session.coming;
}

static double drawn_x_m(void)
{
    return cw_world_pose(toy_world(), toy_runner(toy_world()), toy_playback()->alpha).x_m;
}

static void drive(double seconds)
{
    toy_run_open();
    toy_key_for(TOY_KEY_RIGHT, 1, (int)(seconds * (double)FPS));
}

TEST(the_picture_shows_the_time_after_the_last_tick)
{
    drive(2);
    for (int i = 0; i < 100; i++) {
        toy_run_frames(1);
        double part = toy_playback()->alpha - 1;
        EXPECT_WITHIN(part, 0, 1);
        ck_assert_double_eq_tol(drawn_x_m(), toy_runner_x_m() + part * TICK_M, 1e-6);
    }
}

typedef struct Mirror {
    cpBody *body;
    double x_m, angle_rad;
} Mirror;

static CwEntity mirror;
static const Mirror *mirrored;

static void follow(CwWorld *world, CwEntity self, void *data)
{
    Mirror *own = data;
    own->x_m = own->angle_rad = cpBodyGetPosition(own->body).x;
    mirror = self;
    mirrored = own;
}

TEST(a_blended_field_is_drawn_where_its_body_is)
{
    static const CwField fields[] = {CW_FIELD_LERP(Mirror, x_m),
                                     CW_FIELD_LERP_ANGLE(Mirror, angle_rad)};
    static CwKind kinds[TOY_KIND_COUNT];
    memcpy(kinds, run.game.content.kinds, sizeof kinds);
    kinds[TOY_RUNNER].size = sizeof(Mirror);
    kinds[TOY_RUNNER].tick = follow;
    kinds[TOY_RUNNER].fields = fields;
    kinds[TOY_RUNNER].field_count = CW_ARRAY_LENGTH(fields);
    run.game.content.kinds = kinds;
    drive(2);
    for (int i = 0; i < 100; i++) {
        toy_key(TOY_KEY_RIGHT, i / 20 % 2); /* its changes are not foreseen */
        toy_run_frames(1);
        for (int k = 0; k < 2; k++) {
            const double *value = k == 0 ? &mirrored->x_m : &mirrored->angle_rad;
            double x_m = cw_world_lerp(toy_world(), mirror, value, toy_playback()->alpha);
            ck_assert_double_eq_tol(x_m, drawn_x_m(), 1e-6);
        }
    }
}

TEST(a_press_between_two_ticks_is_in_the_coming_tick_of_that_frame)
{
    toy_play(200);
    uint64_t before = toy_ticks();
    while (toy_ticks() == before) {
        toy_run_frames(1);
    }
    before = toy_ticks();
    toy_key_for(TOY_KEY_RIGHT, 1, 1);
    ck_assert_uint_eq(toy_ticks(), before);
    ck_assert(cw_input_pressed(&coming()->input.players[0], TOY_RUN));
    ck_assert_uint_eq(toy_now()->press_counts[TOY_RUN], 0);
    toy_run_frames(3);
    toy_expect_edges(TOY_RUN, 1, 0);
}

TEST(a_wrong_guess_is_blended_away_in_small_steps)
{
    drive(2);
    toy_key(TOY_KEY_RIGHT, 0);
    double before_m = drawn_x_m(), pixels = 720.0 / 12;
    for (int i = 0; i < 20; i++) {
        double moved_m = TOY_SPEED_MPS / (double)FPS;
        toy_run_frames(1);
        EXPECT_WITHIN((drawn_x_m() - before_m) * pixels, -2, 2 + moved_m * pixels);
        before_m = drawn_x_m();
    }
    ck_assert_double_eq_tol(drawn_x_m(), toy_runner_x_m(), 1e-9);
}

static void spawn_in_tick_50(CwWorld *world)
{
    if (cw_world_tick(world) == 50) {
        cw_world_spawn(world, TOY_BALL, NULL, 0);
    }
}

static int seen_bodies, wrong_count;

static void look_at_truth(const CwWorld *world, CwFrame *frame)
{
    seen_bodies = world->body_count;
    wrong_count += seen_bodies != TOY_BALL_COUNT + 1 + (cw_world_tick(world) >= 50);
}

TEST(a_spawn_in_the_coming_tick_is_not_drawn_before_that_tick)
{
    toy.while_ticking = spawn_in_tick_50;
    toy.while_updating = look_at_truth;
    wrong_count = 0;
    toy_play(FPS * 2);
    ck_assert_int_eq(seen_bodies, TOY_BALL_COUNT + 2);
    ck_assert_int_eq(wrong_count, 0);
}

static int streak_count;

static void teleport_in_tick_50(CwWorld *world)
{
    if (cw_world_tick(world) == 50) {
        cpBody *runner = (cpBody *)(uintptr_t)toy_runner(world);
        cw_world_teleport(world, runner, (CwTransform2){.x_m = 20}, CW_TELEPORT_SNAP);
    }
}

static void look_for_streak(const CwWorld *world, CwFrame *frame)
{
    double x_m = cw_world_pose(world, toy_runner(world), frame->alpha).x_m;
    streak_count += x_m > 0.001 && x_m < 19.999;
}

TEST(a_teleport_of_the_coming_tick_leaves_no_streak)
{
    toy.while_ticking = teleport_in_tick_50;
    toy.while_updating = look_for_streak;
    streak_count = 0;
    toy_play(FPS * 2);
    ck_assert_int_eq(streak_count, 0);
    ck_assert_double_eq_tol(toy_runner_x_m(), 20, 1e-9);
}

TEST(changing_the_setting_slides_and_nothing_moves_backwards)
{
    drive(1);
    for (int round = 0; round < 2; round++) {
        run.loop.settings.config.latency = round == 0 ? LATENCY_INTERPOLATE : LATENCY_AHEAD;
        for (int i = 0; i < 60; i++) {
            double shown = toy_shown_ticks(), x_m = drawn_x_m();
            toy_run_frames(1);
            EXPECT_WITHIN(toy_shown_ticks() - shown, 0.2, 0.7);
            ck_assert_double_ge(drawn_x_m(), x_m);
        }
        ck_assert((toy_playback()->alpha < 1) == (round == 0));
    }
}

static bool fails_ahead;

static void fail_unless_true(CwWorld *world)
{
    if (fails_ahead && cw_world_tick(world) >= 50) {
        CW_ASSERT(!fails_ahead, "this is the test's own");
    }
}

TEST(a_coming_tick_that_fails_is_discarded_silently)
{
    toy.while_ticking = fail_unless_true;
    fails_ahead = true;
    toy_run_open();
    while (toy_ticks() < 49) {
        toy_run_frames(1);
    }
    ck_assert(coming()->was_attempted && !coming()->is_ready);
    EXPECT_WITHIN(toy_playback()->alpha, 0, 1);
    fails_ahead = false;
    toy_run_frames(100);
    ck_assert_uint_gt(toy_ticks(), 80);
    ck_assert_double_gt(toy_playback()->alpha, 1);
}

TEST(lockstep_and_slow_time_have_no_coming_tick, .rounds = 2)
{
    run.desc.mode.is_lockstep = _i == 0;
    run.config.time_scale = _i == 1 ? 0 : 1;
    toy_play(100);
    ck_assert_uint_eq(coming()->stats.simulated_count, 0);
}

TEST(sticks_that_move_in_every_frame_stay_within_a_budget)
{
    run.host_desc.frame_rate = 240;
    toy_play(200);
    uint64_t before = coming()->stats.simulated_count, ticks = toy_ticks();
    for (int i = 0; i < 1000; i++) {
        toy_send((InputEvent){.type = INPUT_MOUSE_MOTION, .x = 100 + i % 300, .y = 50, .dx = 1});
    }
    double count = (double)(coming()->stats.simulated_count - before);
    EXPECT_WITHIN(count / (double)(toy_ticks() - ticks), 1.9, 3.1);
}

TEST(in_slow_motion_a_stick_is_followed_through_all_of_the_tick)
{
    int16_t seen_x = 0;
    int late_count = 0;
    run.config.time_scale = 0.1;
    toy_play(200);
    for (int i = 0; i < 500; i++) { /* 20 ticks */
        toy_send((InputEvent){.type = INPUT_MOUSE_MOTION, .x = 100 + i % 300, .y = 50, .dx = 1});
        int16_t now_x = coming()->input.players[0].pointer_x;
        late_count += now_x != seen_x && toy_playback()->alpha > 1.6;
        seen_x = now_x;
    }
    EXPECT_WITHIN(late_count, 15, 25);
}

static int64_t busy_ns;

static void keep_busy(CwWorld *world)
{
    int64_t end_ns = clock_now_ns() + busy_ns;
    while (clock_now_ns() < end_ns) {
    }
}

TEST(where_a_tick_takes_half_of_a_frame_the_picture_is_interpolated)
{
    run.host_desc.frame_rate = 250;
    run.host_desc.status.refresh_hz = 250;
    busy_ns = 3000000;
    toy.while_ticking = keep_busy;
    toy_play(200);
    ck_assert(toy_playback()->must_interpolate);
    EXPECT_WITHIN(toy_playback()->alpha, 0, 1);
    busy_ns = 0;
    for (int tries = 0; tries < 1000 && toy_playback()->must_interpolate; tries++) {
        toy_run_frames(100); /* more where other programs make ticks long */
    }
    ck_assert(!toy_playback()->must_interpolate);
    ck_assert_double_gt(toy_playback()->alpha, 1);
}
