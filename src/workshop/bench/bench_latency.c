/* From key to picture: the game's first level in the real loop, on a simulated display of 60 Hz
 * with vsync.
 *
 * A key that leans the buggy changes at random moments; each change is followed to the first
 * picture that shows all of the tick in which it moves something. The limit is a plain loop: input
 * when a frame begins, fixed ticks, interpolation. */
#include "bench/bench.h"
#include "host/host_headless.h"
#include "program/program.h"

#include <math.h>
#include <stdlib.h>

/* The pacer knows the display when the first tap comes. */
enum { LEARN_S = 5, TAPS = 150, REFRESH_HZ = 60, FRAMES = REFRESH_HZ * (LEARN_S + TAPS / 4 + 2) };
enum { KEY_LEFT = 80 };

static const int64_t SECOND_NS = 1000000000, WORK_NS = 1500000;

typedef struct LatencyBench {
    const Program *program;
    HeadlessStep steps[2 * TAPS + 1];
    Loop *loop;
    Latency *latency; /* of the loop that was measured last */
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

static bool run_loop(LatencyBench *bench, CwError *error)
{
    Loop *loop = bench->loop;
    Host host;
    LoopDesc desc = program_loop_desc(bench->program);
    Config config = *desc.config;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    config.latency = LATENCY_AHEAD;
    config.late_sampling = config.sound = false;
    config.vsync = true;
    config.flight_recorder = config.history = config.target_fps = 0;
    desc.config = &config;
    desc.choice.level = bench->program->levels.names[0];
    desc.files = (LoopFiles){.data_dir = desc.files.data_dir};
    host_desc.time = HEADLESS_PACED;
    host_desc.steps = bench->steps;
    host_desc.step_count = CW_ARRAY_LENGTH(bench->steps);
    host_desc.status.refresh_hz = REFRESH_HZ;
    host_desc.status.paced_by_display = true;
    host_desc.frame_count = FRAMES;
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

/* Frame n begins with a refresh. Its picture is there with the next one. */
static void run_model(LatencyBench *bench)
{
    *bench->latency = (Latency){0};
    int next = 1, tick_rate = bench->program->config.sim.tick_rate;
    uint64_t tick = 0;
    double period_ns = 1e9 / REFRESH_HZ, credit = 0.5;
    for (int frame = 0; frame < FRAMES; frame++) {
        int64_t begin_ns = (int64_t)(frame * period_ns);
        for (; next <= 2 * TAPS && bench->steps[next].time_ns <= begin_ns; next++) {
            latency_event(bench->latency, bench->steps[next].time_ns);
        }
        credit += period_ns * tick_rate * 1e-9;
        for (; credit >= 1; credit--) {
            latency_tick(bench->latency, ++tick + 1); /* the key is a force */
        }
        latency_present(bench->latency, tick, credit, begin_ns + llround(period_ns));
    }
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

static bool sample(void *context, double *ours, double *limit)
{
    LatencyBench *bench = context;
    run_model(bench);
    *limit = latency_quantile_ms(&bench->latency->full, 0.5);
    bool good = run_loop(bench, &(CwError){0});
    *ours = latency_quantile_ms(&bench->latency->full, 0.5);
    return good;
}

static const BenchFigure figures[] = {
    {"latency", "ms", "from a key to its full effect, 60 Hz with vsync; limit: the plain loop",
     0.75, .sample = sample, .rounds = 1},
};

const BenchGroup bench_latency = {figures, CW_ARRAY_LENGTH(figures), sizeof(LatencyBench),
                                  open_bench, close_bench};
