#include "tools/bench_figures.h"

#include "sim/schedule.h"
#include "time/step_clock.h"
#include "tools/bench_pacing.h"
#include "tools/bench_sound.h"
#include "tools/bench_sprites.h"
#include "tools/bench_start.h"
#include "tools/bench_watch.h"
#include "tools/bench_window.h"
#include "tools/bench_world.h"

enum { SYSTEM_COUNT = 32, SYSTEM_TICKS = 20000, CLOCK_FRAMES = 50000 };

typedef struct SystemRace {
    Schedule schedule;
    CwTickFunction *calls[SYSTEM_COUNT];
    int count;
} SystemRace;

static void do_nothing(CwWorld *world)
{
    (void)world;
}

static void run_schedule(void *context)
{
    SystemRace *systems = context;
    for (int i = 0; i < SYSTEM_TICKS; i++) {
        schedule_run_tick(&systems->schedule, NULL);
    }
}

static void run_pointers(void *context)
{
    const SystemRace *systems = context;
    for (int tick = 0; tick < SYSTEM_TICKS; tick++) {
        for (int i = 0; i < systems->count; i++) {
            systems->calls[i](NULL);
        }
    }
}

static bool measure_systems(ContestResult *result, CwError *error)
{
    SystemRace systems = {.count = SYSTEM_COUNT};
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        int phase = CW_PHASE_INPUT + i % (CW_PHASE_FLUSH - CW_PHASE_INPUT + 1);
        const CwSystem system = {.name = "nothing", .phase = (CwPhase)phase, .tick = do_nothing};
        if (!schedule_add(&systems.schedule, &system, error)) {
            return false;
        }
        systems.calls[i] = do_nothing;
    }
    *result = contest_run(&(Contest){.ours = run_schedule,
                                     .limit = run_pointers,
                                     .context = &systems,
                                     .units = SYSTEM_TICKS,
                                     .rounds = 60});
    return true;
}

typedef struct ClockRun {
    StepClock clock;
    int64_t now_ns;
    double sink;
} ClockRun;

/* Frames of 144 Hz with a few milliseconds of jitter. */
static void run_clock(void *context)
{
    ClockRun *run = context;
    for (int i = 0; i < CLOCK_FRAMES; i++) {
        run->now_ns += 6944444 + i % 7 * 500000 - 1500000;
        run->sink += step_clock_frame(&run->clock, run->now_ns).alpha;
    }
}

static bool measure_clock(ContestResult *result, CwError *error)
{
    (void)error;
    ClockRun run = {0};
    StepClockDesc desc = step_clock_desc_default();
    step_clock_init(&run.clock, &desc);
    step_clock_start(&run.clock);
    *result = contest_run(
        &(Contest){.ours = run_clock, .context = &run, .units = CLOCK_FRAMES, .rounds = 60});
    return true;
}

const BenchFigure bench_figures[] = {
    {"step_clock", "ns/frame", "a frame of the step clock", 0, measure_clock, NULL, NULL},
    {"systems", "ns/tick", "32 empty systems in a tick; limit: a loop over pointers", 1.3,
     measure_systems, NULL, NULL},
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02,
     bench_world_tick, NULL, NULL},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes, kept awake", 1.02,
     bench_world_pyramid, NULL, NULL},
    {"play_1000", "ns/tick", "the same with history and hash, as in play", 1.1, bench_world_play,
     NULL, NULL},
    {"pose", "ns/pose", "cw_world_pose; limit: memcpy of what it returns", 7.3, bench_world_poses,
     NULL, NULL},
    {"pose_batch", "ns/pose", "cw_world_poses; limit: the same", 1.7, bench_world_all_poses, NULL,
     NULL},
    {"snapshot", "ns", "cw_world_snapshot with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     bench_world_snapshot, NULL, NULL},
    {"restore", "ns", "cw_world_restore with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     bench_world_restore, NULL, NULL},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.045, bench_world_hash,
     NULL, NULL},
    {"history_1000", "ns/tick", "the history of 1,000 bodies; limit: their tick", 0.03,
     bench_world_history, NULL, NULL},
    {"destroy_1k", "us", "1,000 touching bodies destroyed in a tick; limit: bare cpSpaceStep", 1,
     bench_world_destroy_1k, NULL, NULL},
    {"destroy_10k", "us", "the same with 10,000", 1, bench_world_destroy_10k, NULL, NULL},
    {"destroy_pins", "us", "the same with 10,000 joined to the ground", 3, bench_world_joints_10k,
     NULL, NULL},
    {"level_tick", "ns/tick", "a tick of the game's first level, headless", 0, NULL,
     bench_level_tick, NULL},
    {"verify", "ns/tick", "a tick of verifying it; limit: real time", 0.005, NULL, bench_verify,
     NULL},
    {"history", "ns/tick", "the history in it; p99 against half a millisecond", 1, NULL,
     bench_history_tick, NULL},
    {"history_size", "MiB/min", "the memory that the history takes", 0, NULL, bench_history_size,
     NULL},
    {"replay_size", "B/min", "the inputs in a replay, bot at the controls; hashes: 28,800", 0, NULL,
     bench_replay_size, NULL},
    {"twin", "ns/tick", "a tick of a second world; limit: the first one's beside it", 1.05, NULL,
     bench_twin_tick, NULL},
    {"fork", "us", "a fork of 120 ticks; limit: those ticks between two memcpy", 1.05, NULL,
     bench_fork, NULL},
    {"fork_size", "KiB", "what each of its two copies is", 0, NULL, bench_fork_size, NULL},
    {"first_frame", "ms", "from starting the program to the end of a run of one tick", 0, NULL,
     bench_first_frame, NULL},
    {"picture_soft", "ms", "to the first picture in a window, software; limit: SDL's, of black", 2,
     NULL, bench_first_picture_soft, NULL},
    {"picture_gl", "ms", "the same by OpenGL", 1.55, NULL, bench_first_picture_gl, NULL},
    {"still_720p", "% of core", "a level at time_scale 0, software; limit: SDL presenting black",
     1.25, NULL, bench_still_720p, NULL},
    {"still_1080p", "% of core", "the same at 1920x1080", 1, NULL, bench_still_1080p, NULL},
    {"play_720p", "% of core", "its own recording, played at 1280x720", 12.5, NULL, bench_play_720p,
     NULL},
    {"pacing", "ns/frame", "a frame of the frame pacer; with how evenly it shows time", 0,
     bench_pacing_measure, NULL, bench_pacing_print},
    {"overlay", "ns/frame", "the overlay at full size, painted in software at 1280x720", 0,
     bench_overlay_measure, NULL, NULL},
    {"voices_64", "% of core", "64 voices of sound, each with its pitch and place", 0,
     bench_sound_voices, NULL, NULL},
    {"sound_pull", "us", "the sound card's thread mixing a buffer of 10.7 ms of them", 0,
     bench_sound_pull, NULL, NULL},
    {"sound_delay", "ms", "from asking for a sound to its first sample at a card (SDL's dummy)", 0,
     bench_sound_delay, NULL, NULL},
    {"text", "ns/frame", "40 lines of 50 letters, painted in software at 1280x720", 0,
     bench_text_measure, NULL, NULL},
    {"trace", "ns/frame", "the spans of a frame noted and written as JSON", 0, bench_trace_measure,
     NULL, NULL},
    {"gl_submit", "ns/sprite",
     "10,000 sprites handed to OpenGL, undrawn; limit: the same prefilled", 1.85,
     bench_submit_10k_gl, NULL, NULL},
    {"gl_10k", "ns/sprite", "10,000 sprites by OpenGL; limit: one prefilled SDL_RenderGeometry", 0,
     bench_sprites_10k_gl, NULL, NULL},
    {"gl_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx", 0, bench_copies_10k_gl, NULL,
     NULL},
    {"gl_tiles", "ns/tile", "10,000 tiles by OpenGL; limit: one SDL_RenderGeometry", 0,
     bench_tiles_10k_gl, NULL, NULL},
    {"soft_1k", "ns/sprite", "1,000 sprites in software, smooth; limit: a gather blitter, nearest",
     1.3, bench_blits_1k_soft, NULL, NULL},
    {"soft_10k", "ns/sprite", "10,000 sprites in software; limit: one SDL_RenderGeometry", 0,
     bench_sprites_10k_soft, NULL, NULL},
    {"soft_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx, nearest", 0,
     bench_copies_10k_soft, NULL, NULL},
    {"soft_tiles", "ns/tile", "10,000 tiles in software; limit: SDL_RenderCopy", 0,
     bench_tiles_10k_soft, NULL, NULL},
};

const int bench_figure_count = (int)CW_ARRAY_LENGTH(bench_figures);
