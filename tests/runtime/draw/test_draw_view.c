/* Further cameras and clips in a picture, by both painters; begins and ends that don't pair. */

#include "support/picture.h"

static const CwColour red = {255, 0, 0, 255}, blue = {0, 0, 255, 255};
static const double QUARTER_RAD = 1.5707963267948966;

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = picture_close);

static CwDrawList *open_list(int painted)
{
    picture_open_screen(painted);
    return &picture.list;
}

static void fill_screen(CwDrawList *list, CwColour colour)
{
    cw_draw_set_screen(list);
    cw_draw_rect(list, &(CwRectDraw){-1e4, -1e4, 2e4, 2e4, colour, colour});
}

static CwCamera camera_in(double x, double y, double width, double height)
{
    return (CwCamera){.height_m = 9, .view = {x, y, width, height}};
}

/* ---- clips ---- */

TEST(a_clip_cuts_everything_at_its_edge)
{
    CwDrawList *list = open_list(_i);
    cw_draw_clip_begin(list, (CwViewRect){100, 50, 200, 80});
    picture_push_too_much(list);
    cw_draw_clip_end(list);
    picture_finish();
    picture_expect_ink((SDL_Rect){100, 50, 200, 80}, 0);
}

TEST(nested_clips_show_what_is_in_both)
{
    CwDrawList *list = open_list(_i);
    cw_draw_clip_begin(list, (CwViewRect){100, 50, 200, 80});
    cw_draw_clip_begin(list, (CwViewRect){200, -1000, 1000, 1100});
    fill_screen(list, WHITE);
    cw_draw_clip_end(list);
    cw_draw_rect(list, &(CwRectDraw){0, 0, 110, 60, red, red});
    cw_draw_clip_end(list);
    cw_draw_rect(list, &(CwRectDraw){0, 0, 5, 5, blue, blue});
    PICTURE_SHOWS({199, 90, 0, 0}, {250, 101, 0, 0});
    picture_expect_all((SDL_Rect){200, 50, 100, 50}, 0xFFFFFF, 0);
    picture_expect_all((SDL_Rect){100, 50, 10, 10}, 0xFF0000, 0);
    picture_expect_all((SDL_Rect){0, 0, 5, 5}, 0x0000FF, 0);
}

TEST(a_clip_holds_on_all_layers_and_on_no_other_push)
{
    CwDrawList *list = open_list(_i);
    cw_draw_clip_begin(list, (CwViewRect){0, 0, 320, 360});
    cw_draw_set_layer(list, 5);
    fill_screen(list, red);
    cw_draw_set_layer(list, -5);
    fill_screen(list, red);
    cw_draw_clip_end(list);
    cw_draw_set_layer(list, 0);
    fill_screen(list, blue);
    picture_finish();
    picture_expect_all((SDL_Rect){0, 0, 320, 360}, 0xFF0000, 0);
    picture_expect_all((SDL_Rect){320, 0, 320, 360}, 0x0000FF, 0);
}

TEST(a_clip_in_the_world_is_metres_and_its_bounds_where_it_is_turned)
{
    picture_open(_i);
    CwDrawList *list = &picture.list;
    cw_draw_clip_begin(list, (CwViewRect){-2, 1, 4, 3}); /* 40 points a metre, (320, 180) is 0 */
    fill_screen(list, WHITE);
    cw_draw_clip_end(list);
    picture_finish();
    picture_expect_ink((SDL_Rect){240, 140, 160, 120}, 0);
    picture_close();
    picture_open(_i);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 1, .angle_rad = QUARTER_RAD});
    cw_draw_clip_begin(list, (CwViewRect){-2, 1, 4, 3});
    fill_screen(list, WHITE);
    cw_draw_clip_end(list);
    picture_finish();
    picture_expect_ink((SDL_Rect){240, 100, 120, 160}, 1);
}

TEST(an_empty_or_impossible_clip_shows_nothing)
{
    const CwViewRect rects[] = {{10, 10, 0, 10},       {10, 10, 10, -1},   {NAN, 0, 10, 10},
                                {0, 0, INFINITY, 10},  {700, 0, 100, 100}, {-1e300, 0, 10, 10},
                                {1e308, 0, 1e308, 10}, {0, 0, NAN, NAN},   {0, 0, 0, 0}};
    CwDrawList *list = open_list(_i);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rects); i++) {
        cw_draw_set_screen(list);
        cw_draw_clip_begin(list, rects[i]);
        picture_push_too_much(list);
        cw_draw_clip_begin(list, (CwViewRect){0, 0, 640, 360});
        picture_push_too_much(list);
        cw_draw_clip_end(list);
        cw_draw_clip_end(list);
    }
    ck_assert_uint_eq(list->command_count, 0);
    cw_draw_clip_begin(list, (CwViewRect){-1e30, -1e30, 2e30, 2e30}); /* huge is all of it */
    fill_screen(list, WHITE);
    cw_draw_clip_end(list);
    picture_finish();
    picture_expect_ink((SDL_Rect){0, 0, 640, 360}, 0);
}

/* ---- views ---- */

TEST(a_pane_shows_a_whole_picture_smaller)
{
    const CwCamera camera = {.x_m = 100, .height_m = 9, .view = {0, 0, 640, 360}};
    CwDrawList *list = open_list(_i);
    draw_pane_begin(list, &camera, (CwViewRect){320, 90, 320, 180}, 1);
    CwWorldRect seen = cw_draw_visible_world(list);
    ck_assert_double_eq_tol(seen.left_m, 92, 1e-4);
    ck_assert_double_eq_tol(seen.top_m, 4.5, 1e-4);
    fill_screen(list, WHITE);
    cw_draw_set_world(list, 1);
    cw_draw_circle(list, (CwPoint2){100, 0}, 1, red); /* 20 points about the pane's middle */
    cw_draw_set_screen(list);
    cw_draw_clip_begin(list, (CwViewRect){20, 10, 20, 20});
    fill_screen(list, blue);
    cw_draw_clip_end(list);
    cw_draw_view_end(list);
    PICTURE_SHOWS({329, 100, 0xFFFFFF, 0}, {458, 180, 0xFFFFFF, 0});
    picture_expect_ink((SDL_Rect){320, 90, 320, 180}, 0);
    picture_expect_all((SDL_Rect){330, 95, 10, 10}, 0x0000FF, 0);
    picture_expect_all((SDL_Rect){467, 167, 26, 26}, 0xFF0000, 0);
}

TEST(halves_of_a_split_screen_have_a_camera_each)
{
    CwDrawList *list = open_list(_i);
    for (int half = 0; half < 2; half++) {
        CwCamera camera = camera_in(320 * half, 0, 320, 360);
        camera.x_m = 100.0 * half;
        cw_draw_view_begin(list, &camera, 0);
        cw_draw_circle(list, (CwPoint2){100.0 * half, 1}, 0.5, half == 0 ? red : blue);
        cw_draw_circle(list, (CwPoint2){100.0 * half + 4, 0}, 2, WHITE); /* beyond the edge */
        cw_draw_view_end(list);
    }
    PICTURE_SHOWS({160, 140, 0xFF0000, 0}, {480, 140, 0x0000FF, 0}, {318, 180, 0xFFFFFF, 0},
                  {321, 180, 0, 0}, {638, 180, 0xFFFFFF, 0});
}

TEST(layers_of_a_view_are_its_own)
{
    CwDrawList *list = open_list(_i);
    const CwCamera map = camera_in(500, 20, 120, 90);
    cw_draw_set_layer(list, 3);
    cw_draw_view_begin(list, &map, 50);
    cw_draw_set_layer(list, 900);
    cw_draw_circle(list, (CwPoint2){0, 0}, 1, red);
    cw_draw_set_layer(list, -900);
    fill_screen(list, WHITE);
    cw_draw_view_end(list);
    cw_draw_rect(list, &(CwRectDraw){0, 0, 600, 60, blue, blue}); /* still on layer 3 */
    cw_draw_set_layer(list, 51);
    cw_draw_rect(list, &(CwRectDraw){500, 20, 5, 5, blue, blue});
    PICTURE_SHOWS({560, 65, 0xFF0000, 0}, {530, 40, 0xFFFFFF, 0}, {502, 22, 0x0000FF, 0},
                  {498, 30, 0x0000FF, 0});
}

TEST(a_view_in_a_view_is_cut_by_both)
{
    CwDrawList *list = open_list(_i);
    const CwCamera outer = camera_in(0, 0, 320, 180), inner = camera_in(300, 100, 100, 200);
    cw_draw_view_begin(list, &outer, 0);
    cw_draw_view_begin(list, &inner, 7);
    fill_screen(list, WHITE);
    cw_draw_view_end(list);
    cw_draw_rect(list, &(CwRectDraw){310, 90, 100, 20, red, red});
    cw_draw_view_end(list);
    /* World space after the begin: the rectangle lies elsewhere. */
    PICTURE_SHOWS({315, 95, 0, 0}, {321, 120, 0, 0});
    picture_expect_all((SDL_Rect){300, 100, 20, 80}, 0xFFFFFF, 0);
}

TEST(a_place_in_a_view_converts_to_the_world_place_drawn_there)
{
    CwDrawList *list = open_list(_i);
    CwCamera camera = camera_in(400, 100, 200, 150);
    camera.x_m = 7, camera.y_m = -3, camera.angle_rad = 0.6, camera.shake_m = (CwPoint2){0.4, 0.1};
    CwPoint2 world = {8, -2}, view = cw_camera_to_view(&camera, world);
    cw_draw_view_begin(list, &camera, 0);
    cw_draw_circle(list, world, 0.1, WHITE);
    cw_draw_view_end(list);
    vec2s drawn = list->commands[0].capsule.a;
    ck_assert_double_eq_tol(drawn.x, view.x, 1e-3);
    ck_assert_double_eq_tol(drawn.y, view.y, 1e-3);
    CwPoint2 back = cw_camera_to_world(&camera, view);
    ck_assert_double_eq_tol(back.x, world.x, 1e-9);
    ck_assert_double_eq_tol(back.y, world.y, 1e-9);
}

TEST(the_end_of_a_view_restores_everything)
{
    CwDrawList *list = open_list(_i);
    CwCamera other = camera_in(100, 100, 100, 100);
    other.angle_rad = 1;
    cw_draw_set_look(list, (CwPoint2){1, 2}, (CwColour){128, 128, 128, 255});
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 0.5, .zoom = 2, .angle_rad = 0.3});
    cw_draw_set_layer(list, 4);
    cw_draw_circle(list, (CwPoint2){1, 1}, 1, WHITE);
    CwWorldRect before = cw_draw_visible_world(list);
    cw_draw_view_begin(list, &other, 0);
    cw_draw_set_layer(list, 9);
    cw_draw_set_screen(list);
    cw_draw_view_end(list);
    CwWorldRect after = cw_draw_visible_world(list);
    cw_draw_circle(list, (CwPoint2){1, 1}, 1, WHITE);
    ck_assert_mem_eq(&before, &after, sizeof before);
    ck_assert_mem_eq(&list->commands[0].capsule, &list->commands[1].capsule,
                     sizeof list->commands[0].capsule);
    ck_assert_int_eq(list->commands[1].layer, 4);
    ck_assert_double_eq(cw_draw_view(list).width, 640);
}

TEST(a_view_without_a_rectangle_or_with_an_empty_one)
{
    CwDrawList *list = open_list(_i);
    const CwCamera whole = {.x_m = 5, .height_m = 18};
    cw_draw_view_begin(list, &whole, 0);
    ck_assert_double_eq(cw_draw_view(list).width, 640);
    cw_draw_circle(list, (CwPoint2){5, 0}, 1, WHITE);
    cw_draw_view_end(list);
    ck_assert_uint_eq(list->command_count, 1);
    ck_assert_float_eq(list->commands[0].capsule.radius, 20);
    const CwCamera bad[] = {camera_in(10, 10, 0, 50),  camera_in(NAN, 0, 10, 10),
                            camera_in(900, 0, 10, 10), {.height_m = 0},
                            {.height_m = NAN},         {.height_m = 1, .angle_rad = INFINITY}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        cw_draw_view_begin(list, &bad[i], 0);
        picture_push_too_much(list);
        CwWorldRect seen = cw_draw_visible_world(list);
        ck_assert(isfinite(seen.left_m) && seen.left_m == seen.right_m);
        cw_draw_view_end(list);
    }
    ck_assert_uint_eq(list->command_count, 1);
}

TEST(ends_without_a_begin_are_ignored_and_open_scopes_end_with_the_view_or_the_picture)
{
    CwDrawList *list = open_list(_i);
    cw_draw_view_end(list);
    cw_draw_clip_end(list);
    const CwCamera camera = camera_in(0, 0, 100, 100);
    cw_draw_view_begin(list, &camera, 0);
    cw_draw_clip_end(list);
    ck_assert_double_eq(cw_draw_view(list).width, 100);
    cw_draw_clip_begin(list, (CwViewRect){0, 0, 1, 1});
    cw_draw_view_end(list);
    ck_assert_int_eq(list->scope_count, 0);
    cw_draw_view_begin(list, &camera, 0);
    cw_draw_clip_begin(list, (CwViewRect){0, 0, 1, 1});
    draw_view_end_all(list);
    fill_screen(list, WHITE);
    picture_finish();
    picture_expect_ink((SDL_Rect){0, 0, 640, 360}, 0);
}

TEST(views_and_clips_nested_more_than_16_deep_end_the_program, .signal = SIGABRT)
{
    CwDrawList *list = open_list(_i);
    for (int i = 0; i < 17; i++) {
        cw_draw_clip_begin(list, (CwViewRect){0, 0, 1, 1});
    }
}

/* ---- layers with a camera of their own ---- */

static vec2s seen_at(CwDrawList *list, double x_m, double y_m)
{
    cw_draw_circle(list, (CwPoint2){x_m, y_m}, 1, WHITE);
    return list->commands[list->command_count - 1].capsule.a;
}

static void expect_at(vec2s place, double x, double y)
{
    ck_assert_double_eq_tol(place.x, x, 1e-3);
    ck_assert_double_eq_tol(place.y, y, 1e-3);
}

TEST(a_layer_turns_and_zooms_about_the_middle)
{
    CwDrawList *list = open_list(_i);
    CwCamera camera = {.x_m = 10, .y_m = 4, .height_m = 9};
    draw_list_begin(list, &camera, &picture.list.sprites);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){1, 2, QUARTER_RAD});
    expect_at(seen_at(list, 10, 4), 320, 180);
    expect_at(seen_at(list, 11, 4), 320, 180 + 80);
    ck_assert_float_eq(list->commands[0].capsule.radius, 80);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 0.5, .zoom = 0.5});
    expect_at(seen_at(list, 5, 3), 320, 180 - 20);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 0.5});
    vec2s layer = seen_at(list, 7, 3);
    cw_draw_set_world(list, 0.5);
    vec2s world = seen_at(list, 7, 3);
    ck_assert(layer.x == world.x && layer.y == world.y);
}

TEST(a_shake_moves_a_zoomed_layer_by_as_many_points)
{
    CwDrawList *list = open_list(_i);
    CwCamera camera = {.height_m = 9, .shake_m = {0.5, 0.25}};
    draw_list_begin(list, &camera, &picture.list.sprites);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 1, .zoom = 4});
    expect_at(seen_at(list, 0, 0), 320 - 20, 180 + 10);
}

TEST(an_impossible_zoom_shows_nothing)
{
    const CwLayerCamera bad[] = {{1, -1, 0}, {1, NAN, 0}, {NAN, 1, 0}, {1, 1, INFINITY}};
    CwDrawList *list = open_list(_i);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        cw_draw_set_layer_camera(list, &bad[i]);
        cw_draw_circle(list, (CwPoint2){0, 0}, 1, WHITE);
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_WHITE});
        cw_draw_rect(list, &(CwRectDraw){0, 0, 1, 1, WHITE, WHITE});
        cw_draw_text(list, &(CwTextDraw){.text = "x", .size = 1});
    }
    ck_assert_uint_eq(list->command_count, 0);
}

TEST(the_visible_world_follows_view_layer_and_clip)
{
    CwDrawList *list = open_list(_i);
    CwCamera camera = camera_in(320, 0, 320, 360);
    camera.x_m = 50;
    cw_draw_view_begin(list, &camera, 0); /* 40 points a metre */
    CwWorldRect seen = cw_draw_visible_world(list);
    ck_assert_double_eq_tol(seen.left_m, 46, 1e-9);
    ck_assert_double_eq_tol(seen.top_m, 4.5, 1e-9);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 0.5, .zoom = 2});
    seen = cw_draw_visible_world(list);
    ck_assert_double_eq_tol(seen.left_m, 23, 1e-9);
    ck_assert_double_eq_tol(seen.right_m, 27, 1e-9);
    cw_draw_set_screen(list);
    cw_draw_clip_begin(list, (CwViewRect){480, 0, 40, 180});
    seen = cw_draw_visible_world(list);
    ck_assert_double_eq_tol(seen.left_m, 25, 1e-9);
    ck_assert_double_eq_tol(seen.right_m, 25.5, 1e-9);
    ck_assert_double_eq_tol(seen.bottom_m, 0, 1e-9);
    cw_draw_set_layer_camera(list, &(CwLayerCamera){.parallax = 1, .angle_rad = QUARTER_RAD});
    seen = cw_draw_visible_world(list);
    ck_assert_double_eq_tol(seen.left_m, 45.5, 1e-9);
    ck_assert_double_eq_tol(seen.right_m, 50, 1e-9);
    ck_assert_double_eq_tol(seen.bottom_m, 0, 1e-9);
    ck_assert_double_eq_tol(seen.top_m, 1, 1e-9);
    cw_draw_clip_end(list);
    cw_draw_view_end(list);
}

/* ---- the whole picture ---- */

TEST(an_expanded_view_shows_more_around_the_base)
{
    picture_open_size(800, 360, _i);
    CwDrawList *list = &picture.list;
    picture.viewport = viewport_make(800, 360, SCALING_EXPAND, (CwPoint2){640, 360});
    list->view = picture.viewport.view;
    draw_list_begin(list, &(CwCamera){.height_m = 9}, &list->sprites);
    CwViewRect view = cw_draw_view(list);
    ck_assert(view.x == -80 && view.width == 800 && view.y == 0 && view.height == 360);
    ck_assert_double_eq_tol(cw_draw_visible_world(list).right_m, 10, 1e-9);
    cw_draw_rect(list, &(CwRectDraw){-0.5, 0.5, 1, 1, WHITE, WHITE});
    cw_draw_set_screen(list);
    cw_draw_rect(list, &(CwRectDraw){view.x, view.y, 10, 10, red, red});
    cw_draw_rect(list, &(CwRectDraw){view.x + view.width - 10, 350, 10, 10, blue, blue});
    picture_finish();
    picture_expect_all((SDL_Rect){380, 160, 40, 40}, 0xFFFFFF, 0);
    picture_expect_all((SDL_Rect){0, 0, 10, 10}, 0xFF0000, 0);
    picture_expect_all((SDL_Rect){790, 350, 10, 10}, 0x0000FF, 0);
}
