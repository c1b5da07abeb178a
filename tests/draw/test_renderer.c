/* Whole pictures: order, bars, sizes, loss of the device, cost; by both painters. */
#include "support/picture.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const CwColour white = {255, 255, 255, 255};
static Picture picture; /* 640 x 360: a pixel a view point, 40 a metre */

static void push_quarters(double x, double y, double angle_rad, double width)
{
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){SPRITE_QUARTERS, x, y, width, fabs(width), angle_rad, &white});
}

static void push_scene(void)
{
    cw_draw_set_screen(&picture.list);
    cw_draw_rect(&picture.list,
                 &(CwRectDraw){0, 0, 640, 360, {40, 90, 160, 255}, {220, 200, 150, 255}});
    cw_draw_set_world(&picture.list, 1);
    for (int i = 0; i < 20; i++) {
        double x = -7 + i * 0.7, y = sin(i * 1.3) * 3;
        push_quarters(x, y, i * 0.37, 0.7 + 0.05 * i);
        CwPoint2 corners[] = {{x, y}, {x + 0.9, y + 0.2}, {x + 0.4, y + 1.1}};
        cw_draw_polygon(&picture.list, corners, 3, (CwColour){200, (uint8_t)(i * 12), 90, 180});
        cw_draw_circle(&picture.list, (CwPoint2){x, -y}, 0.1 + 0.02 * i,
                       (CwColour){20, 20, 60, 255});
    }
}

static void fill_far_beyond_the_view(void)
{
    CwPoint2 corners[] = {{-900, -900}, {900, -900}, {900, 900}, {-900, 900}};
    cw_draw_polygon(&picture.list, corners, 4, white);
    push_quarters(0, 0, 0.3, 100);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 500, white);
    cw_draw_set_screen(&picture.list);
    cw_draw_rect(&picture.list, &(CwRectDraw){-1e5, -1e5, 2e5, 2e5, white, white});
}

FIXTURE(.prepare = picture_painters, .set_up = picture_files_make,
        .tear_down = picture_files_remove);

TEST(higher_layers_cover_lower_ones)
{
    picture = picture_open(640, 360, _i);
    cw_draw_set_layer(&picture.list, 5);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 1, (CwColour){0, 0, 255, 255});
    cw_draw_set_layer(&picture.list, -5);
    push_quarters(0, 0, 0, 4);
    cw_draw_set_layer(&picture.list, 0);
    cw_draw_rect(&picture.list, &(CwRectDraw){-1.5, 1.5, 3, 3, white, white});
    picture_finish(&picture);
    picture_expect(&picture, 320, 180, 0x0000FF, 0);
    picture_expect(&picture, 320 - 50, 180 - 50, 0xFFFFFF, 0);
    picture_expect(&picture, 320 - 70, 180 - 70, 0xFF0000, 8);
    picture_close(&picture);
}

TEST(bars_stay_black)
{
    picture = picture_open(800, 360, _i);
    fill_far_beyond_the_view();
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert(ink.x == 80 && ink.w == 640 && ink.y == 0 && ink.h == 360);
    picture_expect(&picture, 79, 200, 0, 0);
    picture_expect(&picture, 720, 200, 0, 0);
    picture_close(&picture);
}

TEST(lost_device_shows_the_same_picture_again)
{
    picture = picture_open(640, 360, _i);
    push_scene();
    picture_finish(&picture);
    uint32_t before = picture_at(&picture, 320, 180), corner = picture_at(&picture, 3, 3);
    ck_assert(renderer_device_lost(picture.renderer, NULL));
    picture_finish(&picture);
    ck_assert_uint_eq(picture_at(&picture, 320, 180), before);
    ck_assert_uint_eq(picture_at(&picture, 3, 3), corner);
    picture_close(&picture);
}

TEST(resizing_rasterises_for_the_new_scale)
{
    CwError error = {0};
    picture = picture_open(640, 360, _i);
    Viewport small = viewport_make(320, 180, SCALING_LETTERBOX);
    ck_assert(renderer_set_viewport(picture.renderer, &small, &error));
    push_quarters(0, 0, 0, 1);
    picture_finish(&picture);
    picture_expect(&picture, 312, 172, 0xFF0000, 8);
    picture_expect(&picture, 328, 172, 0x00FF00, 8);
    picture_expect(&picture, 328, 188, 0xFFFF00, 8);
    picture_close(&picture);
}

TEST(what_is_out_of_sight_costs_nothing)
{
    picture = picture_open(640, 360, _i);
    push_quarters(50, 0, 0.2, 1);
    cw_draw_circle(&picture.list, (CwPoint2){0, -50}, 1, white);
    cw_draw_rect(&picture.list, &(CwRectDraw){-60, 0, 1, 1, white, white});
    cw_draw_text(&picture.list, &(CwTextDraw){"far", CW_FACE_BOLD, CW_ALIGN_LEFT, 0, 60, 1, white});
    picture_finish(&picture);
    ck_assert_uint_eq(renderer_stats(picture.renderer).draw_calls, 0);
    picture_close(&picture);
}

TEST(absurd_sizes_are_survived)
{
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, 1, 1e-6);
    push_quarters(0, 0, 1, 1e5);
    push_quarters(1e5, 0, 0, 1e5);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 1e5, white);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 1e-9, white);
    CwPoint2 flat[] = {{0, 0}, {1, 1}, {2, 2}, {2, 2}};
    cw_draw_polygon(&picture.list, flat, 4, white);
    picture_finish(&picture);
    ck_assert_uint_eq(picture_at(&picture, 0, 0), 0xFFFFFF);
    picture_close(&picture);
}

/* In memory it compares the picture with itself; by OpenGL one painter with the other. */
TEST(both_painters_agree)
{
    picture = picture_open(640, 360, _i);
    push_scene();
    picture_finish(&picture);
    Picture spans = picture_open(640, 360, PAINTED_IN_MEMORY);
    ck_assert(renderer_set_viewport(spans.renderer, &spans.viewport, NULL));
    renderer_draw(spans.renderer, &picture.list);
    ck_assert(renderer_read_pixels(spans.renderer, spans.pixels, NULL));
    double sum = 0;
    int far_off = 0;
    for (int i = 0; i < 640 * 360; i++) {
        int other = (int)(spans.pixels[i] >> 8 & 0xFF);
        int difference = abs((int)(picture.pixels[i] >> 8 & 0xFF) - other);
        sum += difference;
        far_off += difference > 60;
    }
    ck_assert_double_lt(sum / (640 * 360), 0.75);
    ck_assert_int_lt(far_off, 640 * 360 / 500);
    picture_close(&spans);
    picture_close(&picture);
}

TEST(triangles_of_one_texture_are_one_call)
{
    picture = picture_open(640, 360, _i);
    push_scene();
    picture_finish(&picture);
    RendererStats stats = renderer_stats(picture.renderer);
    ck_assert_uint_eq(stats.sprites, 20);
    if (_i == PAINTED_BY_OPENGL) {
        ck_assert_uint_eq(stats.draw_calls, 1);
        ck_assert_uint_gt(stats.triangles, 500);
    }
    picture_close(&picture);
}

TEST(screenshot_is_a_png_of_the_picture)
{
    CwError error = {0};
    const char *path = "/tmp/clockwork-test-screenshot.png";
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, 0, 9);
    picture_finish(&picture);
    ck_assert_msg(renderer_save_png(picture.renderer, path, &error), "%s", error.text);
    ck_assert_int_eq(access(path, R_OK), 0);
    unlink(path);
    ck_assert(!renderer_save_png(picture.renderer, "/nowhere/at/all.png", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/at/all.png"));
    picture_close(&picture);
}
