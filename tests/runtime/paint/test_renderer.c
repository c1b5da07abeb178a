/* Pictures of both painters, pixel by pixel: whole pictures, shapes, sprites, turned worlds. */
#include "support/expect.h"
#include "support/picture.h"
#include "support/xvfb.h"

static const double QUARTER_RAD = 1.5707963267948966;
static const CwColour red = {255, 0, 0, 255};
static const CwColour blue = {0, 0, 255, 255};

static void push_scene(void)
{
    cw_draw_set_screen(&picture.list);
    cw_draw_rect(&picture.list,
                 &(CwRectDraw){0, 0, 640, 360, {40, 90, 160, 255}, {220, 200, 150, 255}});
    cw_draw_set_world(&picture.list, 1);
    for (int i = 0; i < 20; i++) {
        double x = -7 + i * 0.7, y = sin(i * 1.3) * 3;
        picture_push_quarters(x, y, i * 0.37, 0.7 + 0.05 * i);
        CwPoint2 corners[] = {{x, y}, {x + 0.9, y + 0.2}, {x + 0.4, y + 1.1}};
        cw_draw_polygon(&picture.list, corners, 3, (CwColour){200, (uint8_t)(i * 12), 90, 180});
        cw_draw_circle(&picture.list, (CwPoint2){x, -y}, 0.1 + 0.02 * i,
                       (CwColour){20, 20, 60, 255});
    }
}

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = picture_close);

/* By all edges at once, where painting a row asks only those near it. */
static float distance_outside(const Outline *outline, float x, float y)
{
    float furthest = -1e9F;
    for (int i = 0; i < outline->count; i++) {
        vec2s away = glms_vec2_sub((vec2s){{x, y}}, outline->corners[i]);
        furthest = fmaxf(furthest, glms_vec2_dot(outline->normals[i], away));
    }
    return furthest;
}

/* An acute corner ends a pixel beyond its bounds. */
TEST(a_convex_outline_fades_with_the_distance_from_its_edges_however_acute)
{
    for (int round = 0; round < 40; round++) {
        CwPoint2 points[3];
        Outline outline;
        picture_open(PAINTED_IN_MEMORY);
        for (int i = 0; i < 3; i++) { /* the third nearly in line with the others */
            double angle = 0.157 * round, along = 90.0 - 80.0 * i, across = i == 2 ? 5 : 0;
            int corner = round % 2 == 0 ? i : 2 - i; /* either winding */
            points[corner] = (CwPoint2){320 + along * cos(angle) - across * sin(angle),
                                        180 + along * sin(angle) + across * cos(angle)};
        }
        cw_draw_set_screen(&picture.list);
        cw_draw_polygon(&picture.list, points, 3, WHITE);
        picture_finish();
        ck_assert(outline_polygon(&picture.viewport, picture.list.corners, 3, &outline));
        int top = (int)outline.low_px.y - 1, end = (int)outline.high_px.y + 1;
        for (int i = 640 * top; i < 640 * end; i++) {
            float outside =
                distance_outside(&outline, (float)(i % 640) + 0.5F, (float)(i / 640) + 0.5F);
            bool beside =
                i % 640 < (int)outline.low_px.x - 1 || i % 640 >= (int)ceilf(outline.high_px.x + 1);
            float light = beside ? 0 : 255 * fminf(fmaxf(1 - outside, 0), 1);
            ck_assert_float_le(fabsf((float)(picture.pixels[i] & 255) - light), 5);
        }
        picture_close();
    }
}

TEST(bars_stay_black)
{
    picture_open_size(800, 360, _i);
    picture_push_too_much(&picture.list);
    PICTURE_SHOWS({79, 200, 0, 0}, {720, 200, 0, 0});
    picture_expect_ink((SDL_Rect){80, 0, 640, 360}, 0);
}

static void push_only_rect(CwRectDraw rect, CwBlend blend)
{
    picture.list.command_count = 0;
    cw_draw_set_blend(&picture.list, blend);
    cw_draw_rect(&picture.list, &rect);
}

TEST(a_picture_that_is_not_filled_is_black_there)
{
    const CwColour half = {255, 255, 255, 128};
    picture_open_screen(_i);
    push_only_rect((CwRectDraw){0, 0, 640, 360, WHITE, WHITE}, CW_BLEND_NORMAL);
    PICTURE_SHOWS({639, 359, 0xFFFFFF, 0});
    push_only_rect((CwRectDraw){0, 0, 640, 359, red, red}, CW_BLEND_NORMAL);
    PICTURE_SHOWS({639, 358, 0xFF0000, 0}, {639, 359, 0, 0});
    push_only_rect((CwRectDraw){0, 0, 640, 360, WHITE, half}, CW_BLEND_NORMAL);
    PICTURE_SHOWS({639, 359, 0x808080, 2});
    push_only_rect((CwRectDraw){0, 0, 640, 360, red, red}, CW_BLEND_ADD);
    PICTURE_SHOWS({639, 359, 0xFF0000, 0});
}

static void push_red_disc(double y)
{
    cw_draw_circle(&picture.list, (CwPoint2){320, y}, 20, red);
}

TEST(an_opaque_rectangle_hides_only_earlier_commands)
{
    picture_open_screen(_i);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 90, blue, blue});
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 90, 640, 270, blue, blue});
    push_red_disc(200);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 200, 640, 160, WHITE, WHITE});
    push_red_disc(300);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 360, 640, 50, WHITE, WHITE}); /* out of sight */
    PICTURE_SHOWS({320, 89, 0x0000FF, 0}, {320, 90, 0x0000FF, 0}, {320, 199, 0xFF0000, 0},
                  {320, 200, 0xFFFFFF, 0}, {320, 300, 0xFF0000, 0}, {0, 359, 0xFFFFFF, 0});
}

TEST(lost_device_shows_the_same_picture_again)
{
    picture_open(_i);
    push_scene();
    picture_finish();
    uint32_t before = picture_at(320, 180), corner = picture_at(3, 3);
    ck_assert(renderer_restore_textures(picture.renderer, NULL));
    picture_finish();
    ck_assert_uint_eq(picture_at(320, 180), before);
    ck_assert_uint_eq(picture_at(3, 3), corner);
}

TEST(resizing_rasterises_for_the_new_scale)
{
    picture_open(_i);
    Viewport small =
        viewport_make(320, 180, SCALING_LETTERBOX, (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    ck_assert(renderer_set_viewport(picture.renderer, &small, &error));
    picture_push_quarters(0, 0, 0, 1);
    PICTURE_SHOWS({312, 172, 0xFF0000, 8}, {328, 172, 0x00FF00, 8}, {328, 188, 0xFFFF00, 8});
}

TEST(commands_out_of_sight_make_no_draw_calls)
{
    picture_open(_i);
    picture_push_quarters(50, 0, 0.2, 1);
    cw_draw_circle(&picture.list, (CwPoint2){0, -50}, 1, WHITE);
    cw_draw_rect(&picture.list, &(CwRectDraw){-60, 0, 1, 1, WHITE, WHITE});
    cw_draw_text(&picture.list,
                 &(CwTextDraw){.text = "far", .face = CW_FACE_BOLD, .x = 0, .y = 60, .size = 1});
    picture_finish();
    ck_assert_uint_eq(renderer_stats(picture.renderer).draw_calls, 0);
}

TEST(absurd_sizes_are_survived)
{
    picture_open(_i);
    picture_push_quarters(0, 0, 1, 1e-6);
    picture_push_quarters(0, 0, 1, 1e5);
    picture_push_quarters(1e5, 0, 0, 1e5);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 1e5, WHITE);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 1e-9, WHITE);
    CwPoint2 flat[] = {{0, 0}, {1, 1}, {2, 2}, {2, 2}};
    cw_draw_polygon(&picture.list, flat, 4, WHITE);
    PICTURE_SHOWS({0, 0, 0xFFFFFF, 0});
}

/* The sky is large and shows none: it is a call of its own. */
TEST(triangles_of_one_texture_are_one_call)
{
    picture_open(_i);
    push_scene();
    picture_finish();
    RendererStats stats = renderer_stats(picture.renderer);
    ck_assert_uint_ge(stats.sprites, 20); /* in software some are in two bands */
    if (_i == PAINTED_BY_OPENGL) {
        ck_assert_uint_eq(stats.sprites, 20);
        ck_assert_uint_eq(stats.draw_calls, 2);
        ck_assert_uint_gt(stats.triangles, 500);
    }
}

/* ---- Polygons, lines, circles and gradients ---- */

TEST(neighbouring_polygons_leave_no_seam)
{
    picture_open(_i);
    CwPoint2 left[] = {{-3, -2}, {0.31, -2}, {-0.27, 2}, {-3, 2}};
    CwPoint2 right[] = {{0.31, -2}, {3, -2}, {3, 2}, {-0.27, 2}};
    cw_draw_polygon(&picture.list, left, 4, WHITE);
    cw_draw_polygon(&picture.list, right, 4, WHITE);
    picture_finish();
    picture_expect_all((SDL_Rect){280, 110, 80, 140}, 0xFFFFFF, 3);
}

TEST(circle_is_round)
{
    picture_open(_i);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 2, WHITE);
    picture_finish();
    for (int i = 0; i < 64; i++) {
        double angle_rad = i * QUARTER_RAD / 16;
        double x = cos(angle_rad), y = sin(angle_rad);
        picture_expect((int)(320 + 78 * x), (int)(180 + 78 * y), 0xFFFFFF, 8);
        picture_expect((int)(320 + 82.5 * x), (int)(180 + 82.5 * y), 0, 8);
    }
}

TEST(line_has_its_width_and_round_ends)
{
    picture_open_screen(_i);
    cw_draw_polyline(&picture.list, (CwPoint2[]){{100, 100}, {200, 100}, {200, 150}}, 3, 10, WHITE);
    PICTURE_SHOWS({95, 95, 0, 0}, {150, 95, 0xFFFFFF, 0});
    picture_expect_ink((SDL_Rect){95, 95, 110, 60}, 0);
}

TEST(hairline_is_faint_but_there)
{
    picture_open_screen(_i);
    cw_draw_polyline(&picture.list, (CwPoint2[]){{100, 100.5}, {200, 100.5}}, 2, 0.5, WHITE);
    PICTURE_SHOWS({150, 100, 0x808080, 24}, {150, 98, 0, 0});
}

TEST(gradient_runs_down_the_screen)
{
    picture_open(_i);
    cw_draw_rect(&picture.list, &(CwRectDraw){-2, 2, 4, 4, red, blue});
    PICTURE_SHOWS({300, 101, 0xFE0002, 5}, {300, 180, 0x7F007F, 5}, {300, 258, 0x0200FE, 5},
                  {300, 99, 0, 0}, {300, 260, 0, 0});
}

/* ---- Sprites ---- */

TEST(angles_turn_counter_clockwise_and_negative_width_mirrors)
{
    static const struct {
        double angle_rad, width_m;
        uint32_t colours[4]; /* upper left, upper right, lower left, lower right */
    } cases[] = {{0, 1, {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00}},
                 {QUARTER_RAD, 1, {0x00FF00, 0xFFFF00, 0xFF0000, 0x0000FF}},
                 {0, -1, {0x00FF00, 0xFF0000, 0xFFFF00, 0x0000FF}},
                 {QUARTER_RAD, -1, {0xFF0000, 0x0000FF, 0x00FF00, 0xFFFF00}}};
    picture_open(_i);
    for (int i = 0; i < 4; i++) {
        picture_push_quarters(2 * i, 0, cases[i].angle_rad, cases[i].width_m);
    }
    picture_finish();
    for (int i = 0; i < 16; i++) {
        int x_px = 312 + i / 4 * 80 + i % 2 * 16, y_px = 172 + i / 2 % 2 * 16;
        picture_expect(x_px, y_px, cases[i / 4].colours[i % 4], 8);
    }
}

TEST(sprites_one_behind_the_other_keep_their_clips)
{
    picture_open(_i);
    picture_push_quarters(-2, 0, 0, 1);
    cw_draw_clip_begin(&picture.list, (CwViewRect){0, 0, 320, 360});
    picture_push_quarters(2, 0, 0, 1);
    cw_draw_clip_end(&picture.list);
    picture_push_quarters(4, 0, 0, 1);
    PICTURE_SHOWS({232, 172, 0xFF0000, 8}, {392, 172, 0x000000, 0}, {472, 172, 0xFF0000, 8});
}

TEST(tint_multiplies_and_fades)
{
    picture_open(_i);
    const CwColour tint = {255, 128, 0, 128};
    CwSpriteDraw sprite = {.sprite = SPRITE_WHITE, .width = 1, .height = 1, .tint = &tint};
    cw_draw_sprite(&picture.list, &sprite);
    sprite.angle_rad = 0.5;
    sprite.x = 3;
    cw_draw_sprite(&picture.list, &sprite);
    PICTURE_SHOWS({320, 180, 0x804000, 3}, {440, 180, 0x804000, 3});
}

TEST(turned_edges_have_no_dark_fringe)
{
    picture_open_screen(_i);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 360, WHITE, WHITE});
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_WHITE,
                                                  .x = 320,
                                                  .y = 180,
                                                  .width = 100,
                                                  .height = 100,
                                                  .angle_rad = QUARTER_RAD * 2 / 7});
    picture_finish();
    picture_expect_all((SDL_Rect){240, 100, 160, 160}, 0xFFFFFF, 4);
}

TEST(stretched_sprites_are_slanted_not_turned)
{
    picture_open_size(640, 720, _i);
    picture.viewport =
        viewport_make(640, 720, SCALING_STRETCH, (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_WHITE,
                                                  .width = 2,
                                                  .height = 2,
                                                  .angle_rad = QUARTER_RAD / 2});
    picture_finish();
    SDL_Rect ink = picture_ink();
    ck_assert_int_le(abs(ink.w - 113), 3);
    ck_assert_int_le(abs(ink.h - 226), 4);
}

TEST(missing_and_broken_pictures_become_a_chequer)
{
    xvfb_forgive_driver_leaks(); /* SDL_image leaks 16 bytes of each SVG that it can't read */
    RendererDesc desc = picture_desc(PICTURE_ALL_SPRITES);
    desc.path = _i == PAINTED_BY_OPENGL ? RENDER_PATH_GEOMETRY : RENDER_PATH_SPANS;
    picture_open_desc(640, 360, &desc);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_MISSING, .x = -2});
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_BROKEN, .x = 2});
    PICTURE_SHOWS({240 - 15, 165, 0xFF00FF, 8}, {240 - 5, 165, 0x000000, 8},
                  {400 - 15, 165, 0xFF00FF, 8});
}

TEST(png_is_scaled_to_its_size)
{
    picture_open(_i);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_PNG});
    PICTURE_SHOWS({303, 163, 0x00FFFF, 4}, {337, 197, 0x00FFFF, 4});
}

/* ---- A world that is seen turned ---- */

static void open_turned(int painted, double angle_rad)
{
    const CwCamera camera = {.height_m = 9, .angle_rad = angle_rad};
    picture_open(painted);
    SpriteTable table = picture.list.sprites;
    draw_list_begin(&picture.list, &camera, &table);
}

/* 8 m by 4 m; at 30 degrees its right is (cos, sin) on the screen, its down (-sin, cos). */
TEST(rectangle_turns_with_its_gradient)
{
    const double angle_rad = QUARTER_RAD / 3;
    open_turned(_i, angle_rad);
    cw_draw_rect(&picture.list, &(CwRectDraw){-4, 2, 8, 4, red, blue});
    picture_finish();
    for (int right = -140; right <= 140; right += 20) {
        for (int down = -70; down <= 70; down += 10) {
            double x = 320 + right * cos(angle_rad) - down * sin(angle_rad);
            double y = 180 + right * sin(angle_rad) + down * cos(angle_rad);
            uint32_t part = (uint32_t)(255 * (down + 80) / 160.0);
            picture_expect((int)x, (int)y, (255 - part) << 16 | part, 4);
        }
    }
    picture_expect(180, 60, 0, 0);
    picture_expect(460, 60, 0, 0);
}

TEST(turned_text_has_as_much_ink_as_upright_text)
{
    double ink[2] = {0};
    for (int turned = 0; turned < 2; turned++) {
        open_turned(_i, turned * 0.6);
        cw_draw_text(&picture.list,
                     &(CwTextDraw){.text = "Turned", .align = CW_ALIGN_CENTRE, .size = 2});
        picture_finish();
        for (int i = 0; i < 640 * 360; i++) {
            ink[turned] += picture.pixels[i] & 0xFF;
        }
        picture_close();
    }
    ck_assert_double_gt(ink[0], 1e5);
    ck_assert_double_eq_tol(ink[1] / ink[0], 1, 0.02);
}

/* ---- ambient light: as a rectangle multiplied over the layers below it, but for what shines ----
 */

static const CwColour DUSK = {128, 64, 255, 255}, ORANGE = {200, 100, 40, 255};
enum { DIM_ORANGE = 0x641928, FULL_ORANGE = 0xC86428 };

static void push_square(double x, CwColour colour)
{
    cw_draw_rect(&picture.list, &(CwRectDraw){x, 100, 40, 40, colour, colour});
}

static void open_dusk(int painted)
{
    picture_open_screen(painted);
    cw_draw_set_ambient(&picture.list, 5, DUSK);
}

TEST(ambient_light_dims_the_layers_below_it_except_where_lit)
{
    open_dusk(_i);
    cw_draw_set_layer(&picture.list, 5);
    push_square(200, ORANGE);
    cw_draw_set_layer(&picture.list, 4);
    push_square(100, ORANGE);
    cw_draw_set_lit(&picture.list, true);
    push_square(300, ORANGE);
    PICTURE_SHOWS({120, 120, DIM_ORANGE, 2}, {220, 120, FULL_ORANGE, 1},
                  {320, 120, FULL_ORANGE, 1});
}

static void push_all_kinds(void)
{
    const CwPoint2 corners[] = {{300, 100}, {340, 100}, {320, 140}};
    const CwStop stops[] = {{0, ORANGE}, {1, {20, 220, 90, 255}}};
    const CwGradient gradient = {.from = {400, 0}, .to = {440, 0}, .stops = stops, .stop_count = 2};
    push_square(100, (CwColour){200, 100, 40, 120});
    cw_draw_set_blend(&picture.list, CW_BLEND_ADD);
    push_square(110, (CwColour){60, 40, 30, 255});
    cw_draw_set_blend(&picture.list, CW_BLEND_MULTIPLY);
    push_square(120, (CwColour){220, 200, 180, 255});
    cw_draw_set_blend(&picture.list, CW_BLEND_NORMAL);
    cw_draw_polygon(&picture.list, corners, 3, ORANGE);
    cw_draw_circle(&picture.list, (CwPoint2){220, 120}, 20, ORANGE);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_QUARTERS, .x = 260, .y = 120});
    cw_draw_shape_rect(&picture.list, (CwPoint2){400, 100}, (CwPoint2){40, 40},
                       &(CwPaint){.gradient = &gradient});
    cw_draw_text(&picture.list,
                 &(CwTextDraw){.text = "Dusk", .x = 480, .y = 120, .size = 30, .outline = 2});
}

TEST(ambient_light_equals_a_multiplied_rectangle)
{
    enum { ROW = 120 };
    uint32_t wanted[640];
    picture_open_screen(_i);
    push_all_kinds();
    cw_draw_set_blend(&picture.list, CW_BLEND_MULTIPLY);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 360, DUSK, DUSK});
    picture_finish();
    for (int x = 0; x < 640; x++) {
        wanted[x] = picture_at(x, ROW);
    }
    picture_close();
    open_dusk(_i);
    push_all_kinds();
    picture_finish();
    for (int x = 0; x < 640; x++) {
        picture_expect(x, ROW, wanted[x], 4);
    }
}
