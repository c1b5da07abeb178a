#include "check/input_monkey.h"
#include "host/sdl_events.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

/* The pointer in the world, as ticks get it, through the real loop. */

static const double STEP_M = 1.0 / CW_POINTER_STEPS_PER_M;

static CwPoint2 place; /* as the last tick read it */

/* The state depends on it, so recordings must have it. */
static void read_pointer(CwWorld *world)
{
    ToyState *state = cw_world_state(world);
    place = cw_input_pointer_m(cw_world_input(world));
    state->motion_x += 3 * cw_world_input(world)->world_x + cw_world_input(world)->world_y;
}

TOY_SET_UP
{
    run.game.input.pointer_in_world = true;
    toy.while_ticking = read_pointer;
    place = (CwPoint2){0, 0};
}

static void point(double x, double y)
{
    toy_event((InputEvent){.type = INPUT_MOUSE_MOTION, .x = x, .y = y});
}

static CwCamera shown(void)
{
    return toy_stage()->draw_list.state.camera;
}

static void expect_under(const CwCamera *camera, double x, double y)
{
    CwPoint2 wanted = cw_camera_to_world(camera, (CwPoint2){x, y});
    ck_assert_double_eq_tol(place.x, wanted.x, STEP_M);
    ck_assert_double_eq_tol(place.y, wanted.y, STEP_M);
}

TEST(a_tick_knows_what_lay_under_the_pointer_in_the_picture_before)
{
    toy_run_open();
    toy_key(TOY_KEY_RIGHT, 1);
    point(100.25, 50.75); /* rests, while the camera goes, turns, zooms and shakes */
    toy_run_frames(2);
    for (int i = 0; i < 100; i++) {
        CwCamera before = shown();
        toy.camera.angle_rad += 0.1;
        toy.camera.height_m = i % 7;
        toy.camera.shake_m = (CwPoint2){i % 3, i % 2};
        toy_run_frames(1);
        ck_assert(before.x_m != shown().x_m && before.angle_rad != shown().angle_rad);
        expect_under(&before, 100.25, 50.75);
    }
}

TEST(all_ticks_of_a_frame_get_the_same_picture_s)
{
    run.host_desc.frame_rate = 20;
    toy_run_open();
    toy_key(TOY_KEY_RIGHT, 1);
    point(600, 20);
    toy_run_frames(3);
    CwCamera before = shown();
    ck_assert_uint_eq(toy_ticks_in(1), 3);
    expect_under(&before, 600, 20);
}

TEST(a_camera_that_a_game_moves_before_its_ticks_was_not_shown_yet)
{
    toy_run_open();
    point(320, 180);
    toy_run_frames(3);
    CwCamera before = shown();
    toy_playback()->session.camera.x_m += 100; /* as an early system may */
    toy_run_frames(1);
    expect_under(&before, 320, 180);
}

TEST(the_window_s_bars_count_as_the_picture_s_edge)
{
    Viewport viewport =
        viewport_make(800, 600, SCALING_LETTERBOX, (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    ck_assert_int_eq(viewport.y_px, 75);
    PointerMap map = {
        800, 600, 1, 1, {viewport.x_px, viewport.y_px, viewport.scale_x, viewport.scale_y}};
    const struct {
        int y_px;
        double view_y;
    } rows[] = {{75, 0}, {300, 180}, {20, 0}, {599, CW_VIEW_HEIGHT - 1}};
    toy_run_open();
    toy.camera.angle_rad = 1;
    toy_run_frames(2);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        SDL_Event moved = {.motion = {.type = SDL_MOUSEMOTION, .x = 200, .y = rows[i].y_px}};
        InputEvent event = {0};
        ck_assert(sdl_event_translate(&moved, &map, &event));
        toy_event(event);
        CwCamera before = shown();
        toy_run_frames(1);
        expect_under(&before, 160, rows[i].view_y);
    }
}

static const int windows[][2] = {{1280, 720}, {2560, 1080}, {500, 900}, {1, 1}, {16384, 200}};

/* The same pixels off the window's middle, in pixels of the base's scale. */
TEST(an_expanded_view_points_beyond_its_base, .rounds = CW_ARRAY_LENGTH(windows))
{
    run.config.scaling = SCALING_EXPAND;
    run.host_desc.status.width_px = windows[_i][0];
    run.host_desc.status.height_px = windows[_i][1];
    toy_play(2);
    CwViewRect view = toy_stage()->viewport.view;
    const CwPoint2 places[] = {{view.x + 0.25, view.y + 0.25},
                               {320, 180},
                               {view.x + view.width - 1.25, view.y + view.height - 1.25}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(places); i++) {
        point(places[i].x, places[i].y);
        CwCamera before = shown();
        toy_run_frames(1);
        expect_under(&before, places[i].x, places[i].y);
    }
}

TEST(a_game_of_another_base_points_through_its_middle)
{
    run.game.looks.view_width = 360;
    run.game.looks.view_height = 640;
    toy_run_open();
    point(180, 320);
    toy_run_frames(2);
    CwPoint2 middle = place;
    point(200, 300);
    toy_run_frames(2);
    double step_m = 20 * shown().height_m / 640;
    ck_assert_double_eq_tol(place.x - middle.x, step_m, 2 * STEP_M);
    ck_assert_double_eq_tol(place.y - middle.y, step_m, 2 * STEP_M);
}

TEST(the_pointer_is_at_the_origin_until_it_moves)
{
    toy_play(5);
    ck_assert(place.x == 0 && place.y == 0);
}

TEST(a_game_without_a_pointer_gets_and_records_none)
{
    run.game.input.pointer_in_world = false;
    toy_run_open();
    point(100, 50);
    toy_run_frames(5);
    ck_assert(place.x == 0 && place.y == 0);
    CwTickInput input = {0};
    cw_input_point_at(&input.players[0], (CwPoint2){3, 4});
    EXPECT_OK(session_tick(&toy_playback()->session, &input, &error));
    ck_assert(place.x == 0 && place.y == 0);
}

TEST(a_step_in_a_pause_points_into_the_paused_picture)
{
    toy_play(30);
    toy_tap(TOY_KEY_ESCAPE);
    toy.camera = (CwCamera){.x_m = 7, .angle_rad = -2, .height_m = -6};
    point(40, 300);
    toy_run_frames(1);
    CwCamera standing = shown();
    uint64_t before = toy_ticks();
    toy_tap(TOY_KEY_STEP_FORWARD);
    ck_assert_uint_eq(toy_ticks(), before + 1);
    expect_under(&standing, 40, 300);
}

TEST(a_frame_phase_knows_the_pointer)
{
    toy_play(5);
    point(40, 300);
    CwCamera before = shown();
    toy_run_frames(1);
    place = cw_input_pointer_m(toy.last.input);
    expect_under(&before, 40, 300);
}

TEST(a_pointer_that_is_not_finite_gives_a_number)
{
    CwInputFrame input = {0};
    cw_input_point_at(&input, (CwPoint2){1e300, -1e300});
    ck_assert(input.world_x == INT32_MAX && input.world_y == INT32_MIN);
    cw_input_point_at(&input, (CwPoint2){NAN, -0.4 / CW_POINTER_STEPS_PER_M});
    ck_assert(input.world_x == INT32_MIN && input.world_y == 0);
}

TEST(the_pointer_is_recorded_rewound_and_replayed)
{
    run.desc.setup.recorder.record = sample_path();
    run.guest = changes_guest(5); /* simulates it again */
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
    toy_key(TOY_KEY_RIGHT, 1);
    for (int i = 0; i < 200; i++) {
        point(i * 37 % 640, i * 11 % 360);
        toy.camera.angle_rad += 0.05;
        toy_run_frames(1);
        if (i % 60 == 50) {
            toy_key_for(TOY_KEY_REWIND, 1, 10);
            toy_key_for(TOY_KEY_REWIND, 0, 1);
        }
    }
    uint64_t hash = toy_hash();
    run.loop.end.is_done = true;
    playback_end_run(toy_playback());
    CwReplayFile *replay = sample_load();
    ck_assert_uint_eq(replay->header.pointer_steps_per_m, CW_POINTER_STEPS_PER_M);
    ck_assert_uint_gt(replay->rewind_count, 2);
    ck_assert_uint_eq(sample_verify(replay, &run.game, NULL), hash);
    run.game.input.pointer_in_world = false;
    const ReplayPlayer player = {&run.game, .levels = &run.levels};
    Session session = {0};
    EXPECT_REFUSED(replay_open_session(&session, replay, &player, &error),
                   "1024 steps to a metre of the pointer");
}

TEST(the_monkey_points_the_same_at_every_frame_rate)
{
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        set_up();
        run.host_desc.frame_rate = i == 0 ? 60 : 37;
        run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
        run.desc.mode.tick_limit = 200;
        toy_run_to_end();
        hashes[i] = toy_hash();
        ck_assert(place.x != 0 && place.y != 0);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
