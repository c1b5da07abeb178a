/* Art that is kept on disk: the same pixels, whether a file was rasterised now or in a run before.
 */
#include "draw/art_queue.h"
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

static ArtJob load(const Cache *from, bool as_bitmap, int width_px)
{
    ArtJob job = {.width_px = width_px, .height_px = 64, .as_bitmap = as_bitmap, .cache = from};
    snprintf(job.path, sizeof job.path, "%s", temp_path("star.svg"));
    ck_assert(art_load_all(&job, 1));
    ck_assert_msg(as_bitmap ? job.bitmap.surface != NULL : job.pixels != NULL, "%s",
                  job.error.text);
    return job;
}

static void expect_same_surface(const SDL_Surface *one, const SDL_Surface *other)
{
    ck_assert(one->w == other->w && one->h == other->h && one->pitch == other->pitch);
    ck_assert_mem_eq(one->pixels, other->pixels, (size_t)one->h * (size_t)one->pitch);
}

static void expect_same(const ArtJob *one, const ArtJob *other)
{
    ck_assert_int_eq(one->file_width_px, other->file_width_px);
    ck_assert_int_eq(one->file_height_px, other->file_height_px);
    if (!one->as_bitmap) {
        expect_same_surface(one->pixels, other->pixels);
        return;
    }
    const Bitmap *a = &one->bitmap, *b = &other->bitmap;
    size_t rows = (size_t)a->surface->h;
    expect_same_surface(a->surface, b->surface);
    ck_assert_mem_eq(a->row_runs, b->row_runs, (rows + 1) * sizeof *a->row_runs);
    for (uint32_t i = 0; i < a->row_runs[rows]; i++) {
        ck_assert(a->runs[i].from == b->runs[i].from && a->runs[i].to == b->runs[i].to &&
                  a->runs[i].opaque == b->runs[i].opaque);
    }
}

static void unload(ArtJob *job)
{
    SDL_FreeSurface(job->pixels);
    bitmap_free(&job->bitmap);
}

static int kept_files(void)
{
    return temp_list() - 1; /* beside star.svg */
}

TEST(art_has_the_same_pixels_made_kept_and_recalled, .rounds = 2)
{
    bool as_bitmap = _i == 1;
    ArtJob without = load(NULL, as_bitmap, 80);
    ck_assert_int_eq(kept_files(), 0);
    ArtJob made = load(&cache, as_bitmap, 80);
    ck_assert_int_eq(kept_files(), 1);
    ArtJob recalled = load(&cache, as_bitmap, 80);
    ck_assert_int_eq(kept_files(), 1);
    expect_same(&without, &made);
    expect_same(&without, &recalled);
    unload(&without);
    unload(&made);
    unload(&recalled);
}

TEST(another_file_size_or_kind_is_another_result)
{
    char text[512];
    ArtJob small = load(&cache, false, 80), large = load(&cache, false, 90);
    ArtJob bitmap = load(&cache, true, 80);
    ck_assert(small.pixels->w == 82 && large.pixels->w == 92 && bitmap.bitmap.surface->w == 82);
    snprintf(text, sizeof text, star, "#20a060");
    temp_write("star.svg", text);
    ArtJob green = load(&cache, false, 80), wanted = load(NULL, false, 80);
    expect_same(&green, &wanted);
    ck_assert_int_eq(kept_files(), 4);
    unload(&small);
    unload(&large);
    unload(&bitmap);
    unload(&green);
    unload(&wanted);
}
