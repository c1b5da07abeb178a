/* The span painter's inner loops against plain arithmetic, and the runs of bitmaps. */
#include "draw/bitmap.h"
#include "draw/pixels.h"

#include "clockwork/base.h"
#include "clockwork/rng.h"
#include "draw/art.h"
#include "support/test.h"

#include <math.h>

enum { ROW = 37 }; /* odd: the ends of rows are done one by one */

static CwRng rng;

static void set_up(void)
{
    cw_rng_seed(&rng, 7, 1);
}

FIXTURE(.set_up = set_up);

static unsigned channel(uint32_t pixel, int index)
{
    return pixel >> (8 * index) & 255;
}

/* A premultiplied pixel; a third are clear, a third opaque. */
static uint32_t some_pixel(void)
{
    uint32_t kind = cw_rng_below(&rng, 3);
    uint8_t alpha = kind == 0 ? 0 : kind == 1 ? 255 : (uint8_t)cw_rng_below(&rng, 256);
    return pixels_premultiply((CwColour){(uint8_t)cw_rng_below(&rng, 256),
                                         (uint8_t)cw_rng_below(&rng, 256),
                                         (uint8_t)cw_rng_below(&rng, 256), alpha});
}

static uint32_t to[ROW], from[ROW], got[ROW]; /* the last begins as the first */

static void fill_rows(void)
{
    for (int i = 0; i < ROW; i++) {
        from[i] = some_pixel();
        got[i] = to[i] = some_pixel();
    }
}

/* Colours only: the alpha of what is painted on counts for nothing. */
static void expect_over(uint32_t result, uint32_t under, uint32_t over)
{
    for (int i = 0; i < 3; i++) {
        double seen = channel(under, i) * (255 - channel(over, 3)) / 255.0;
        ck_assert_double_eq(channel(result, i), fmin(255, floor(seen + 0.5) + channel(over, i)));
    }
}

static uint32_t multiplied(uint32_t pixel, uint32_t tint)
{
    uint32_t product = 0;
    for (int i = 0; i < 4; i++) {
        double value = floor(channel(pixel, i) * channel(tint, i) / 255.0 + 0.5);
        product |= (uint32_t)value << (8 * i);
    }
    return product;
}

TEST(premultiplying_rounds_to_nearest)
{
    ck_assert_uint_eq(pixels_premultiply((CwColour){255, 128, 0, 255}), 0xFFFF8000);
    ck_assert_uint_eq(pixels_premultiply((CwColour){255, 128, 1, 128}), 0x80804001);
    ck_assert_uint_eq(pixels_premultiply((CwColour){255, 255, 255, 0}), 0);
}

TEST(over_is_exact_at_every_length)
{
    for (int count = 0; count <= ROW; count++) {
        fill_rows();
        pixels_over(got, from, count);
        for (int i = 0; i < count; i++) {
            expect_over(got[i], to[i], from[i]);
        }
        for (int i = count; i < ROW; i++) {
            ck_assert_uint_eq(got[i], to[i]);
        }
    }
}

TEST(tint_multiplies_first)
{
    for (int round = 0; round < 50; round++) {
        uint32_t tint = some_pixel();
        fill_rows();
        pixels_over_tinted(got, from, ROW, tint);
        for (int i = 0; i < ROW; i++) {
            expect_over(got[i], to[i], multiplied(from[i], tint));
        }
    }
}

TEST(cover_and_fill_stay_within_their_count)
{
    const uint32_t colour = pixels_premultiply((CwColour){200, 100, 50, 90});
    for (int count = 0; count < ROW; count++) {
        fill_rows();
        pixels_cover(got, count, colour);
        for (int i = 0; i < count; i++) {
            expect_over(got[i], to[i], colour);
        }
        ck_assert_uint_eq(got[count], to[count]);
        pixels_fill(got, count, 0xFF123456);
        for (int i = 0; i < count; i++) {
            ck_assert_uint_eq(got[i], 0xFF123456);
        }
        ck_assert_uint_eq(got[count], to[count]);
    }
}

TEST(sample_blends_four_neighbours_by_distance)
{
    const uint32_t picture[3 * 3] = {0xFF000000, 0xFF400000, 0, 0xFF000040, 0xFF400040, 0, 0, 0, 0};
    PixelRun run = {.picture = picture, .pitch = 3, .u_step = 1 << 15};
    pixels_sample(&run, got, 3);
    ck_assert_uint_eq(got[0], 0xFF000000);
    ck_assert_uint_eq(got[1], 0xFF200000);
    ck_assert_uint_eq(got[2], 0xFF400000);
    run.v = 1 << 15;
    pixels_sample(&run, got, 2);
    ck_assert_uint_eq(got[1], 0xFF200020);
}

/* Rows of every mixture: what the runs leave out is clear, what they call opaque is. */
TEST(runs_tell_what_is_there)
{
    Bitmap bitmap;
    SDL_Surface *surface = bitmap_surface(200, 40);
    uint32_t *pixels = surface->pixels;
    for (int i = 0, left = 0, kind = 0; i < 200 * 40; i++, left--) {
        if (left <= 0) {
            kind = (int)cw_rng_below(&rng, 3);
            left = 1 + (int)cw_rng_below(&rng, 30);
        }
        pixels[i] = kind == 0 ? 0x00FFFFFF : kind == 1 ? 0xFF804020 : 0x80FFFFFF;
    }
    ck_assert(bitmap_take(&bitmap, surface));
    for (int y = 0; y < 40; y++) {
        bool seen[200] = {false};
        for (uint32_t i = bitmap.row_runs[y]; i < bitmap.row_runs[y + 1]; i++) {
            for (int x = bitmap.runs[i].from; x < bitmap.runs[i].to; x++) {
                seen[x] = true;
                ck_assert(!bitmap.runs[i].opaque || bitmap_row(&bitmap, y)[x] >> 24 == 255);
            }
        }
        for (int x = 0; x < 200; x++) {
            ck_assert(seen[x] || bitmap_row(&bitmap, y)[x] == 0);
        }
    }
    bitmap_free(&bitmap);
}

TEST(opaque_picture_is_one_run_a_row)
{
    Bitmap bitmap;
    SDL_Surface *surface = bitmap_surface(64, 3);
    SDL_FillRect(surface, NULL, 0xFF112233);
    ck_assert(bitmap_take(&bitmap, surface));
    for (uint32_t y = 0; y < 3; y++) {
        ck_assert_uint_eq(bitmap.row_runs[y], y);
        ck_assert(bitmap.runs[y].opaque && bitmap.runs[y].from == 0 && bitmap.runs[y].to == 64);
    }
    bitmap_free(&bitmap);
}
