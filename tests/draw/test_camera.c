/* The camera's angle, shake and place: what is seen where, and the way back into the world. */
#include "draw/draw_list.h"

#include "clockwork/base.h"
#include "support/test.h"

#include <math.h>

static const double QUARTER_RAD = 1.5707963267948966;
static const CwSpriteDef sprites[] = {{"crate.svg", 2, 1}};
static const SpriteTable table = {sprites, 1, 9};
static const double angles_rad[] = {0, 0.3, -1.2, 1.5707963267948966, 3, 1e4};
static CwDrawList list;

static void tear_down(void)
{
    draw_list_free(&list);
}

FIXTURE(.tear_down = tear_down);

static CwCamera camera_at(double x_m, double y_m, double angle_rad)
{
    /* 40 points a metre */
    return (CwCamera){.x_m = x_m, .y_m = y_m, .height_m = 9, .angle_rad = angle_rad};
}

/* Where a sprite is drawn, with how it is turned. */
static Placement drawn(const CwCamera *camera, double parallax, const CwSpriteDraw *sprite)
{
    draw_list_begin(&list, camera, &table);
    cw_draw_set_world(&list, parallax);
    cw_draw_sprite(&list, sprite);
    ck_assert_uint_eq(list.command_count, 1);
    return list.commands[0].sprite.place;
}

static vec2s seen_at(const CwCamera *camera, double parallax, double x_m, double y_m)
{
    const CwSpriteDraw sprite = {.x = x_m, .y = y_m};
    return placement_origin(drawn(camera, parallax, &sprite));
}

static void check_point(vec2s point, double x, double y)
{
    ck_assert_double_eq_tol(point.x, x, 1e-3);
    ck_assert_double_eq_tol(point.y, y, 1e-3);
}

TEST(camera_turned_left_sees_the_world_turned_right)
{
    CwCamera camera = camera_at(10, 5, QUARTER_RAD);
    check_point(seen_at(&camera, 1, 10, 5), 320, 180);
    check_point(seen_at(&camera, 1, 11, 5), 320, 180 + 40);
    check_point(seen_at(&camera, 1, 10, 6), 320 + 40, 180);
}

TEST(every_parallax_turns_about_the_middle)
{
    CwCamera camera = camera_at(10, 4, QUARTER_RAD);
    check_point(seen_at(&camera, 0.5, 6, 2), 320, 180 + 40);
    check_point(seen_at(&camera, 0, 1, 0), 320, 180 + 40);
}

TEST(sprite_turned_with_the_camera_is_seen_upright)
{
    CwCamera camera = camera_at(0, 0, 0.5);
    CwSpriteDraw sprite = {.angle_rad = 0.5};
    ck_assert(!placement_is_turned(drawn(&camera, 1, &sprite)));
    sprite.angle_rad = 0;
    Placement place = drawn(&camera, 1, &sprite);
    check_point(transform_direction(place, (vec2s){{1, 0}}), cos(0.5), sin(0.5));
}

TEST(screen_space_stays_upright_and_in_place)
{
    CwCamera camera = camera_at(3, 4, 1);
    camera.shake_m = (CwPoint2){1, 1};
    draw_list_begin(&list, &camera, &table);
    cw_draw_set_screen(&list);
    cw_draw_sprite(&list, &(CwSpriteDraw){.x = 12, .y = 34});
    check_point(placement_origin(list.commands[0].sprite.place), 12, 34);
    ck_assert(!placement_is_turned(list.commands[0].sprite.place));
}

TEST(shake_moves_near_and_far_alike)
{
    for (double parallax = 0; parallax <= 1; parallax += 0.5) {
        CwCamera camera = camera_at(10, 4, 0.7);
        vec2s still = seen_at(&camera, parallax, 2, 3);
        camera.shake_m = (CwPoint2){0.5, 0.25};
        check_point(seen_at(&camera, parallax, 2, 3), still.x - 20, still.y + 10);
    }
}

TEST(world_place_is_where_it_is_drawn_and_leads_back)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(angles_rad); i++) {
        CwCamera camera = camera_at(1e4, -300, angles_rad[i]);
        camera.shake_m = (CwPoint2){0.3, -0.2};
        CwPoint2 world = {1e4 + 3, -302};
        CwPoint2 view = cw_camera_to_view(&camera, world);
        check_point(seen_at(&camera, 1, world.x, world.y), view.x, view.y);
        CwPoint2 back = cw_camera_to_world(&camera, view);
        ck_assert_double_eq_tol(back.x, world.x, 1e-9);
        ck_assert_double_eq_tol(back.y, world.y, 1e-9);
    }
}

/* What culling relies on: nothing in the picture is outside, and no side lies further out. */
TEST(visible_world_just_holds_the_corners_of_the_picture)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(angles_rad); i++) {
        CwCamera camera = camera_at(7, -3, angles_rad[i]);
        camera.shake_m = (CwPoint2){0.5, 0.1};
        draw_list_begin(&list, &camera, &table);
        CwWorldRect seen = cw_draw_visible_world(&list);
        CwWorldRect corners = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (int corner = 0; corner < 4; corner++) {
            CwPoint2 view = {corner % 2 * CW_VIEW_WIDTH, corner / 2 * CW_VIEW_HEIGHT};
            CwPoint2 at = cw_camera_to_world(&camera, view);
            corners = (CwWorldRect){fmin(corners.left_m, at.x), fmin(corners.bottom_m, at.y),
                                    fmax(corners.right_m, at.x), fmax(corners.top_m, at.y)};
        }
        ck_assert_double_eq_tol(seen.left_m, corners.left_m, 1e-9);
        ck_assert_double_eq_tol(seen.bottom_m, corners.bottom_m, 1e-9);
        ck_assert_double_eq_tol(seen.right_m, corners.right_m, 1e-9);
        ck_assert_double_eq_tol(seen.top_m, corners.top_m, 1e-9);
    }
}

/* A crawl past a camera that moves too: a shimmer would be the unevenness of its steps. */
TEST(motion_a_thousand_kilometres_out_is_as_smooth_as_at_the_origin)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(angles_rad); i++) {
        for (int frame = 0; frame < 500; frame++) {
            double camera_m = frame * 0.0137, thing_m = frame * 0.0151;
            CwCamera near = camera_at(camera_m, 0, angles_rad[i]);
            CwCamera far = camera_at(1e6 + camera_m, -1e6, angles_rad[i]);
            vec2s at_origin = seen_at(&near, 1, thing_m, 0.1);
            vec2s out_there = seen_at(&far, 1, 1e6 + thing_m, -1e6 + 0.1);
            ck_assert_float_eq_tol(out_there.x, at_origin.x, 1e-4F);
            ck_assert_float_eq_tol(out_there.y, at_origin.y, 1e-4F);
        }
    }
}
