/* Figures of the loop's parts: the step clock, the schedule, the pacer, the trace. */
#include "bench/bench.h"
#include "bench/pacing.h"
#include "sim/schedule.h"
#include "time/step_clock.h"
#include "trace/trace.h"

#include <math.h>
#include <stdlib.h>

enum { SYSTEM_COUNT = 32, SYSTEM_TICKS = 20000, CLOCK_FRAMES = 50000 };
enum { PACER_FRAMES = 20000 };
enum { TRACE_FRAMES = 200, SPANS_A_FRAME = 26 };

typedef struct LoopRace {
    Schedule schedule;
    CwTickFunction *calls[SYSTEM_COUNT];
    int count;
    StepClock clock;
    FramePacer pacer;
    int64_t readings_ns[PACER_FRAMES];
    int64_t now_ns;
    double sink; /* keeps the compiler from dropping work */
    Trace trace;
    uint64_t frame;
} LoopRace;

static void do_nothing(CwWorld *world)
{
    (void)world;
}

static void run_schedule(void *context)
{
    LoopRace *race = context;
    for (int i = 0; i < SYSTEM_TICKS; i++) {
        schedule_run_tick(&race->schedule, NULL);
    }
}

static void run_pointers(void *context)
{
    const LoopRace *race = context;
    for (int tick = 0; tick < SYSTEM_TICKS; tick++) {
        for (int i = 0; i < race->count; i++) {
            race->calls[i](NULL);
        }
    }
}

/* Frames of 144 Hz with a few milliseconds of jitter. */
static void run_clock(void *context)
{
    LoopRace *race = context;
    for (int i = 0; i < CLOCK_FRAMES; i++) {
        race->now_ns += 6944444 + i % 7 * 500000 - 1500000;
        race->sink += step_clock_frame(&race->clock, race->now_ns).alpha;
    }
}

static void run_pacer(void *context)
{
    LoopRace *race = context;
    for (int i = 0; i < PACER_FRAMES; i++) {
        race->sink += (double)frame_pacer_frame(&race->pacer, race->readings_ns[i]);
    }
}

static void trace_frames(void *context)
{
    LoopRace *race = context;
    for (int i = 0; i < TRACE_FRAMES; i++) {
        int64_t begin_ns = race->now_ns;
        for (int span = 0; span < SPANS_A_FRAME; span++) {
            race->now_ns += 600000;
            trace_note(&race->trace, (TraceSpan){.label = (uint16_t)(span % TRACE_FRAME),
                                                 .begin_ns = race->now_ns - 600000,
                                                 .end_ns = race->now_ns,
                                                 .id = race->frame});
        }
        trace_end_frame(&race->trace, &(TracedFrame){.index = race->frame++,
                                                     .begin_ns = begin_ns,
                                                     .end_ns = race->now_ns,
                                                     .ticks = 1,
                                                     .usual = true});
    }
}

static bool open_race(LoopRace *race, CwError *error)
{
    StepClockDesc clock = step_clock_desc_default();
    step_clock_init(&race->clock, &clock);
    step_clock_start(&race->clock);
    FramePacerDesc pacer = frame_pacer_desc_default();
    frame_pacer_init(&race->pacer, &pacer);
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    for (int64_t i = 0; i < PACER_FRAMES; i++) {
        race->readings_ns[i] = i * 16666667 + llround(3e5 * pacing_gauss(&rng));
    }
    for (; race->count < SYSTEM_COUNT; race->count++) {
        int phase = CW_PHASE_INPUT + race->count % (CW_PHASE_FLUSH - CW_PHASE_INPUT + 1);
        const CwSystem system = {.name = "nothing", .phase = (CwPhase)phase, .tick = do_nothing};
        if (!schedule_add(&race->schedule, &system, error)) {
            return false;
        }
        race->calls[race->count] = do_nothing;
    }
    return trace_open(&race->trace, &(TraceDesc){.file = "/dev/null"}, 0, error);
}

static bool measure(const BenchFigure *figure, const BenchSubject *subject, ContestResult *result,
                    CwError *error)
{
    (void)subject;
    LoopRace *race = calloc(1, sizeof *race);
    if (race == NULL) {
        return cw_error_set(error, "out of memory");
    }
    bool ready = open_race(race, error);
    if (ready) {
        *result = contest_run(
            &(Contest){figure->ours, figure->limit, race, figure->units, figure->rounds});
        trace_close(&race->trace);
    }
    free(race);
    return ready;
}

static const BenchFigure figures[] = {
    {"step_clock", "ns/frame", "a frame of the step clock", 0, measure, run_clock, NULL,
     CLOCK_FRAMES, .rounds = 60},
    {"systems", "ns/tick", "32 empty systems in a tick; limit: a loop over pointers", 1.3, measure,
     run_schedule, run_pointers, SYSTEM_TICKS, .rounds = 60},
    {"trace", "ns/frame", "the spans of a frame noted and written as JSON", 0, measure,
     trace_frames, NULL, TRACE_FRAMES, .rounds = 60},
    {"pacing", "ns/frame", "a frame of the frame pacer; with how evenly it shows time", 0, measure,
     run_pacer, NULL, PACER_FRAMES, .rounds = 60, .print_details = pacing_print},
};

const BenchGroup bench_loop = {figures, CW_ARRAY_LENGTH(figures)};
