/* Art that is loaded ahead, while nobody asks for it yet, or that is kept on disk: the same as made
 * when it is asked for. */
#include "paint/art.h"
#include "paint/renderer.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <glob.h>

enum { WIDTH_PX = 160, HEIGHT_PX = 90 };

static const char disc[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"
                           "<circle cx=\"5\" cy=\"5\" r=\"4.5\" fill=\"%s\"/><path d=\"M0 9L6 0L9 "
                           "9Z\" fill-opacity=\"0.6\"/></svg>";
static const CwSpriteDef sprites[] = {
    {.file = "disc.svg", .width_m = 2, .height_m = 2},
    {.file = "missing.svg", .width_m = 1, .height_m = 1},
};

static Cache cache;
static Viewport viewport;

SET_UP()
{
    temp_write("disc.svg", textf(disc, "#c83c14"));
    cache_open(&cache, temp_path("kept"));
    viewport = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX, (CwPoint2){640, 360});
}

static ArtJob job_of(const char *file, int width_px)
{
    ArtJob job = {.width_px = width_px, .height_px = 40, .cache = &cache};
    snprintf(job.path, sizeof job.path, "%s", temp_path(file));
    return job;
}

static ArtQueue *begin_queue(int count, const ArtJob *jobs)
{
    ArtJob *own = calloc((size_t)count + 1, sizeof *own);
    ck_assert_ptr_nonnull(own);
    for (int i = 0; i < count; i++) {
        own[i] = jobs[i];
    }
    return art_queue_begin(own, count);
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

TEST(a_picture_loaded_ahead_is_taken_once)
{
    ArtQueue *queue = begin_queue(2, (ArtJob[]){job_of("disc.svg", 40), job_of("disc.svg", 60)});
    ArtJob taken = job_of("disc.svg", 60), again = taken, now = taken;
    ck_assert(art_queue_take(queue, &taken));
    ck_assert(!art_queue_take(queue, &again));
    ck_assert(art_load_all(&now, 1));
    ck_assert_int_eq(taken.bitmap.surface->w, 62);
    expect_same(&taken, &now);
    bitmap_free(&taken.bitmap);
    bitmap_free(&now.bitmap);
    art_queue_end(queue);
}

static size_t kept_files(void)
{
    glob_t kept = {0};
    glob(temp_path("kept/*.kept"), 0, NULL, &kept);
    globfree(&kept);
    return kept.gl_pathc;
}

TEST(pictures_made_ahead_are_kept_on_disk_although_more_are_wanted)
{
    ArtJob jobs[8];
    for (int i = 0; i < 8; i++) {
        jobs[i] = job_of("disc.svg", 400 + i);
    }
    ArtQueue *queue = begin_queue(8, jobs);
    ArtJob known = jobs[3], more = job_of("disc.svg", 41);
    ck_assert(art_queue_take(queue, &known));
    ck_assert(!art_queue_take(queue, &more));
    art_queue_end(queue);
    ck_assert_uint_eq(kept_files(), 8);
    bitmap_free(&known.bitmap);
}

TEST(a_file_that_could_not_be_loaded_ahead_is_named)
{
    ArtQueue *queue = begin_queue(1, (ArtJob[]){job_of("missing.svg", 40)});
    ArtJob missing = job_of("missing.svg", 40);
    ck_assert(art_queue_take(queue, &missing));
    ck_assert_ptr_null(missing.bitmap.surface);
    expect_text(missing.error.text, "missing.svg can't be opened");
    art_queue_end(queue);
}

/* Both sprites, as a renderer paints them. */
static void draw(RenderPath path, bool ahead, uint32_t *pixels)
{
    RendererDesc desc = {.table = {.sprites = sprites, .count = 2, .camera_height_m = 9},
                         .art_dir = temp_folder,
                         .cache = &cache,
                         .path = path};
    desc.preloaded_art = ahead ? renderer_preload_art(&desc, &viewport) : NULL;
    Renderer *renderer = renderer_create_offscreen(WIDTH_PX, HEIGHT_PX, &desc, &error);
    EXPECT_OK(renderer != NULL && renderer_set_viewport(renderer, &viewport, &error));
    CwDrawList list = {.view = viewport.view};
    CwCamera camera = {.height_m = 9, .view = viewport.view};
    draw_list_begin(&list, &camera, &desc.table);
    for (int i = 0; i < 2; i++) {
        cw_draw_sprite(&list, &(CwSpriteDraw){.sprite = i, .x = i * 2.0 - 1});
    }
    draw_list_sort(&list);
    renderer_draw(renderer, &list);
    EXPECT_OK(renderer_read_pixels(renderer, pixels, &error));
    draw_list_free(&list);
    renderer_destroy(renderer);
    art_queue_end(desc.preloaded_art);
}

TEST(a_picture_is_the_same_with_and_without_loading_ahead, .rounds = 4)
{
    static uint32_t without[WIDTH_PX * HEIGHT_PX], with[WIDTH_PX * HEIGHT_PX];
    RenderPath path = _i % 2 == 0 ? RENDER_PATH_SPANS : RENDER_PATH_GEOMETRY;
    if (_i >= 2) { /* kept by a run before */
        draw(path, false, without);
    }
    draw(path, true, with);
    draw(path, false, without);
    ck_assert_mem_eq(with, without, sizeof with);
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
