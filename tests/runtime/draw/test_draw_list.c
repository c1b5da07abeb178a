/* Commands in the draw list: places, order, sizes, text; and their places under a camera. */
#include "support/drawn_list.h"

static const CwSpriteDef sprites[] = {{.file = "crate.svg", .width_m = 2, .height_m = 1}};
static const SpriteTable table = {.sprites = sprites, .count = 1, .camera_height_m = 9};

static void begin_at(double x_m, double y_m)
{
    CwCamera camera = {.x_m = x_m, .y_m = y_m, .height_m = 9}; /* 40 points a metre */
    draw_list_begin(&list, &camera, &table);
}

SET_UP(.tear_down = free_list)
{
    begin_at(0, 0);
}

static const DrawCommand *only_command(void)
{
    draw_list_sort(&list);
    ck_assert_uint_eq(list.command_count, 1);
    return draw_list_at(&list, 0);
}

static void push_sprite_at(double x, double y)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.sprite = 0, .x = x, .y = y});
}

static void check_point(vec2s point, double x, double y)
{
    ck_assert_double_eq_tol(point.x, x, 1e-3);
    ck_assert_double_eq_tol(point.y, y, 1e-3);
}

TEST(turns_are_sine_and_cosine_up_to_many_times_around)
{
    for (int i = -40000; i <= 40000; i++) {
        float angle_rad = (float)i * (i % 100 == 0 ? 0.024F : 0.0005F);
        vec2s turn = placement_turn(angle_rad);
        ck_assert_float_eq_tol(turn.y, sinf(angle_rad), 1e-7F);
        ck_assert_float_eq_tol(turn.x, cosf(angle_rad), 1e-7F);
    }
}

TEST(a_sprite_lies_where_its_list_converts_the_place_to_the_last_bit)
{
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    begin_at(10, 5);
    cw_draw_set_layer_camera(&list, &(CwLayerCamera){.parallax = 0.3, .zoom = 1.7, .angle_rad = 1});
    for (uint32_t i = 0; i < 1000; i++) {
        double x = cw_rng_range(&rng, -1e4, 1e4), y = cw_rng_range(&rng, -1e4, 1e4);
        cw_draw_sprite(&list, &(CwSpriteDraw){.x = x, .y = y, .width = x / 7, .height = y / 3});
        vec2s place = draw_list_to_view(&list, x, y);
        const SpriteCommand *sprite = &list.commands[i].sprite;
        ck_assert_mem_eq(&sprite->place.origin, &place, sizeof place);
        ck_assert(sprite->size.x == (float)(x / 7) * list.state.unit_points);
        ck_assert(sprite->size.y == (float)(y / 3) * list.state.unit_points);
    }
}

TEST(whole_turns_of_a_sprite_change_nothing)
{
    for (int turns = -3; turns <= 3; turns++) {
        double angle_rad = 0.5 + turns * 6.283185307179586;
        cw_draw_sprite(&list, &(CwSpriteDraw){.width = 1, .height = 1, .angle_rad = angle_rad});
        check_point(list.commands[turns + 3].sprite.place.right, cos(0.5), -sin(0.5));
    }
    cw_draw_sprite(&list, &(CwSpriteDraw){.width = 1, .height = 1, .angle_rad = INFINITY});
    ck_assert_uint_eq(list.command_count, 7);
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
    cw_draw_sprite(&list, &(CwSpriteDraw){.width = -4});
    check_point(only_command()->sprite.size, -160, 80);
}

TEST(a_tint_is_white_unless_given_and_may_fade_to_nothing)
{
    const CwColour faded = {0, 0, 0, 0}, *const tints[] = {NULL, &faded};
    const CwColour expected[] = {WHITE, faded};
    for (uint32_t i = 0; i < 2; i++) {
        cw_draw_sprite(&list, &(CwSpriteDraw){.tint = tints[i]});
        draw_list_sort(&list);
        ck_assert_mem_eq(&draw_list_at(&list, i)->sprite.tint, &expected[i], sizeof expected[i]);
    }
}

TEST(layers_come_in_order_and_keep_the_order_of_pushing)
{
    static const int layers[] = {3, -1, 3, 0, -1, 2147483647, -2147483647 - 1, 0};
    for (int i = 0; i < 5000; i++) {
        cw_draw_set_layer(&list, layers[i * 7919 % 8]);
        cw_draw_circle(&list, (CwPoint2){0, 0}, i + 1, WHITE);
    }
    draw_list_sort(&list);
    for (uint32_t i = 1; i < list.command_count; i++) {
        const DrawCommand *before = draw_list_at(&list, i - 1), *here = draw_list_at(&list, i);
        ck_assert_int_le(before->layer, here->layer);
        ck_assert(before->layer < here->layer || before->capsule.radius < here->capsule.radius);
    }
}

TEST(text_is_copied_with_its_size_in_points)
{
    char words[] = "Hello";
    cw_draw_text(&list, &(CwTextDraw){.text = words,
                                      .face = CW_FACE_BOLD,
                                      .align = CW_ALIGN_RIGHT,
                                      .x = 1,
                                      .y = 0,
                                      .size = 0.5});
    memset(words, '?', 5);
    const TextCommand *text = &only_command()->text;
    ck_assert_int_eq(memcmp(list.text + text->first_byte, "Hello", text->byte_count), 0);
    ck_assert_uint_eq(text->byte_count, 5);
    ck_assert_double_eq_tol(text->size, 20, 1e-4);
    ck_assert_int_eq(text->align, CW_ALIGN_RIGHT);
    check_point(text->place.origin, 360, 180);
}

TEST(long_text_is_cut_between_characters)
{
    static char words[CW_TEXT_BYTES_MAX + 100];
    memset(words, 'a', sizeof words - 1);
    memcpy(words + CW_TEXT_BYTES_MAX - 1, "\xC3\xA4", 2); /* one letter */
    cw_draw_text(&list, &(CwTextDraw){.text = words, .size = 1});
    ck_assert_uint_eq(only_command()->text.byte_count, CW_TEXT_BYTES_MAX - 1);
}

TEST(a_text_of_zeros_is_white_and_16_points_high)
{
    cw_draw_text(&list, &(CwTextDraw){.text = "x"});
    const TextCommand *text = &only_command()->text;
    ck_assert_float_eq_tol(text->size, 16, 1e-5F);
    ck_assert_mem_eq(&text->colour, &WHITE, sizeof WHITE);
    ck_assert_uint_eq(text->block, 0);
}

TEST(places_and_sizes_that_are_no_numbers_are_left_out)
{
    CwPoint2 corners[] = {{0, 0}, {NAN, 0}, {0, 1}};
    push_sprite_at(NAN, 0);
    push_sprite_at(0, INFINITY);
    cw_draw_polygon(&list, corners, 3, WHITE);
    cw_draw_circle(&list, (CwPoint2){0, 0}, NAN, WHITE);
    cw_draw_rect(&list, &(CwRectDraw){.x = 0, .y = 0, .width = INFINITY, .height = 1});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .x = 1e300, .size = 1});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .size = NAN});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .shadow = {0, NAN}});
    cw_draw_text(&list, &(CwTextDraw){.text = "", .size = 1});
    ck_assert_uint_eq(list.command_count, 0);
}

TEST(sprites_of_any_size_short_of_the_absurd_are_drawn)
{
    cw_draw_sprite(&list, &(CwSpriteDraw){.width = 2.4e5, .height = 2.4e5}); /* 9.6e6 points */
    ck_assert_uint_eq(list.command_count, 1);
    cw_draw_sprite(&list, &(CwSpriteDraw){.width = 2.6e5, .height = 1});
    ck_assert_uint_eq(list.command_count, 1);
}

static void push_typical_frame(void)
{
    begin_at(0, 0);
    for (int i = 0; i < 700; i++) {
        cw_draw_set_layer(&list, i % 5);
        push_sprite_at(i, 0);
        cw_draw_text(&list, &(CwTextDraw){.text = "some words", .size = 1});
        CwPoint2 corners[] = {{0, 0}, {1, 0}, {0, 1}};
        cw_draw_polygon(&list, corners, 3, WHITE);
    }
    draw_list_sort(&list);
}

/* ---- Whether two lists are the same picture ---- */

enum {
    CHANGE_NONE,
    CHANGE_PLACE,
    CHANGE_COLOUR,
    CHANGE_TEXT,
    CHANGE_LAYER,
    CHANGE_CORNER,
    CHANGE_STOP,
    CHANGE_CLIP,
    CHANGE_LESS,
    CHANGE_COUNT
};

static uint64_t hash_with(int change)
{
    const CwColour shade = {10, 20, change == CHANGE_COLOUR ? 31 : 30, 255};
    const CwPoint2 corners[] = {{0, 0}, {1, 0}, {0, change == CHANGE_CORNER ? 1.01 : 1}};
    const CwStop stops[] = {{0, WHITE}, {change == CHANGE_STOP ? 0.9 : 1, shade}};
    const CwGradient gradient = {.to = {1, 0}, .stops = stops, .stop_count = 2};
    begin_at(0, 0);
    push_sprite_at(change == CHANGE_PLACE ? 1e-3 : 0, 0);
    cw_draw_set_layer(&list, change == CHANGE_LAYER ? 3 : 2);
    cw_draw_shape(&list, corners, 3, &(CwPaint){.gradient = &gradient});
    cw_draw_circle(&list, (CwPoint2){2, 2}, 1, shade);
    cw_draw_clip_begin(&list, (CwViewRect){0, 0, change == CHANGE_CLIP ? 5 : 4, 4});
    cw_draw_text(&list, &(CwTextDraw){.text = change == CHANGE_TEXT ? "abd" : "abc", .width = 9});
    cw_draw_clip_end(&list);
    if (change != CHANGE_LESS) {
        push_sprite_at(3, 3);
    }
    draw_list_sort(&list);
    return draw_list_hash(&list);
}

TEST(the_hash_of_a_list_does_not_depend_on_earlier_lists)
{
    uint64_t hash = hash_with(CHANGE_NONE);
    for (int i = 0; i < 5; i++) {
        push_typical_frame();
        ck_assert_uint_ne(draw_list_hash(&list), hash);
        ck_assert_uint_eq(hash_with(CHANGE_NONE), hash);
    }
}

TEST(each_change_of_a_picture_changes_its_hash)
{
    uint64_t hashes[CHANGE_COUNT];
    for (int i = 0; i < CHANGE_COUNT; i++) {
        hashes[i] = hash_with(i);
        for (int j = 0; j < i; j++) {
            ck_assert_msg(hashes[i] != hashes[j], "changes %d and %d", i, j);
        }
    }
}

/* ---- The camera: what is seen where, and the way back into the world ---- */

static const double QUARTER_RAD = 1.5707963267948966;
static const double angles_rad[] = {0, 0.3, -1.2, 1.5707963267948966, 3, 1e4};

static CwCamera camera_at(double x_m, double y_m, double angle_rad)
{
    /* 40 points a metre */
    return (CwCamera){.x_m = x_m, .y_m = y_m, .height_m = 9, .angle_rad = angle_rad};
}

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
    return drawn(camera, parallax, &sprite).origin;
}

TEST(camera_turned_left_sees_the_world_turned_right)
{
    CwCamera camera = camera_at(10, 5, QUARTER_RAD);
    check_point(seen_at(&camera, 1, 10, 5), 320, 180);
    check_point(seen_at(&camera, 1, 11, 5), 320, 180 + 40);
    check_point(seen_at(&camera, 1, 10, 6), 320 + 40, 180);
}

TEST(sprite_turned_with_the_camera_is_seen_upright)
{
    CwCamera camera = camera_at(0, 0, 0.5);
    CwSpriteDraw sprite = {.angle_rad = 0.5};
    ck_assert(drawn(&camera, 1, &sprite).right.y == 0);
    sprite.angle_rad = 0;
    Placement place = drawn(&camera, 1, &sprite);
    check_point(placement_direction(place, (vec2s){{1, 0}}), cos(0.5), sin(0.5));
}

TEST(screen_space_stays_upright_and_in_place)
{
    CwCamera camera = camera_at(3, 4, 1);
    camera.shake_m = (CwPoint2){1, 1};
    draw_list_begin(&list, &camera, &table);
    cw_draw_set_screen(&list);
    cw_draw_sprite(&list, &(CwSpriteDraw){.x = 12, .y = 34});
    check_point(list.commands[0].sprite.place.origin, 12, 34);
    ck_assert(list.commands[0].sprite.place.right.y == 0);
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

/* Culling relies on it: nothing in the picture is outside, and no side lies further out. */
TEST(visible_world_just_holds_the_corners_of_the_picture, .rounds = CW_ARRAY_LENGTH(angles_rad))
{
    CwCamera camera = camera_at(7, -3, angles_rad[_i]);
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
    cw_draw_polygon(&list, corners, 3, WHITE);
    cw_draw_circle(&list, (CwPoint2){0, 0}, 1, WHITE);
    cw_draw_rect(&list, &(CwRectDraw){0, 0, 1, 1, WHITE, WHITE});
    cw_draw_text(&list, &(CwTextDraw){.text = "x", .size = 1});
    check_point(list.commands[0].sprite.place.origin, 360, 140);
    check_point(list.corners[0], 360, 140);
    check_colour(list.commands[0].sprite.tint);
    check_colour(list.commands[1].polygon.colour);
    check_colour(list.commands[2].capsule.colour);
    check_colour(list.commands[3].rect.top);
    check_colour(list.commands[3].rect.bottom);
    check_colour(list.commands[4].text.colour);
    cw_draw_set_screen(&list);
    cw_draw_circle(&list, (CwPoint2){7, 8}, 1, WHITE);
    check_point(list.commands[5].capsule.a, 7, 8);
}

/* ---- sheets: grids, and their frames ---- */

TEST(a_grid_has_margin_and_spacing)
{
    CwSpriteDef def = {
        .width_px = 2 * 3 + 4 * 16 + 3 * 2, .height_px = 2 * 3 + 2 * 8 + 2, .grid = {4, 2, 3, 2}};
    CwPart part = sprite_frame(&def, 6);
    ck_assert_int_eq(part.x, 3 + 2 * 18);
    ck_assert_int_eq(part.y, 3 + 10);
    ck_assert_int_eq(part.width, 16);
    ck_assert_int_eq(part.height, 8);
    def.width_px++;
    ck_assert_int_eq(sprite_frame(&def, 6).width, 0);
}

static const uint32_t hero_ms[] = {30, 90};
static const CwSpriteDef sheet = {.file = "g.png",
                                  .width_m = 1,
                                  .height_m = 2,
                                  .width_px = 64,
                                  .height_px = 32,
                                  .grid = {4, 1, 0, 0}};
static const CwClip clips[] = {{.first = 1, .last = 3, .frame_ms = 50},
                               {.first = 1, .last = 2, .frames_ms = hero_ms}};

static void begin_with_sheet(void)
{
    const SpriteTable sheets = {
        .sprites = &sheet, .count = 1, .camera_height_m = 9, .clips = clips, .clip_count = 2};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &sheets);
}

static const PartCommand *last_part(void)
{
    return &list.commands[list.command_count - 1].part;
}

static void expect_box(const PartCommand *part, vec2s low, vec2s high)
{
    ck_assert_float_eq_tol(part->corners[0].x, low.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[0].y, low.y, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].x, high.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].y, high.y, 1e-3F);
}

TEST(a_frame_of_a_grid_has_the_rows_size)
{
    begin_with_sheet();
    cw_draw_sprite(&list, &(CwSpriteDraw){.frame = 2});
    expect_box(last_part(), (vec2s){{300, 140}}, (vec2s){{340, 220}});
    ck_assert_float_eq(last_part()->from.x, 32);
    ck_assert_float_eq(last_part()->to.x, 48);
    cw_draw_sprite(&list, &(CwSpriteDraw){.part = {8, 0, 32, 8}}); /* two frames wide */
    expect_box(last_part(), (vec2s){{280, 170}}, (vec2s){{360, 190}});
}

static int frame_drawn(uint32_t clip, uint32_t ms)
{
    cw_draw_animation(&list, &(CwAnimation){.clip = clip, .ms = ms}, &(CwSpriteDraw){0});
    return (int)last_part()->from.x / 16;
}

TEST(an_animation_shows_the_frame_of_its_time)
{
    begin_with_sheet();
    ck_assert_int_eq(frame_drawn(0, 99), 2);
    ck_assert_int_eq(frame_drawn(0, 150), 1);
    ck_assert_int_eq(frame_drawn(1, 29), 1);
    ck_assert_int_eq(frame_drawn(1, 119), 2);
    ck_assert_int_eq(frame_drawn(1, 120), 1);
}
