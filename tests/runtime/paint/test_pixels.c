/* The span painter's inner loops against plain arithmetic, and the runs of bitmaps. */
#include "paint/bitmap.h"
#include "paint/pixels.h"

#include "clockwork/rng.h"
#include "support/test.h"

enum { ROW = 37 }; /* odd: the ends of rows are done one by one */

static CwRng rng;
static const PixelLoops *loops; /* what a test is about: the plain ones and this processor's */

static bool next_loops(void)
{
    bool more = loops != pixels_loops();
    loops = pixels_loops();
    return more;
}

SET_UP()
{
    cw_rng_seed(&rng, 7, 1);
    loops = &pixel_loops_plain;
}

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
    do {
        for (int count = 0; count <= ROW; count++) {
            fill_rows();
            loops->lay_row(CW_BLEND_NORMAL, got, from, count, UINT32_MAX);
            for (int i = 0; i < count; i++) {
                expect_over(got[i], to[i], from[i]);
            }
            for (int i = count; i < ROW; i++) {
                ck_assert_uint_eq(got[i], to[i]);
            }
        }
    } while (next_loops());
}

TEST(tint_multiplies_first)
{
    do {
        for (int round = 0; round < 50; round++) {
            uint32_t tint = some_pixel();
            fill_rows();
            loops->lay_row(CW_BLEND_NORMAL, got, from, ROW, tint);
            for (int i = 0; i < ROW; i++) {
                expect_over(got[i], to[i], multiplied(from[i], tint));
            }
        }
    } while (next_loops());
}

TEST(cover_and_fill_stay_within_their_count)
{
    do {
        const uint32_t colour = pixels_premultiply((CwColour){200, 100, 50, 90});
        for (int count = 0; count < ROW; count++) {
            fill_rows();
            loops->lay(CW_BLEND_NORMAL, got, count, colour);
            for (int i = 0; i < count; i++) {
                expect_over(got[i], to[i], colour);
            }
            ck_assert_uint_eq(got[count], to[count]);
            loops->lay(CW_BLEND_NORMAL, got, count, 0xFF123456);
            for (int i = 0; i < count; i++) {
                ck_assert_uint_eq(got[i], 0xFF123456);
            }
            ck_assert_uint_eq(got[count], to[count]);
        }
    } while (next_loops());
}

/* Blends four texels of a picture that is 8 wide, by plain arithmetic. */
static uint32_t between(const uint32_t *picture, int32_t u, int32_t v)
{
    const uint32_t *texels = picture + (v >> 16) * 8 + (u >> 16);
    unsigned right = (unsigned)u >> 12 & 15, down = (unsigned)v >> 12 & 15;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned upper = channel(texels[0], i) * (16 - right) + channel(texels[1], i) * right;
        unsigned lower = channel(texels[8], i) * (16 - right) + channel(texels[9], i) * right;
        result |= (uint32_t)((upper * (16 - down) + lower * down) >> 8) << (8 * i);
    }
    return result;
}

/* Places beyond the ends are not read: they would be far outside. */
TEST(sampled_runs_are_tinted_and_blended_at_every_length)
{
    static uint32_t picture[8 * 8];
    for (int i = 0; i < 8 * 8; i++) {
        picture[i] = some_pixel();
    }
    do {
        for (int count = 0; count <= ROW; count++) {
            CwBlend blend = (CwBlend)(count % 3);
            uint32_t tint = count % 2 == 0 ? UINT32_MAX : some_pixel(), sampled[ROW];
            int32_t step = (6 << 16) / (count + 1);
            PixelRun run = {picture, 8, 6 << 16, 1 << 14, -step, step};
            fill_rows();
            memcpy(to, got, sizeof to);
            for (int i = 0; i < count; i++) {
                sampled[i] = between(picture, run.u + i * run.u_step, run.v + i * run.v_step);
            }
            loops->lay_run(blend, got, &run, count, tint);
            pixel_loops_plain.lay_row(blend, to, sampled, count, tint);
            ck_assert_mem_eq(got, to, sizeof got);
        }
    } while (next_loops());
}

static float some_way(void)
{
    return (float)cw_rng_below(&rng, 1000) * 0.001F;
}

TEST(every_set_of_loops_gives_the_same_pixels)
{
    const PixelRamp ramp = {{10, 200, 0, 255}, {100, -180.5F, 255, -200}};
    float ways[ROW];
    for (int round = 0; round < 300; round++) {
        CwBlend blend = (CwBlend)(round % 3);
        int count = round % (ROW + 1);
        uint32_t colour = some_pixel();
        fill_rows();
        for (int i = 0; i < ROW; i++) {
            ways[i] = some_way();
        }
        pixel_loops_plain.lay_row(blend, to, from, count, colour);
        pixels_loops()->lay_row(blend, got, from, count, colour);
        ck_assert_mem_eq(got, to, sizeof got);
        pixel_loops_plain.lay(blend, to, count, colour);
        pixels_loops()->lay(blend, got, count, colour);
        ck_assert_mem_eq(got, to, sizeof got);
        pixel_loops_plain.ramp(&ramp, ways, to, count);
        pixels_loops()->ramp(&ramp, ways, got, count);
        ck_assert_mem_eq(got, to, sizeof got);
        const PixelEdge edges[] = {{some_way() - 0.5F, some_way()}, {some_way() - 1, some_way()}};
        const PixelFade fade = {edges, round % 3, some_way()};
        pixel_loops_plain.lay_faded(blend, to, count, colour, &fade, round - 150);
        pixels_loops()->lay_faded(blend, got, count, colour, &fade, round - 150);
        ck_assert_mem_eq(got, to, sizeof got);
    }
}

TEST(a_fade_is_full_inside_of_its_edges_and_ends_at_its_reach)
{
    const PixelEdge edges[] = {{-1, 0}, {1, -30}}; /* x < 0 and x > 30 are outside */
    const PixelFade fade = {edges, 2, 0.75F};
    while (next_loops()) {
        memset(to, 0, sizeof to);
        loops->lay_faded(CW_BLEND_NORMAL, to, ROW, 0xFFFFFFFF, &fade, -2);
        ck_assert_uint_eq(to[0], 0);           /* 1.5 outside */
        ck_assert_uint_eq(to[1], 0x40404040);  /* 0.5 outside: a quarter is left */
        ck_assert_uint_eq(to[2], 0xFFFFFFFF);  /* 0.5 inside */
        ck_assert_uint_eq(to[31], 0xFFFFFFFF); /* at 29.5 */
        ck_assert_uint_eq(to[32], 0x40404040);
        ck_assert_uint_eq(to[33], 0);
    }
}

TEST(an_opaque_row_is_copied_as_it_would_be_laid)
{
    enum { MOST = 40 };
    const uint32_t tint = 0xFF80C010;
    uint32_t row[MOST], laid[MOST] = {0}, copied[MOST], plain[MOST];
    for (uint32_t i = 0; i < MOST; i++) {
        row[i] = 0xFF000000U | i * 2654435761U;
        copied[i] = plain[i] = 0xFFFFFFFF;
    }
    for (int count = 0; count < MOST; count++) {
        pixel_loops_plain.lay_row(CW_BLEND_NORMAL, laid, row, count, tint);
        pixel_loops_plain.copy_row(plain, row, count, tint);
        pixels_loops()->copy_row(copied, row, count, tint);
        ck_assert_mem_eq(plain, laid, (size_t)count * sizeof *laid);
        ck_assert_mem_eq(copied, laid, (size_t)count * sizeof *laid);
        ck_assert_uint_eq(copied[count], 0xFFFFFFFF);
    }
}

static uint32_t ramp_at(const PixelRamp *ramp, float way)
{
    double alpha = (double)(ramp->base[3] + ramp->slope[3] * way);
    uint32_t word = (uint32_t)(alpha + 0.5) << 24;
    for (int i = 0; i < 3; i++) {
        double colour = (double)(ramp->base[i] + ramp->slope[i] * way);
        word |= (uint32_t)(colour * alpha / 255 + 0.5) << (8 * i);
    }
    return word;
}

TEST(ramps_round_to_nearest)
{
    const PixelRamp ramp = {{10, 200, 0, 255}, {100, -180.5F, 255, -200}};
    float ways[ROW];
    for (int i = 0; i < ROW; i++) {
        ways[i] = some_way();
    }
    do {
        loops->ramp(&ramp, ways, got, ROW);
        for (int i = 0; i < ROW; i++) {
            ck_assert_uint_eq(got[i], ramp_at(&ramp, ways[i]));
        }
    } while (next_loops());
}

/* Rows of every mixture: what the runs leave out is clear, what they call opaque is. */
TEST(runs_cover_all_pixels_that_are_not_clear)
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
                ck_assert(!bitmap.runs[i].is_opaque || bitmap_row(&bitmap, y)[x] >> 24 == 255);
            }
        }
        for (int x = 0; x < 200; x++) {
            ck_assert(seen[x] || bitmap_row(&bitmap, y)[x] == 0);
        }
    }
    bitmap_free(&bitmap);
}

TEST(the_environment_chooses_the_plain_loops)
{
    const PixelLoops *usual = pixels_loops();
    setenv("CLOCKWORK_SIMD", "plain", 1);
    ck_assert_ptr_eq(pixels_loops(), &pixel_loops_plain);
    unsetenv("CLOCKWORK_SIMD");
    ck_assert_ptr_eq(pixels_loops(), usual);
}

TEST(an_opaque_picture_has_one_run_a_row)
{
    Bitmap bitmap;
    SDL_Surface *surface = bitmap_surface(64, 3);
    SDL_FillRect(surface, NULL, 0xFF112233);
    ck_assert(bitmap_take(&bitmap, surface));
    for (uint32_t y = 0; y < 3; y++) {
        ck_assert_uint_eq(bitmap.row_runs[y], y);
        ck_assert(bitmap.runs[y].is_opaque && bitmap.runs[y].from == 0 && bitmap.runs[y].to == 64);
    }
    bitmap_free(&bitmap);
}
