/* Figures of pictures that the engine draws itself: the overlay at its full size, every fourth
 * frame late, and a page of text that was there in the frame before. Pushed, sorted and painted in
 * software at 1280x720; what it costs to paint nothing is subtracted. */
#include "bench/bench.h"
#include "draw/renderer.h"
#include "ui/overlay.h"

#include <stdlib.h>

enum { WIDTH_PX = 1280, HEIGHT_PX = 720, FRAMES_A_CALL = 10, SYSTEM_COUNT = 14 };

static const CwTheme theme = {{253, 240, 210, 255}, {219, 166, 69, 255}, {18, 59, 65, 220}};

typedef struct Watching {
    Overlay overlay;
    Schedule schedule;
    OverlayFacts facts;
    int64_t parts_ns[PART_COUNT];
    CwDrawList empty, list;
    Renderer *renderer;
    const Viewport *whole; /* told before each frame: all of it is painted */
    CwRng rng;
} Watching;

static void do_nothing(CwWorld *world)
{
    (void)world;
}

static bool add_systems(Schedule *schedule, CwError *error)
{
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        int phase = CW_PHASE_INPUT + i % (CW_PHASE_FLUSH - CW_PHASE_INPUT + 1);
        const CwSystem system = {
            .name = "entity.draw", .phase = (CwPhase)phase, .tick = do_nothing};
        if (!schedule_add(schedule, &system, error)) {
            return false;
        }
    }
    return true;
}

/* A rough ride: every fourth frame is late. */
static void live_on(Watching *watching)
{
    bool late = cw_rng_below(&watching->rng, 4) == 0;
    int64_t length_ns = 16000000 + cw_rng_below(&watching->rng, late ? 30000000 : 1300000);
    overlay_add_frame(&watching->overlay, &(OverlayFrame){.length_ns = length_ns,
                                                          .pacing_ns = length_ns - 16666667,
                                                          .ticks = late ? 2 : 1});
    for (int i = 0; i < CW_PHASE_COUNT; i++) {
        watching->schedule.phase_times[i].total_ns += cw_rng_below(&watching->rng, 900000);
    }
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        watching->schedule.system_times[i].total_ns += cw_rng_below(&watching->rng, 400000);
    }
}

static void begin_list(CwDrawList *list)
{
    const CwCamera camera = {.height_m = 10};
    const SpriteTable none = {.camera_height_m = 10};
    draw_list_begin(list, &camera, &none);
}

static void paint_overlay(void *context)
{
    Watching *watching = context;
    for (int i = 0; i < FRAMES_A_CALL; i++) {
        live_on(watching);
        if (overlay_due(&watching->overlay)) {
            overlay_refresh(&watching->overlay, &watching->facts, &watching->schedule,
                            watching->parts_ns);
        }
        begin_list(&watching->list);
        overlay_draw(&watching->overlay, &theme, (double)HEIGHT_PX / CW_VIEW_HEIGHT,
                     &watching->list);
        draw_list_sort(&watching->list);
        renderer_set_viewport(watching->renderer, watching->whole, NULL);
        renderer_draw(watching->renderer, &watching->list);
    }
}

static void paint_nothing(void *context)
{
    Watching *watching = context;
    for (int i = 0; i < FRAMES_A_CALL; i++) {
        begin_list(&watching->empty);
        draw_list_sort(&watching->empty);
        renderer_set_viewport(watching->renderer, watching->whole, NULL);
        renderer_draw(watching->renderer, &watching->empty);
    }
}

static void subtract_limit(ContestResult *result)
{
    result->value_ns -= result->limit_ns;
    result->least_ns -= result->limit_ns;
    result->p99_ns -= result->limit_ns;
    result->limit_ns = 0;
    result->ratio = 0;
}

/* A picture and what it is painted with; false and a cause without memory. */
static bool open_picture(Watching *watching, const Viewport *whole, CwError *error)
{
    const RendererDesc looks = {.table = {.camera_height_m = 10}, .art_dir = ""};
    watching->whole = whole;
    watching->list.typesetter = typesetter_create(&(TypesetterDesc){0});
    watching->renderer = renderer_create_offscreen(WIDTH_PX, HEIGHT_PX, &looks, error);
    return watching->renderer != NULL && renderer_set_viewport(watching->renderer, whole, error) &&
           (watching->list.typesetter != NULL || cw_error_set(error, "out of memory"));
}

static void close_picture(Watching *watching)
{
    renderer_destroy(watching->renderer);
    typesetter_destroy(watching->list.typesetter);
    draw_list_free(&watching->list);
    draw_list_free(&watching->empty);
}

/* 40 lines of 50 letters. */
static void paint_text(void *context)
{
    Watching *watching = context;
    for (int i = 0; i < FRAMES_A_CALL; i++) {
        begin_list(&watching->list);
        cw_draw_set_screen(&watching->list);
        for (int line = 0; line < 40; line++) {
            cw_draw_text(
                &watching->list,
                &(CwTextDraw){.text = "Of the quick brown foxes that jump over 31 lazy dog",
                              .x = 10 + line,
                              .y = 8 + 8.6 * line,
                              .size = 8 + line % 4});
        }
        draw_list_sort(&watching->list);
        renderer_set_viewport(watching->renderer, watching->whole, NULL);
        renderer_draw(watching->renderer, &watching->list);
    }
}

static bool open_watching(Watching *watching, const Viewport *whole, CwError *error)
{
    watching->overlay.mode = OVERLAY_FULL;
    watching->facts = (OverlayFacts){.refresh_hz = 60,
                                     .tick_rate = 60,
                                     .time_scale = 1,
                                     .arena_limit_bytes = 1 << 26,
                                     .arena_bytes = 1 << 20,
                                     .history_limit_bytes = 1 << 26,
                                     .hash = 0x0123456789abcdef,
                                     .latency_ms = 20};
    cw_rng_seed(&watching->rng, 1, 1);
    if (!open_picture(watching, whole, error) || !add_systems(&watching->schedule, error)) {
        return false;
    }
    for (int i = 0; i < OVERLAY_FRAMES; i++) {
        live_on(watching);
    }
    return true;
}

static bool measure(const BenchFigure *figure, const BenchSubject *subject, ContestResult *result,
                    CwError *error)
{
    (void)subject;
    Watching *watching = calloc(1, sizeof *watching);
    if (watching == NULL) {
        return cw_error_set(error, "out of memory");
    }
    const Viewport whole = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX,
                                         (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    bool ready = open_watching(watching, &whole, error);
    if (ready) {
        *result = contest_run(
            &(Contest){figure->ours, paint_nothing, watching, FRAMES_A_CALL, figure->rounds});
        subtract_limit(result);
    }
    close_picture(watching);
    free(watching);
    return ready;
}

static const BenchFigure figures[] = {
    {"overlay", "ns/frame", "the overlay at full size, painted in software at 1280x720", 0, measure,
     paint_overlay, .rounds = 60},
    {"text", "ns/frame", "40 lines of 50 letters, painted in software at 1280x720", 0, measure,
     paint_text, .rounds = 60},
};

const BenchGroup bench_picture = {figures, CW_ARRAY_LENGTH(figures)};
