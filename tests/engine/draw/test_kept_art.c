/* Art that is kept on disk: the same pixels, whether a file was rasterised now or in a run before.
 */
#include "draw/art.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <stdio.h>

static const char star[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"80\" viewBox=\"0 0 100 80\">"
    "<circle cx=\"40\" cy=\"40\" r=\"37\" fill=\"#c83c14\" fill-opacity=\"0.6\"/>"
    "<path d=\"M5 75L50 3L95 75Z\" fill=\"%s\"/></svg>";

static Cache cache;

static void set_up(void)
{
    char text[512];
    temp_make();
    snprintf(text, sizeof text, star, "#2060a0");
    temp_write("star.svg", text);
    cache_open(&cache, temp_folder);
}

static void tear_down(void)
{
    temp_remove();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static ArtJob load(const Cache *from, int width_px)
{
    ArtJob job = {.width_px = width_px, .height_px = 64, .cache = from};
    snprintf(job.path, sizeof job.path, "%s", temp_path("star.svg"));
    ck_assert(art_load_all(&job, 1));
    ck_assert_msg(job.bitmap.surface != NULL, "%s", job.error.text);
    return job;
}

static void expect_same(const ArtJob *one, const ArtJob *other)
{
    const Bitmap *a = &one->bitmap, *b = &other->bitmap;
    size_t rows = (size_t)a->surface->h;
    ck_assert_int_eq(one->file_width_px, other->file_width_px);
    ck_assert_int_eq(one->file_height_px, other->file_height_px);
    ck_assert(a->surface->w == b->surface->w && a->surface->h == b->surface->h);
    ck_assert_mem_eq(a->surface->pixels, b->surface->pixels, rows * (size_t)a->surface->pitch);
    ck_assert_mem_eq(a->row_runs, b->row_runs, (rows + 1) * sizeof *a->row_runs);
    for (uint32_t i = 0; i < a->row_runs[rows]; i++) {
        ck_assert(a->runs[i].from == b->runs[i].from && a->runs[i].to == b->runs[i].to &&
                  a->runs[i].opaque == b->runs[i].opaque);
    }
}

static int kept_files(void)
{
    return temp_list() - 1; /* beside star.svg */
}

TEST(art_has_the_same_pixels_made_kept_and_recalled)
{
    ArtJob without = load(NULL, 80);
    ck_assert_int_eq(kept_files(), 0);
    ArtJob made = load(&cache, 80);
    ck_assert_int_eq(kept_files(), 1);
    ArtJob recalled = load(&cache, 80);
    ck_assert_int_eq(kept_files(), 1);
    expect_same(&without, &made);
    expect_same(&without, &recalled);
    bitmap_free(&without.bitmap);
    bitmap_free(&made.bitmap);
    bitmap_free(&recalled.bitmap);
}

TEST(another_file_or_size_is_another_result)
{
    char text[512];
    ArtJob small = load(&cache, 80), large = load(&cache, 90);
    ck_assert(small.bitmap.surface->w == 82 && large.bitmap.surface->w == 92);
    snprintf(text, sizeof text, star, "#20a060");
    temp_write("star.svg", text);
    ArtJob green = load(&cache, 80), wanted = load(NULL, 80);
    expect_same(&green, &wanted);
    ck_assert_int_eq(kept_files(), 3);
    bitmap_free(&small.bitmap);
    bitmap_free(&large.bitmap);
    bitmap_free(&green.bitmap);
    bitmap_free(&wanted.bitmap);
}
