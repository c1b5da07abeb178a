/* Shapes, what fills them, strokes and blends, pixel by pixel, by both painters. */
#include "base/number.h"
#include "support/picture.h"

enum { STAR_CORNERS = 10 };

static const CwColour half_white = {255, 255, 255, 128};
static const CwColour red = {255, 0, 0, 255};
static const CwPaint white_paint = {.colour = {255, 255, 255, 255}};
static const CwPaint half_paint = {.colour = {255, 255, 255, 128}};

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = picture_close);

static void make_star(CwPoint2 centre, double radius, CwPoint2 *corners)
{
    for (int i = 0; i < STAR_CORNERS; i++) {
        double angle_rad = TURN_RAD * i / (double)STAR_CORNERS + 0.2;
        double away = i % 2 == 0 ? radius : radius * 0.45;
        corners[i] = (CwPoint2){centre.x + away * cos(angle_rad), centre.y + away * sin(angle_rad)};
    }
}

static CwPaint graded(const CwGradient *gradient)
{
    return (CwPaint){.gradient = gradient};
}

/* ---- A gallery, by one painter and the other ---- */

static const CwStop rainbow[] = {{0, {255, 60, 40, 255}},
                                 {0.35, {255, 220, 60, 255}},
                                 {0.7, {60, 200, 120, 255}},
                                 {1, {60, 90, 255, 255}}};
static const CwStop glow[] = {{0, {255, 210, 120, 255}}, {1, {255, 120, 20, 0}}};

static void push_polygons(void)
{
    CwPoint2 star[STAR_CORNERS];
    make_star((CwPoint2){80, 80}, 65, star);
    cw_draw_shape(&picture.list, star, STAR_CORNERS, &half_paint);
    make_star((CwPoint2){220, 80}, 65, star);
    CwGradient across = {{160, 60}, {280, 100}, .stops = rainbow, .stop_count = 4};
    CwPaint paint = graded(&across);
    cw_draw_shape(&picture.list, star, STAR_CORNERS, &paint);
    CwGradient rings = {{360, 80}, {425, 80}, true, rainbow, 4};
    paint = graded(&rings);
    cw_draw_shape_circle(&picture.list, (CwPoint2){360, 80}, 65, &paint);
    const CwSpriteDraw tiles = {.sprite = SPRITE_SHEET,
                                .x = 500,
                                .y = 90,
                                .width = 60,
                                .angle_rad = 0.3,
                                .part = {0, 16, 64, 16}};
    make_star((CwPoint2){500, 80}, 75, star);
    cw_draw_shape(&picture.list, star, STAR_CORNERS, &(CwPaint){.sprite = &tiles});
    const CwSpriteDraw crisp = {
        .sprite = SPRITE_SHEET_NEAREST, .x = 580, .y = 16, .width = 24, .part = {48, 16, 16, 16}};
    cw_draw_shape_rect(&picture.list, (CwPoint2){568, 4}, (CwPoint2){70, 60},
                       &(CwPaint){.sprite = &crisp});
}

static void push_strokes(void)
{
    for (int i = 0; i < 3; i++) {
        double x = 30 + 130 * i;
        CwPoint2 line[] = {{x, 290}, {x + 30, 180}, {x + 60, 290}, {x + 90, 250}};
        CwStroke stroke = {
            .points = line, .count = 4, .width = 22, .cap = (CwCap)i, .join = (CwJoin)i};
        cw_draw_stroke(&picture.list, &stroke, &half_paint);
        cw_draw_polyline(&picture.list, line, 4, 1.5, red);
    }
    CwPoint2 star[STAR_CORNERS];
    make_star((CwPoint2){480, 240}, 60, star);
    CwGradient down = {{480, 180}, {480, 300}, .stops = rainbow, .stop_count = 4};
    CwPaint paint = graded(&down);
    cw_draw_stroke(&picture.list,
                   &(CwStroke){.points = star,
                               .count = STAR_CORNERS,
                               .width = 9,
                               .join = CW_JOIN_MITRE,
                               .closed = true},
                   &paint);
}

static void push_lights(void)
{
    cw_draw_set_blend(&picture.list, CW_BLEND_ADD);
    for (int i = 0; i < 6; i++) {
        CwPoint2 centre = {40 + 50 * i, 325};
        CwGradient light = {centre, {centre.x + 45, centre.y}, true, glow, 2};
        CwPaint paint = graded(&light);
        cw_draw_shape_circle(&picture.list, centre, 45, &paint);
    }
    cw_draw_set_blend(&picture.list, CW_BLEND_MULTIPLY);
    cw_draw_shape_rect(&picture.list, (CwPoint2){20, 60}, (CwPoint2){600, 40},
                       &(CwPaint){.colour = {90, 160, 255, 200}});
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_QUARTERS,
                                                  .x = 590,
                                                  .y = 300,
                                                  .width = 60,
                                                  .angle_rad = 0.4,
                                                  .tint = &half_white});
    cw_draw_text(&picture.list, &(CwTextDraw){.text = "multiplied",
                                              .face = CW_FACE_BOLD,
                                              .x = 360,
                                              .y = 330,
                                              .size = 36,
                                              .colour = {255, 80, 80, 255}});
    cw_draw_set_blend(&picture.list, CW_BLEND_NORMAL);
}

static void push_gallery(void)
{
    cw_draw_set_screen(&picture.list);
    cw_draw_rect(&picture.list,
                 &(CwRectDraw){0, 0, 640, 360, {30, 50, 90, 255}, {150, 160, 150, 255}});
    push_polygons();
    push_strokes();
    push_lights();
}

/* In memory it compares the picture with itself; by OpenGL one painter with the other. */
TEST(shapes_look_alike_by_both_painters)
{
    static uint32_t spans[640 * 360];
    RendererDesc desc = picture_desc(PICTURE_SPRITES);
    picture_open(_i);
    push_gallery();
    picture_finish();
    Renderer *other = renderer_create_offscreen(640, 360, &desc, NULL);
    ck_assert(renderer_set_viewport(other, &picture.viewport, NULL));
    renderer_draw(other, &picture.list);
    ck_assert(renderer_read_pixels(other, spans, NULL));
    renderer_destroy(other);
    int off = 0;
    for (int i = 0; i < 640 * 360 * 3; i++) {
        int shift = i % 3 * 8;
        int difference =
            abs((int)(picture.pixels[i / 3] >> shift & 0xFF) - (int)(spans[i / 3] >> shift & 0xFF));
        off += difference > 24;
    }
    ck_assert_int_lt(off, 640 * 360 / 1000);
}

/* ---- Polygons ---- */

TEST(a_concave_polygon_has_its_notch)
{
    const CwPoint2 notched[] = {{100, 100}, {300, 100}, {300, 300}, {200, 150}, {100, 300}};
    picture_open_screen(_i);
    cw_draw_polygon(&picture.list, notched, 5, WHITE);
    PICTURE_SHOWS({200, 140, 0xFFFFFF, 0}, {110, 270, 0xFFFFFF, 0}, {290, 270, 0xFFFFFF, 0},
                  {200, 200, 0, 0});
}

/* Every inner cut or joint would be seen as a lighter or darker line. */
TEST(half_transparent_shapes_are_blended_once_everywhere)
{
    const CwPoint2 line[] = {{50, 330}, {150, 230}, {250, 330}, {350, 230}};
    CwPoint2 comb[42], ring[] = {{420, 60}, {600, 80}, {580, 300}, {430, 200}};
    for (int i = 0; i < 20; i++) {
        comb[i] = (CwPoint2){40 + 15 * i, i % 2 == 0 ? 60.3 : 140.7};
    }
    comb[20] = (CwPoint2){340, 200};
    comb[21] = (CwPoint2){40, 200};
    picture_open_screen(_i);
    cw_draw_shape(&picture.list, comb, 22, &half_paint);
    cw_draw_stroke(&picture.list,
                   &(CwStroke){.points = ring, .count = 4, .width = 30, .closed = true},
                   &half_paint);
    cw_draw_polyline(&picture.list, line, 4, 25, half_white);
    picture_finish();
    for (int i = 0; i < 640 * 360; i++) {
        ck_assert_uint_le(picture.pixels[i] & 0xFF, 129);
    }
    picture_expect(150, 230, 0x808080, 1);
    picture_expect_all((SDL_Rect){42, 145, 280, 50}, 0x808080, 1);
    picture_expect_all((SDL_Rect){425, 65, 160, 4}, 0x808080, 1);
}

TEST(a_shape_has_the_edges_of_a_convex_polygon)
{
    static uint32_t before[640 * 360];
    const CwPoint2 corners[] = {{100.3, 80.7}, {420.2, 130.4}, {300.1, 310.6}, {90.8, 200.5}};
    picture_open_screen(_i);
    cw_draw_polygon(&picture.list, corners, 4, WHITE);
    picture_finish();
    memcpy(before, picture.pixels, sizeof before);
    picture_look(9, 0);
    cw_draw_set_screen(&picture.list);
    cw_draw_shape(&picture.list, corners, 4, &white_paint);
    picture_finish();
    for (int i = 0; i < 640 * 360; i++) {
        ck_assert_int_le(abs((int)(before[i] & 0xFF) - (int)(picture.pixels[i] & 0xFF)), 50);
    }
}

TEST(a_star_that_crosses_itself_is_filled_all_over)
{
    CwPoint2 star[5];
    for (int i = 0; i < 5; i++) {
        star[i] = (CwPoint2){320 + 150 * sin(TURN_RAD * 2 * i / 5),
                             180 - 150 * cos(TURN_RAD * 2 * i / 5)};
    }
    picture_open_screen(_i);
    cw_draw_polygon(&picture.list, star, 5, half_white);
    PICTURE_SHOWS({320, 180, 0x808080, 1}, {320, 60, 0x808080, 1}, {320, 300, 0, 0});
}

TEST(shapes_reach_beyond_the_picture)
{
    const CwPoint2 huge[] = {{-9e5, -8e5}, {7e5, -9e5}, {320, 180}, {8e5, 9e5}, {-9e5, 8e5}};
    picture_open_screen(_i);
    cw_draw_shape(&picture.list, huge, 5, &white_paint);
    PICTURE_SHOWS({400, 5, 0xFFFFFF, 0});
    picture_expect_all((SDL_Rect){0, 0, 300, 360}, 0xFFFFFF, 0);
    picture_expect_all((SDL_Rect){340, 178, 300, 4}, 0, 0);
}

TEST(shapes_that_cannot_be_drawn_are_left_out_and_reported_once)
{
    static CwPoint2 many[CW_SHAPE_CORNERS_MAX + 1];
    const CwPoint2 bad[] = {{10, 10}, {NAN, 10}, {10, 300}};
    const CwGradient none = {{0, 0}, {9, 9}, false, NULL, 3};
    const CwPaint paint = {.gradient = &none};
    picture_open_screen(_i);
    CwDrawList *list = &picture.list;
    cw_draw_shape(list, bad, 3, &white_paint);
    ck_assert_int_eq(list->mistake_count, 0);
    cw_draw_shape(list, bad, 2, &white_paint);
    ck_assert_int_eq(list->mistake_count, 1);
    cw_draw_shape(list, many, CW_SHAPE_CORNERS_MAX + 1, &white_paint);
    cw_draw_shape(list, NULL, 3, &white_paint);
    cw_draw_shape(list, many, 3, NULL);
    cw_draw_shape_rect(list, (CwPoint2){0, 0}, (CwPoint2){9, 9}, &paint);
    cw_draw_shape_rect(list, (CwPoint2){0, 0}, (CwPoint2){NAN, 9}, &white_paint);
    cw_draw_shape_rect(list, (CwPoint2){0, 0}, (CwPoint2){9, -9}, &white_paint);
    cw_draw_shape_circle(list, (CwPoint2){0, 0}, -3, &white_paint);
    cw_draw_stroke(list, &(CwStroke){.points = many, .count = 2}, &white_paint);
    ck_assert_int_eq(list->mistake_count, 4);
    ck_assert_uint_eq(list->command_count + list->corner_count + list->fill_count, 0);
}

/* ---- Fills ---- */

TEST(a_gradient_is_even_and_goes_through_its_stops)
{
    const CwStop stops[] = {{0, {0, 0, 0, 255}}, {0.5, {255, 0, 0, 255}}, {1, {255, 255, 0, 255}}};
    const CwGradient across = {{0, 0}, {512, 0}, false, stops, 3};
    const CwPaint paint = {.gradient = &across};
    picture_open_screen(_i);
    cw_draw_shape_rect(&picture.list, (CwPoint2){-2, -2}, (CwPoint2){700, 400}, &paint);
    picture_finish();
    for (int x = 0; x < 256; x++) {
        picture_expect(x, x, (uint32_t)x << 16, 1);
        picture_expect(256 + x, x, 0xFF0000 | (uint32_t)x << 8, 1);
    }
    picture_expect(600, 9, 0xFFFF00, 0);
}

TEST(a_radial_gradient_is_round)
{
    const CwStop stops[] = {{0, {255, 255, 255, 255}}, {1, {0, 0, 0, 255}}};
    const CwGradient rings = {{320, 180}, {320, 10}, true, stops, 2};
    const CwPaint paint = {.gradient = &rings};
    picture_open_screen(_i);
    cw_draw_shape_rect(&picture.list, (CwPoint2){-2, -2}, (CwPoint2){700, 400}, &paint);
    picture_finish();
    for (int i = 0; i < 640 * 360; i++) {
        double away = hypot(i % 640 + 0.5 - 320, i / 640 + 0.5 - 180);
        double right = fmax(0, 255 * (1 - away / 170));
        ck_assert_double_le(fabs((picture.pixels[i] & 0xFF) - right), 2);
    }
}

TEST(a_fill_lies_where_its_shape_is_in_an_expanded_view)
{
    const FillMap same = {.x_x = 1, .y_y = 1};
    const Viewport tall = viewport_make(360, 900, SCALING_EXPAND, (CwPoint2){640, 360});
    FillMap map = fill_map_from_pixels(&same, &tall);
    CwPoint2 place = {100, -200}, pixel = viewport_place(&tall, place);
    CwPoint2 filled = fill_place(&map, pixel.x, pixel.y);
    ck_assert_double_lt(tall.view.y, -100);
    ck_assert_double_eq_tol(filled.x, place.x, 1e-9);
    ck_assert_double_eq_tol(filled.y, place.y, 1e-9);
}

/* The camera moves by a million metres, and the picture with it. */
TEST(a_repeated_picture_is_fixed_to_the_world)
{
    const CwSpriteDraw tile = {.sprite = SPRITE_SHEET_NEAREST, .x = 2};
    const CwPoint2 corners[] = {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}};
    picture_open(_i);
    for (int i = 0; i < 2; i++) {
        draw_list_begin(&picture.list, &(CwCamera){.x_m = i * 1e6, .height_m = 9},
                        &picture.list.sprites);
        CwSpriteDraw moved = tile;
        moved.x += i * (1e6 - 4);
        CwPoint2 at[4];
        for (int k = 0; k < 4; k++) {
            at[k] = (CwPoint2){corners[k].x + i * 1e6, corners[k].y};
        }
        cw_draw_shape(&picture.list, at, 4, &(CwPaint){.sprite = &moved});
        picture_finish();
        picture_expect_all((SDL_Rect){321, 181 - 20, 38, 18}, 0xFF0000, 0);
        picture_expect_all((SDL_Rect){361, 181 - 20, 38, 18}, 0xFFFFFF, 0);
        picture_expect_all((SDL_Rect){361 - 160, 181 - 20, 38, 18}, 0xFFFFFF, 0);
    }
}

TEST(repeated_tiles_have_no_seam)
{
    for (int i = 0; i < 4; i++) {
        CwSpriteDraw tile = {.sprite = i < 2 ? SPRITE_SHEET : SPRITE_SHEET_NEAREST,
                             .x = 3.3,
                             .y = 7.7,
                             .width = 23.7,
                             .angle_rad = i % 2 * 0.377,
                             .tint = &half_white,
                             .part = picture_tile(TILE_WHITE)};
        picture_open_screen(_i);
        cw_draw_shape_rect(&picture.list, (CwPoint2){-2, -2}, (CwPoint2){700, 400},
                           &(CwPaint){.sprite = &tile});
        picture_finish();
        picture_expect_all((SDL_Rect){0, 0, 640, 360}, 0x808080, 2);
        picture_close();
    }
}

/* ---- Strokes ---- */

static void push_line(CwCap cap, double y)
{
    const CwPoint2 line[] = {{100, y}, {200, y}};
    cw_draw_stroke(&picture.list, &(CwStroke){.points = line, .count = 2, .width = 20, .cap = cap},
                   &white_paint);
}

TEST(caps_end_where_they_say)
{
    picture_open_screen(_i);
    push_line(CW_CAP_ROUND, 50);
    push_line(CW_CAP_BUTT, 100);
    push_line(CW_CAP_SQUARE, 150);
    PICTURE_SHOWS({91, 50, 0xFFFFFF, 0}, {91, 41, 0, 0}, {99, 100, 0, 0}, {100, 91, 0xFFFFFF, 0},
                  {90, 141, 0xFFFFFF, 0}, {209, 158, 0xFFFFFF, 0}, {210, 150, 0, 0});
}

static void push_corner(CwJoin join, double x, double limit)
{
    const CwPoint2 corner[] = {{x, 200}, {x, 100}, {x + 100, 100}};
    cw_draw_stroke(
        &picture.list,
        &(CwStroke){.points = corner, .count = 3, .width = 40, .join = join, .mitre_limit = limit},
        &half_paint);
}

TEST(joins_are_round_pointed_or_cut)
{
    picture_open_screen(_i);
    push_corner(CW_JOIN_ROUND, 50, 0);
    push_corner(CW_JOIN_MITRE, 200, 0);
    push_corner(CW_JOIN_BEVEL, 350, 0);
    push_corner(CW_JOIN_MITRE, 500, 1.2);
    picture_finish();
    static const uint32_t at_tip[] = {0, 0x808080, 0, 0}, inside[] = {0x808080, 0x808080, 0, 0};
    for (int i = 0; i < 4; i++) {
        picture_expect(50 + 150 * i - 19, 81, at_tip[i], 1);
        picture_expect(50 + 150 * i - 13, 87, inside[i], 1);
        picture_expect(50 + 150 * i + 5, 105, 0x808080, 1);
    }
}

TEST(a_line_that_turns_back_ends_round_there)
{
    const CwPoint2 line[] = {{100, 180}, {300, 180}, {100, 180}};
    CwPaint paint = {.colour = WHITE};
    picture_open_screen(_i);
    cw_draw_stroke(&picture.list, &(CwStroke){.points = line, .count = 3, .width = 40}, &paint);
    PICTURE_SHOWS({290, 180, 0xFFFFFF, 2}, {315, 180, 0xFFFFFF, 2}, {323, 180, 0, 2});
}

/* ---- Blends ---- */

static uint32_t blended(CwBlend blend, CwColour below, CwColour above)
{
    picture_look(9, 0);
    CwPoint2 triangle[] = {{-3, -3}, {3, -3}, {0, 4}};
    cw_draw_rect(&picture.list, &(CwRectDraw){-9, 9, 18, 18, below, below});
    cw_draw_set_blend(&picture.list, blend);
    cw_draw_polygon(&picture.list, triangle, 3, above);
    cw_draw_set_blend(&picture.list, CW_BLEND_NORMAL);
    picture_finish();
    return picture_at(320, 180);
}

TEST(adding_lightens_and_multiplying_darkens_by_alpha)
{
    const CwColour below = {100, 200, 50, 255}, above = {200, 100, 0, 128};
    picture_open(_i);
    blended(CW_BLEND_ADD, below, above);
    picture_expect(320, 180, 0xC8FA32, 2);
    blended(CW_BLEND_MULTIPLY, below, above);
    picture_expect(320, 180, 0x598D19, 3);
}

/* A quarter of the sprite and letters are opaque, what is beside them is clear. */
TEST(sprites_and_text_blend_too)
{
    const CwColour grey = {100, 100, 100, 255};
    picture_open(_i);
    for (int i = 0; i < 2; i++) {
        picture_look(9, 0);
        cw_draw_rect(&picture.list, &(CwRectDraw){-9, 9, 18, 18, grey, grey});
        cw_draw_set_blend(&picture.list, i == 0 ? CW_BLEND_ADD : CW_BLEND_MULTIPLY);
        picture_push_quarters(-4, 0, 0, 2);
        picture_push_quarters(-1, 0, 0.3, 2);
        cw_draw_sprite(
            &picture.list,
            &(CwSpriteDraw){.sprite = SPRITE_SHEET_NEAREST, .x = 2, .part = picture_tile(0)});
        cw_draw_text(&picture.list, &(CwTextDraw){.text = "\xE2\x96\x88",
                                                  .align = CW_ALIGN_CENTRE,
                                                  .x = 5,
                                                  .size = 2,
                                                  .colour = {255, 0, 0, 128}});
        PICTURE_SHOWS({320 - 170, 170, i == 0 ? 0xFF6464 : 0x640000, 2},
                      {320 - 50, 170, i == 0 ? 0xFF6464 : 0x640000, 2},
                      {320 + 80, 180, i == 0 ? 0xFF6464 : 0x640000, 2},
                      {320 + 200, 180, i == 0 ? 0xE46464 : 0x643232, 2},
                      {320 + 130, 180, 0x646464, 0});
    }
}
