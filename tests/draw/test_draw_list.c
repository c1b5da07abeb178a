/* What lands in the draw list: places, order, sizes, text. */
#include "draw/draw_list.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static const CwSpriteDef sprites[] = {{"crate.svg", 2, 1}};
static const SpriteTable table = {sprites, 1, 9};
static const CwColour white = {255, 255, 255, 255};
static CwDrawList list;

static void begin_at(double x_m, double y_m)
{
    CwCamera camera = {.x_m = x_m, .y_m = y_m, .height_m = 9}; /* 40 points a metre */
    draw_list_begin(&list, &camera, &table);
}

static void set_up(void)
{
    begin_at(0, 0);
}

static void tear_down(void)
{
    draw_list_free(&list);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static const DrawCommand *only_command(void)
{
    draw_list_sort(&list);
    ck_assert_uint_eq(list.command_count, 1);
    return draw_list_at(&list, 0);
}

static void push_sprite_at(double x, double y)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.sprite = 0, .x = x, .y = y, .tint = &white});
}

static void check_point(vec2s point, double x, double y)
{
    ck_assert_double_eq_tol(point.x, x, 1e-3);
    ck_assert_double_eq_tol(point.y, y, 1e-3);
}

static void check_place(Placement place, double x, double y)
{
    check_point(placement_origin(place), x, y);
}

TEST(world_y_points_up_and_the_camera_is_the_middle)
{
    begin_at(10, 5);
    push_sprite_at(11, 6);
    check_place(only_command()->sprite.place, 320 + 40, 180 - 40);
}

TEST(parallax_scales_the_camera)
{
    begin_at(10, 4);
    cw_draw_set_world(&list, 0.5);
    push_sprite_at(5, 2);
    cw_draw_set_world(&list, 0);
    push_sprite_at(1, 0);
    draw_list_sort(&list);
    check_place(draw_list_at(&list, 0)->sprite.place, 320, 180);
    check_place(draw_list_at(&list, 1)->sprite.place, 360, 180);
}

TEST(screen_space_is_view_points)
{
    begin_at(123, 45);
    cw_draw_set_screen(&list);
    push_sprite_at(12, 34);
    check_place(only_command()->sprite.place, 12, 34);
}

TEST(far_places_keep_their_precision)
{
    for (int i = 0; i < 1000; i++) {
        double x_m = 1e4 + i * 0.0137;
        begin_at(x_m, 0);
        push_sprite_at(x_m + 0.001, 0);
        ck_assert_double_eq_tol(placement_origin(only_command()->sprite.place).x, 320.04, 5e-5);
    }
}

TEST(natural_size_is_metres_at_the_usual_camera_on_screen_too)
{
    push_sprite_at(0, 0);
    cw_draw_set_screen(&list);
    push_sprite_at(0, 0);
    draw_list_sort(&list);
    check_point(draw_list_at(&list, 0)->sprite.size, 80, 40);
    check_point(draw_list_at(&list, 1)->sprite.size, 80, 40);
}

TEST(one_given_length_keeps_the_shape)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.width = -4, .tint = &white});
    check_point(only_command()->sprite.size, -160, 80);
}

TEST(a_sprite_without_a_tint_is_as_it_is)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.sprite = 0});
    const CwColour tint = only_command()->sprite.tint;
    ck_assert(tint.r == 255 && tint.g == 255 && tint.b == 255 && tint.a == 255);
}

TEST(a_tint_may_fade_to_nothing)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.sprite = 0, .tint = &(CwColour){0, 0, 0, 0}});
    ck_assert_uint_eq(only_command()->sprite.tint.a, 0);
}

TEST(layers_come_in_order_and_keep_the_order_of_pushing)
{
    static const int layers[] = {3, -1, 3, 0, -1, 2147483647, -2147483647 - 1, 0};
    static const int expected[] = {6, 1, 4, 3, 7, 0, 2, 5};
    for (int i = 0; i < 8; i++) {
        cw_draw_set_layer(&list, layers[i]);
        push_sprite_at(i, 0);
    }
    draw_list_sort(&list);
    for (uint32_t i = 0; i < 8; i++) {
        float x = placement_origin(draw_list_at(&list, i)->sprite.place).x;
        ck_assert_double_eq_tol(x, 320 + 40 * expected[i], 1e-3);
    }
}

TEST(many_commands_stay_stable)
{
    for (int i = 0; i < 5000; i++) {
        cw_draw_set_layer(&list, (i * 7919) % 13 - 6);
        cw_draw_circle(&list, (CwPoint2){0, 0}, i + 1, white);
    }
    draw_list_sort(&list);
    for (uint32_t i = 1; i < list.command_count; i++) {
        const DrawCommand *before = draw_list_at(&list, i - 1), *here = draw_list_at(&list, i);
        ck_assert_int_le(before->layer, here->layer);
        ck_assert(before->layer < here->layer || before->capsule.radius < here->capsule.radius);
    }
}

TEST(polygon_corners_are_view_points)
{
    CwPoint2 corners[] = {{0, 0}, {1, 0}, {0, 1}};
    cw_draw_polygon(&list, corners, 3, white);
    const PolygonCommand *polygon = &only_command()->polygon;
    ck_assert_uint_eq(polygon->corner_count, 3);
    check_point(list.corners[polygon->first_corner], 320, 180);
    check_point(list.corners[polygon->first_corner + 1], 360, 180);
    check_point(list.corners[polygon->first_corner + 2], 320, 140);
}

TEST(rectangle_extends_right_and_down_in_both_spaces)
{
    CwRectDraw rect = {.x = 1, .y = 1, .width = 2, .height = 1, .top = white};
    cw_draw_rect(&list, &rect);
    cw_draw_set_screen(&list);
    cw_draw_rect(&list, &rect);
    draw_list_sort(&list);
    check_point(draw_list_at(&list, 0)->rect.top_left, 360, 140);
    check_point(draw_list_at(&list, 0)->rect.size, 80, 40);
    check_point(draw_list_at(&list, 1)->rect.top_left, 1, 1);
    check_point(draw_list_at(&list, 1)->rect.size, 2, 1);
}

TEST(polyline_has_a_piece_a_segment)
{
    CwPoint2 points[] = {{0, 0}, {1, 0}, {1, 1}};
    cw_draw_polyline(&list, points, 3, 0.5, white);
    draw_list_sort(&list);
    ck_assert_uint_eq(list.command_count, 2);
    const CapsuleCommand *second = &draw_list_at(&list, 1)->capsule;
    check_point(second->a, 360, 180);
    check_point(second->b, 360, 140);
    ck_assert_double_eq_tol(second->radius, 10, 1e-4);
}

TEST(text_is_copied_with_its_size_in_points)
{
    char words[] = "Hello";
    cw_draw_text(&list, &(CwTextDraw){words, CW_FACE_BOLD, CW_ALIGN_RIGHT, 1, 0, 0.5, white});
    memset(words, '?', 5);
    const TextCommand *text = &only_command()->text;
    ck_assert_int_eq(memcmp(list.text + text->first_byte, "Hello", text->byte_count), 0);
    ck_assert_uint_eq(text->byte_count, 5);
    ck_assert_double_eq_tol(text->size, 20, 1e-4);
    ck_assert_int_eq(text->align, CW_ALIGN_RIGHT);
    check_place(text->place, 360, 180);
}

TEST(long_text_is_cut_between_characters)
{
    char words[400];
    memset(words, 'a', sizeof words);
    memcpy(words + 254, "\xC3\xA4", 2); /* bytes 254 and 255 are one letter */
    words[399] = '\0';
    cw_draw_text(&list, &(CwTextDraw){.text = words, .size = 1, .colour = white});
    ck_assert_uint_eq(only_command()->text.byte_count, 254);
}

TEST(what_is_not_a_number_is_left_out)
{
    CwPoint2 corners[] = {{0, 0}, {NAN, 0}, {0, 1}};
    push_sprite_at(NAN, 0);
    push_sprite_at(0, INFINITY);
    cw_draw_polygon(&list, corners, 3, white);
    cw_draw_circle(&list, (CwPoint2){0, 0}, NAN, white);
    cw_draw_rect(&list, &(CwRectDraw){.x = 0, .y = 0, .width = INFINITY, .height = 1});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .x = 1e300, .size = 1});
    cw_draw_text(&list, &(CwTextDraw){.text = "", .size = 1});
    ck_assert_uint_eq(list.command_count, 0);
}

static void push_typical_frame(void)
{
    begin_at(0, 0);
    for (int i = 0; i < 700; i++) {
        cw_draw_set_layer(&list, i % 5);
        push_sprite_at(i, 0);
        cw_draw_text(&list, &(CwTextDraw){.text = "some words", .size = 1, .colour = white});
        CwPoint2 corners[] = {{0, 0}, {1, 0}, {0, 1}};
        cw_draw_polygon(&list, corners, 3, white);
    }
    draw_list_sort(&list);
}

TEST(steady_frame_keeps_its_memory)
{
    push_typical_frame();
    push_typical_frame();
    const void *before[] = {list.commands, list.corners, list.text};
    uint32_t capacity = list.command_capacity;
    for (int frame = 0; frame < 10; frame++) {
        push_typical_frame();
        const void *now[] = {list.commands, list.corners, list.text};
        ck_assert_mem_eq(before, now, sizeof now);
        ck_assert_uint_eq(list.command_capacity, capacity);
    }
}

TEST(visible_world_is_what_the_camera_sees)
{
    begin_at(10, 20);
    CwWorldRect seen = cw_draw_visible_world(&list);
    ck_assert_double_eq_tol(seen.left_m, 2, 1e-12);
    ck_assert_double_eq_tol(seen.right_m, 18, 1e-12);
    ck_assert_double_eq_tol(seen.bottom_m, 15.5, 1e-12);
    ck_assert_double_eq_tol(seen.top_m, 24.5, 1e-12);
}

static void check_colour(CwColour colour)
{
    ck_assert_int_eq(colour.r, 128);
    ck_assert_int_eq(colour.g, 255);
    ck_assert_int_eq(colour.a, 64);
}

TEST(a_look_tints_all_colours_and_moves_the_world_but_not_the_screen)
{
    CwPoint2 corners[] = {{0, 0}, {1, 0}, {0, 1}};
    cw_draw_set_look(&list, (CwPoint2){1, 1}, (CwColour){128, 255, 255, 64});
    ck_assert_double_eq_tol(cw_draw_visible_world(&list).left_m, -9, 1e-9);
    push_sprite_at(0, 0);
    cw_draw_polygon(&list, corners, 3, white);
    cw_draw_circle(&list, (CwPoint2){0, 0}, 1, white);
    cw_draw_rect(&list, &(CwRectDraw){0, 0, 1, 1, white, white});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .size = 1, .colour = white});
    check_place(list.commands[0].sprite.place, 360, 140);
    check_point(list.corners[0], 360, 140);
    check_colour(list.commands[0].sprite.tint);
    check_colour(list.commands[1].polygon.colour);
    check_colour(list.commands[2].capsule.colour);
    check_colour(list.commands[3].rect.top);
    check_colour(list.commands[3].rect.bottom);
    check_colour(list.commands[4].text.colour);
    cw_draw_set_screen(&list);
    cw_draw_circle(&list, (CwPoint2){7, 8}, 1, white);
    check_point(list.commands[5].capsule.a, 7, 8);
}
