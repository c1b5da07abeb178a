#include "clockwork/draw.h"
#include "host/sdl_events.h"
#include "support/test.h"
#include "support/toy_run.h"

#include <math.h>

/* 1600x1000 pixels, two a unit of the desktop, bars of 50 above and below the picture. */
static const PointerMap map = {
    1600, 1000, 2, 2, {0, 50, 1600 / CW_VIEW_WIDTH, 900 / CW_VIEW_HEIGHT}};

/* What comes of an SDL event in that window. */
static InputEvent seen(const SDL_Event *event)
{
    InputEvent translated;
    ck_assert(sdl_event_translate(event, &map, &translated));
    return translated;
}

static InputEvent finger(float x, float y)
{
    SDL_Event event = {
        .tfinger = {.type = SDL_FINGERDOWN, .touchId = 1, .fingerId = 7, .x = x, .y = y}};
    return seen(&event);
}

TEST(a_finger_lands_where_it_touches_the_picture)
{
    InputEvent middle = finger(0.5f, 0.5f);
    ck_assert_int_eq(middle.type, INPUT_TOUCH_DOWN);
    ck_assert_double_eq_tol(middle.x, CW_VIEW_WIDTH / 2.0, 1e-4);
    ck_assert_double_eq_tol(middle.y, CW_VIEW_HEIGHT / 2.0, 1e-4);
    InputEvent corner = finger(0.75f, 0.95f); /* the picture's lower edge */
    ck_assert_double_eq_tol(corner.x, 0.75 * CW_VIEW_WIDTH, 1e-4);
    ck_assert_double_eq_tol(corner.y, CW_VIEW_HEIGHT, 1e-4);
}

TEST(a_finger_in_the_bars_is_outside)
{
    ck_assert_double_gt(finger(0.5f, 0.99f).y, CW_VIEW_HEIGHT);
    ck_assert_double_lt(finger(0.5f, 0.01f).y, 0);
}

TEST(the_mouse_points_at_view_points)
{
    SDL_Event event = {
        .motion = {.type = SDL_MOUSEMOTION, .x = 400, .y = 25, .xrel = 10, .yrel = 0}};
    InputEvent motion = seen(&event);
    ck_assert_double_eq_tol(motion.x, CW_VIEW_WIDTH / 2.0, 1e-6);
    ck_assert_double_eq_tol(motion.y, 0, 1e-6);
    ck_assert_double_eq_tol(motion.dx, 20 * CW_VIEW_WIDTH / 1600.0, 1e-6);
}

TEST(a_finger_points_like_a_mouse)
{
    static ToyRun run;
    toy_run_prepare(&run);
    toy_run_open(&run);
    InputEvent touch = finger(0.5f, 0.5f);
    stage_take_event(&run.loop.stage, &touch);
    ck_assert_double_eq_tol(run.loop.stage.ui_input.pointer_x, CW_VIEW_WIDTH / 2.0, 1e-4);
    ck_assert_double_eq_tol(run.loop.stage.ui_input.pointer_y, CW_VIEW_HEIGHT / 2.0, 1e-4);
    toy_run_close(&run);
}
