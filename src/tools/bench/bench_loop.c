/* Figures of the loop's parts: the step clock, the schedule and the pacer. */
#include "bench/bench.h"
#include "bench/pacing.h"
#include "sim/schedule.h"
#include "time/step_clock.h"

#include <math.h>

enum { SYSTEM_COUNT = 32, SYSTEM_TICKS = 20000, CLOCK_FRAMES = 50000 };
enum { PACER_FRAMES = 20000 };

typedef struct LoopRace {
    Schedule schedule;
    CwTickFunction *calls[SYSTEM_COUNT];
    int count;
    StepClock clock;
    FramePacer pacer;
    int64_t readings_ns[PACER_FRAMES];
    int64_t now_ns;
    double sink; /* keeps the compiler from dropping work */
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

static BenchState open_race(void *context, const BenchFigure *figure, const Program *program,
                            CwError *error)
{
    (void)figure, (void)program;
    LoopRace *race = context;
    StepClockDesc clock = step_clock_desc_default();
    FramePacerDesc pacer = frame_pacer_desc_default();
    CwRng rng;
    step_clock_init(&race->clock, &clock);
    step_clock_start(&race->clock);
    frame_pacer_init(&race->pacer, &pacer);
    cw_rng_seed(&rng, 1, 1);
    for (int64_t i = 0; i < PACER_FRAMES; i++) {
        race->readings_ns[i] = i * 16666667 + llround(3e5 * pacing_gauss(&rng));
    }
    for (; race->count < SYSTEM_COUNT; race->count++) {
        int phase = CW_PHASE_INPUT + race->count % (CW_PHASE_FLUSH - CW_PHASE_INPUT + 1);
        const CwSystem system = {.name = "nothing", .phase = (CwPhase)phase, .tick = do_nothing};
        if (!schedule_add(&race->schedule, &system, error)) {
            return BENCH_FAILED;
        }
        race->calls[race->count] = do_nothing;
    }
    return BENCH_READY;
}

static void close_race(void *context)
{
    (void)context;
}

static const BenchFigure figures[] = {
    {"step_clock", "ns/frame", "a frame of the step clock", 0, run_clock, NULL, CLOCK_FRAMES,
     .rounds = 60},
    {"systems", "ns/tick", "32 empty systems in a tick; limit: a loop over pointers", 1.3,
     run_schedule, run_pointers, SYSTEM_TICKS, .rounds = 60},
    {"pacing", "ns/frame", "a frame of the frame pacer; with how evenly it shows time", 0,
     run_pacer, NULL, PACER_FRAMES, 60, .print_details = pacing_print},
};

const BenchGroup bench_loop = {figures, CW_ARRAY_LENGTH(figures), sizeof(LoopRace), open_race,
                               close_race};
