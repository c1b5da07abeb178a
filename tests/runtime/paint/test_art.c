/* Art that is kept on disk is the same as made anew. */
#include "paint/atlas.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <glob.h>

static const char disc[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"
                           "<circle cx=\"5\" cy=\"5\" r=\"4.5\" fill=\"%s\"/><path d=\"M0 9L6 0L9 "
                           "9Z\" fill-opacity=\"0.6\"/></svg>";
static Cache cache;

SET_UP()
{
    temp_write("disc.svg", textf(disc, "#c83c14"));
    cache_open(&cache, temp_path("kept"));
}

static ArtJob job_of(const char *file, int width_px)
{
    ArtJob job = {.width_px = width_px, .height_px = 40, .cache = &cache};
    snprintf(job.path, sizeof job.path, "%s", temp_path(file));
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
                  a->runs[i].is_opaque == b->runs[i].is_opaque);
    }
}

static size_t kept_files(void)
{
    glob_t kept = {0};
    glob(temp_path("kept/*.kept"), 0, NULL, &kept);
    globfree(&kept);
    return kept.gl_pathc;
}

static ArtJob load(const Cache *from, int width_px)
{
    ArtJob job = job_of("disc.svg", width_px);
    job.cache = from;
    ck_assert(art_load_all(&job, 1));
    ck_assert_msg(job.bitmap.surface != NULL, "%s", job.error.text);
    return job;
}

TEST(art_has_the_same_pixels_made_and_cached)
{
    ArtJob jobs[] = {load(NULL, 80), load(&cache, 80), load(&cache, 80)};
    ck_assert_uint_eq(kept_files(), 1);
    for (int i = 0; i < 3; i++) {
        expect_same(&jobs[i], &jobs[0]);
    }
    for (int i = 0; i < 3; i++) {
        bitmap_free(&jobs[i].bitmap);
    }
}

/* By the span painter's atlas, first with an empty cache. */
TEST(a_cached_sprite_is_unpacked_when_drawn_and_freed_after_a_run_without_it)
{
    const CwSpriteDef table[] = {{.file = "disc.svg", .width_m = 2, .height_m = 1}};
    ArtJob made = load(NULL, 80);
    for (int i = 0; i < 2; i++) {
        Atlas atlas = {.table = table, .table_count = 1, .art_dir = temp_path(""), .cache = &cache};
        atlas.page_max_px = atlas.picture_max_px = 4096;
        EXPECT_OK(atlas_rasterise(&atlas, 40, &error));
        ck_assert_ptr_null(atlas.sprites->bitmap.surface);
        const Bitmap *drawn = &atlas_sprite(&atlas, 0)->bitmap;
        expect_same(&(ArtJob){.bitmap = *drawn, .file_width_px = 40, .file_height_px = 40}, &made);
        EXPECT_OK(atlas_set_pictures(&atlas, NULL, 0, &error));
        ck_assert_ptr_nonnull(atlas.sprites->bitmap.surface);
        EXPECT_OK(atlas_set_pictures(&atlas, NULL, 0, &error));
        ck_assert_ptr_null(atlas.sprites->bitmap.surface);
        atlas_free(&atlas);
    }
    bitmap_free(&made.bitmap);
}

TEST(another_file_or_size_is_another_result)
{
    ArtJob jobs[4] = {load(&cache, 80), load(&cache, 90)};
    ck_assert(jobs[0].bitmap.surface->w == 82 && jobs[1].bitmap.surface->w == 92);
    temp_write("disc.svg", textf(disc, "#20a060"));
    jobs[2] = load(&cache, 80);
    jobs[3] = load(NULL, 80);
    expect_same(&jobs[2], &jobs[3]);
    ck_assert_uint_eq(kept_files(), 3);
    for (int i = 0; i < 4; i++) {
        bitmap_free(&jobs[i].bitmap);
    }
}
