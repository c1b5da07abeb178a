/* From key to picture: the game's first level in the real loop, on simulated displays.
 *
 * A key that leans the buggy changes at random moments; each change is followed to the first
 * picture that shows a part of the tick in which it moves something, and to the first that shows
 * all of it. The limit is a plain loop: input when a frame begins, fixed ticks, interpolation.
 * Present ends with the refresh (vsync) or the frame's work. */
#include "bench/bench.h"
#include "host/host_headless.h"
#include "program/program.h"

#include <math.h>
#include <stdlib.h>

/* Late sampling has learned how long frames take when the first tap comes. */
enum { LEARN_S = 30, TAPS = 150, FRAMES_MAX = 32768, KEY_LEFT = 80 };

static const int64_t SECOND_NS = 1000000000, WORK_NS = 1500000;
static const double RATES_HZ[] = {60, 120, 144, 240};
enum { RATE_COUNT = CW_ARRAY_LENGTH(RATES_HZ) };

typedef enum Way { WAY_PLAIN, WAY_INTERPOLATE, WAY_AHEAD, WAY_AHEAD_LATE, WAY_COUNT } Way;

static const char *const way_names[] = {[WAY_PLAIN] = "plain loop",
                                        [WAY_INTERPOLATE] = "interpolate",
                                        [WAY_AHEAD] = "ahead",
                                        [WAY_AHEAD_LATE] = "and late"};
_Static_assert(CW_ARRAY_LENGTH(way_names) == WAY_COUNT, "a name a way");

typedef struct Display {
    double hz;
    bool vsync;
} Display;

typedef struct LatencyBench {
    const Program *program;
    Display display;
    HeadlessStep steps[2 * TAPS + 1];
    Loop *loop;
    Latency *latency; /* of the way that was measured last */
} LatencyBench;

/* A quarter of a second between taps, at any moment of a frame. */
static void script_taps(LatencyBench *bench)
{
    CwRng rng;
    cw_rng_seed(&rng, 35, 1);
    bench->steps[0] = (HeadlessStep){.action = HEADLESS_WORK, .delay_ns = WORK_NS};
    for (int i = 0; i < TAPS; i++) {
        int64_t down_ns =
            LEARN_S * SECOND_NS + i * (SECOND_NS / 4) + (int64_t)cw_rng_below(&rng, 100000000);
        for (int up = 0; up < 2; up++) {
            InputEvent key = {.type = INPUT_KEY, .code = KEY_LEFT, .value = !up};
            bench->steps[1 + 2 * i + up] = (HeadlessStep){
                .action = HEADLESS_INPUT, .time_ns = down_ns + up * SECOND_NS / 9, .event = key};
        }
    }
}

/* ---- the real loop ---- */

static bool run_loop(LatencyBench *bench, Way way, CwError *error)
{
    Loop *loop = bench->loop;
    Host host;
    LoopDesc desc = program_loop_desc(bench->program);
    Config config = *desc.config;
    const Display *display = &bench->display;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    config.latency = way == WAY_INTERPOLATE ? LATENCY_INTERPOLATE : LATENCY_AHEAD;
    config.late_sampling = way == WAY_AHEAD_LATE;
    config.vsync = display->vsync;
    config.target_fps = display->vsync ? 0 : (int)display->hz;
    config.sound = false;
    config.flight_recorder = config.history = 0;
    desc.config = &config;
    desc.choice.level = bench->program->levels.names[0];
    desc.files = (LoopFiles){.data_dir = desc.files.data_dir};
    host_desc.time = HEADLESS_PACED;
    host_desc.steps = bench->steps;
    host_desc.step_count = CW_ARRAY_LENGTH(bench->steps);
    host_desc.status.refresh_hz = display->hz;
    host_desc.status.paced_by_display = display->vsync;
    host_desc.frame_count = (uint64_t)(display->hz * (LEARN_S + TAPS / 4 + 2));
    if (!host_headless_open(&host, &host_desc, error)) {
        return false;
    }
    bool good = loop_open(loop, &desc, &host, NULL, error);
    while (good && loop_frame(loop)) {
    }
    if (good) {
        *bench->latency = loop->stage.latency;
        good = !loop->end.failed || cw_error_set(error, "%s", loop->end.error.text);
        loop_close(loop);
    }
    host.close(host.self);
    return good;
}

/* ---- the plain loop ---- */

/* Frame n begins with a refresh. Its picture is there with the next one, or after its work. */
static void run_model(LatencyBench *bench)
{
    const Display *display = &bench->display;
    *bench->latency = (Latency){0};
    int next = 1, tick_rate = bench->program->config.sim.tick_rate;
    uint64_t tick = 0;
    double period_ns = 1e9 / display->hz, credit = 0.5;
    for (int frame = 0; frame < FRAMES_MAX && next <= 2 * TAPS; frame++) {
        int64_t begin_ns = (int64_t)(frame * period_ns);
        for (; next <= 2 * TAPS && bench->steps[next].time_ns <= begin_ns; next++) {
            latency_event(bench->latency, bench->steps[next].time_ns);
        }
        credit += period_ns * tick_rate * 1e-9;
        for (; credit >= 1; credit--) {
            latency_tick(bench->latency, ++tick + 1); /* the key is a force */
        }
        latency_present(bench->latency, tick, credit,
                        begin_ns + (display->vsync ? llround(period_ns) : WORK_NS));
    }
}

static bool measure(LatencyBench *bench, Way way, CwError *error)
{
    if (way == WAY_PLAIN) {
        run_model(bench);
        return true;
    }
    return run_loop(bench, way, error);
}

/* ---- the figure ---- */

static BenchState open_bench(void *context, const BenchFigure *figure, const Program *program,
                             CwError *error)
{
    (void)figure;
    LatencyBench *bench = context;
    bench->program = program;
    bench->loop = calloc(1, sizeof *bench->loop);
    bench->latency = calloc(1, sizeof *bench->latency);
    if (bench->loop == NULL || bench->latency == NULL) {
        cw_error_set(error, "out of memory; close other programs");
        return BENCH_FAILED;
    }
    script_taps(bench);
    return BENCH_READY;
}

static void close_bench(void *context)
{
    LatencyBench *bench = context;
    free(bench->loop);
    free(bench->latency);
}

static void print_row(const LatencyBench *bench, Way way)
{
    const Latency *latency = bench->latency;
    printf("  %3.0f Hz %-8s  %-11s  first %5.1f p99 %5.1f   full %5.1f p99 %5.1f ms\n",
           bench->display.hz, bench->display.vsync ? "vsync" : "no vsync", way_names[way],
           latency_quantile_ms(&latency->first, 0.5), latency_quantile_ms(&latency->first, 0.99),
           latency_quantile_ms(&latency->full, 0.5), latency_quantile_ms(&latency->full, 0.99));
}

/* The figure is that of a display of 60 Hz with vsync. */
static bool sample(void *context, double *ours, double *limit)
{
    LatencyBench *bench = context;
    CwError error = {0};
    for (int i = 0; i < 2 * RATE_COUNT; i++) {
        bench->display = (Display){RATES_HZ[i / 2], i % 2 == 0};
        int ways = bench->display.vsync ? WAY_COUNT : WAY_AHEAD_LATE;
        for (int way = 0; way < ways; way++) {
            if (!measure(bench, (Way)way, &error)) {
                return false;
            }
            print_row(bench, (Way)way);
            double full_ms = latency_quantile_ms(&bench->latency->full, 0.5);
            *limit = i == 0 && way == WAY_PLAIN ? full_ms : *limit;
            *ours = i == 0 && way == WAY_AHEAD ? full_ms : *ours;
        }
    }
    return true;
}

static const BenchFigure figures[] = {
    {"latency", "ms", "from a key to its full effect, 60 Hz with vsync; limit: the plain loop",
     0.75, .sample = sample, .rounds = 1},
};

const BenchGroup bench_latency = {figures, CW_ARRAY_LENGTH(figures), sizeof(LatencyBench),
                                  open_bench, close_bench};
