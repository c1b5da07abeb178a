/* Pixels of sprites, by both painters. */
#include "draw/art.h"
#include "support/picture.h"
#include "support/test.h"
#include "support/xvfb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double HALF_TURN_RAD = 3.14159265358979;
static const CwColour white = {255, 255, 255, 255};
static Picture picture; /* 640 x 360: a pixel a view point, 40 a metre */

static void push_quarters(double x, double y, double angle_rad, double width)
{
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){SPRITE_QUARTERS, x, y, width, fabs(width), angle_rad, &white});
}

static void expect_quarters(uint32_t upper_left, uint32_t upper_right, uint32_t lower_left,
                            uint32_t lower_right)
{
    picture_expect(&picture, 312, 172, upper_left, 8);
    picture_expect(&picture, 328, 172, upper_right, 8);
    picture_expect(&picture, 312, 188, lower_left, 8);
    picture_expect(&picture, 328, 188, lower_right, 8);
}

FIXTURE(.prepare = picture_painters, .set_up = picture_files_make,
        .tear_down = picture_files_remove);

TEST(sprite_lies_where_it_was_put)
{
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, 0, 1);
    picture_finish(&picture);
    expect_quarters(0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert(ink.x == 300 && ink.y == 160 && ink.w == 40 && ink.h == 40);
    picture_close(&picture);
}

TEST(angles_turn_counter_clockwise)
{
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, HALF_TURN_RAD / 2, 1);
    picture_finish(&picture);
    expect_quarters(0x00FF00, 0xFFFF00, 0xFF0000, 0x0000FF);
    picture_close(&picture);
}

TEST(negative_width_mirrors)
{
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, 0, -1);
    picture_finish(&picture);
    expect_quarters(0x00FF00, 0xFF0000, 0xFFFF00, 0x0000FF);
    picture_close(&picture);
}

TEST(mirrored_sprites_turn_counter_clockwise_too)
{
    picture = picture_open(640, 360, _i);
    push_quarters(0, 0, HALF_TURN_RAD / 2, -1);
    picture_finish(&picture);
    expect_quarters(0xFF0000, 0x0000FF, 0x00FF00, 0xFFFF00);
    picture_close(&picture);
}

TEST(scaled_sprites_cover_their_size)
{
    picture = picture_open(640, 360, _i);
    push_quarters(1, 1, 0, 2);
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert_int_le(abs(ink.x - 320), 1);
    ck_assert_int_le(abs(ink.y - 100), 1);
    ck_assert_int_le(abs(ink.w - 80), 1);
    picture_expect(&picture, 324, 104, 0xFF0000, 8);
    picture_expect(&picture, 396, 176, 0xFFFF00, 8);
    picture_close(&picture);
}

TEST(tint_multiplies_and_fades)
{
    picture = picture_open(640, 360, _i);
    const CwColour tint = {255, 128, 0, 128};
    CwSpriteDraw sprite = {SPRITE_WHITE, 0, 0, 1, 1, 0, &tint};
    cw_draw_sprite(&picture.list, &sprite);
    sprite.angle_rad = 0.5;
    sprite.x = 3;
    cw_draw_sprite(&picture.list, &sprite);
    picture_finish(&picture);
    picture_expect(&picture, 320, 180, 0x804000, 3);
    picture_expect(&picture, 440, 180, 0x804000, 3);
    picture_close(&picture);
}

TEST(turned_edges_have_no_dark_fringe)
{
    picture = picture_open(640, 360, _i);
    cw_draw_set_screen(&picture.list);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 360, white, white});
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){SPRITE_WHITE, 320, 180, 100, 100, HALF_TURN_RAD / 7, &white});
    picture_finish(&picture);
    for (int y = 100; y < 260; y++) {
        for (int x = 240; x < 400; x++) {
            picture_expect(&picture, x, y, 0xFFFFFF, 4);
        }
    }
    picture_close(&picture);
}

TEST(tiles_join_without_a_seam)
{
    picture = picture_open(640, 360, _i);
    for (int i = 0; i < 12; i++) {
        cw_draw_sprite(&picture.list,
                       &(CwSpriteDraw){SPRITE_WHITE, -5.513 + i, 0.0123, 1, 1, 0, &white});
    }
    picture_finish(&picture);
    for (int x = 110; x < 559; x++) {
        picture_expect(&picture, x, 180, 0xFFFFFF, 4);
    }
    picture_close(&picture);
}

TEST(stretched_sprites_are_slanted_not_turned)
{
    picture = picture_open(640, 720, _i);
    picture.viewport = viewport_make(640, 720, SCALING_STRETCH);
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){SPRITE_WHITE, 0, 0, 2, 2, HALF_TURN_RAD / 4, &white});
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert_int_le(abs(ink.w - 113), 3);
    ck_assert_int_le(abs(ink.h - 226), 4);
    picture_close(&picture);
}

TEST(missing_and_broken_pictures_become_a_chequer)
{
    xvfb_forgive_driver_leaks(); /* SDL_image leaks 16 bytes of each SVG that it can't read */
    RendererDesc desc = picture_desc(PICTURE_ALL_SPRITES);
    desc.path = _i == PAINTED_BY_OPENGL ? RENDER_PATH_GEOMETRY : RENDER_PATH_SPANS;
    picture = picture_open_desc(640, 360, &desc);
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){.sprite = SPRITE_MISSING, .x = -2, .tint = &white});
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_BROKEN, .x = 2, .tint = &white});
    picture_finish(&picture);
    picture_expect(&picture, 240 - 15, 165, 0xFF00FF, 8);
    picture_expect(&picture, 240 - 5, 165, 0x000000, 8);
    picture_expect(&picture, 400 - 15, 165, 0xFF00FF, 8);
    picture_close(&picture);
}

TEST(a_folder_in_the_place_of_a_picture_is_refused)
{
    ArtJob job = {.width_px = 16, .height_px = 16};
    snprintf(job.path, sizeof job.path, "/tmp/clockwork-folder-%d.svg", (int)getpid());
    ck_assert_int_eq(mkdir(job.path, 0700), 0);
    ck_assert(art_load_all(&job, 1));
    rmdir(job.path);
    ck_assert_ptr_null(job.pixels);
    ck_assert_ptr_nonnull(strstr(job.error.text, job.path));
}

TEST(png_is_scaled_to_its_size)
{
    picture = picture_open(640, 360, _i);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_PNG, .tint = &white});
    picture_finish(&picture);
    picture_expect(&picture, 303, 163, 0x00FFFF, 4);
    picture_expect(&picture, 337, 197, 0x00FFFF, 4);
    picture_close(&picture);
}
