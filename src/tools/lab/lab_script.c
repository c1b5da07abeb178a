#include "lab/lab_script.h"

#include "base/number.h"
#include "lab/lab_pace.h"

#include <inttypes.h>
#include <math.h>

enum { FRAMES_MAX = 1000000 }; /* frame times that stand still never get anywhere */

/* Frame times may jump by centuries; an hour is as absurd for a loop, and the sum of all frames
 * fits.
 */
static const uint64_t FRAME_MAX_NS = UINT64_C(3600000000000);

typedef struct Condition {
    const char *name;
    double fps;
    int jitter_ms, stall_ms;
    bool frame_times; /* frames from the file */
} Condition;

static const Condition CONDITIONS[] = {
    {.name = "30fps", .fps = 30},
    {.name = "60fps", .fps = 60},
    {.name = "144fps", .fps = 144},
    {.name = "jitter", .fps = 60, .jitter_ms = 12},
    {.name = "stall50", .fps = 60, .stall_ms = 50},
    {.name = "stall100", .fps = 60, .stall_ms = 100},
    {.name = "stall500", .fps = 60, .stall_ms = 500},
    {.name = "frames", .frame_times = true},
};

/* Sums and worst cases over the scenes of a row. */
typedef struct Row {
    uint64_t frame_count, tick_count, hash;
    int tunnelled, broken_count;
    double energy_pct, divergence_m, joint_gap_m, longest_step_s;
    int64_t dropped_ns;
} Row;

/* Where the frames of one run come from. */
typedef struct FrameSource {
    const Condition *condition;
    const FrameTimes *frame_times;
    size_t next; /* of frame_times */
    LabPace pace;
    int64_t now_ns;
} FrameSource;

LabScriptDesc lab_script_desc_default(void)
{
    return (LabScriptDesc){.seconds = 10, .table = stdout};
}

static FrameSource frame_source(const LabScriptDesc *desc, const Condition *condition)
{
    FrameSource source = {.condition = condition,
                          .frame_times = desc->frame_times,
                          .next = 1,
                          .pace = lab_pace_default()};
    source.pace.fps = condition->fps;
    source.pace.jitter_ms = condition->jitter_ms;
    source.pace.stall_ms = condition->stall_ms;
    lab_pace_next_ns(&source.pace, 0, 0); /* the first frame begins at 0 */
    return source;
}

static int64_t next_frame_ns(FrameSource *source)
{
    if (source->condition->frame_times) {
        const FrameTimes *frame_times = source->frame_times;
        source->next = source->next < frame_times->count ? source->next : 1;
        int64_t before_ns = frame_times->rows[source->next - 1].clock_ns;
        int64_t now_ns = frame_times->rows[source->next++].clock_ns;
        uint64_t frame_ns = now_ns > before_ns ? (uint64_t)now_ns - (uint64_t)before_ns : 0;
        return (int64_t)(frame_ns < FRAME_MAX_NS ? frame_ns : FRAME_MAX_NS);
    }
    int64_t begin_ns = lab_pace_next_ns(&source->pace, source->now_ns, 0);
    int64_t frame_ns = begin_ns - source->now_ns;
    source->now_ns = begin_ns;
    return frame_ns;
}

static void write_sample(const LabScriptDesc *desc, const LabSide *side, const Condition *condition,
                         int64_t frame_ns)
{
    if (desc->series == NULL) {
        return;
    }
    const LabFigures *figures = &side->figures;
    const LabRun *run = &side->run;
    log_file_row(desc->series, "%s,%s,%s,%.6f,%.6f,%.3f,%d,%.4f,%.6f,%.6f,%d,%.3f\n",
                 run->desc.scene->name, lab_loop_name(run->desc.loop), condition->name,
                 (double)run->now_ns * 1e-9, run->time_s, (double)frame_ns * 1e-6, run->ticks,
                 figures->energy_pct, figures->divergence_m, figures->joint_gap_m,
                 figures->tunnelled, (double)run->dropped_ns * 1e-6);
}

static void add_up(Row *row, const LabSide *side)
{
    const LabFigures *figures = &side->figures;
    const LabRun *run = &side->run;
    row->frame_count += figures->frame_count;
    row->tick_count += cw_world_tick(run->session.world);
    row->tunnelled += figures->tunnelled;
    row->broken_count += run->broken;
    row->dropped_ns += run->dropped_ns;
    row->hash = (row->hash ^ cw_world_hash(run->session.world)) * UINT64_C(0x9E3779B97F4A7C15);
    row->divergence_m = fmax(row->divergence_m, figures->worst_divergence_m);
    row->joint_gap_m = fmax(row->joint_gap_m, figures->worst_joint_gap_m);
    row->longest_step_s = fmax(row->longest_step_s, figures->longest_step_s);
    if (fabs(figures->worst_energy_pct) > fabs(row->energy_pct)) {
        row->energy_pct = figures->worst_energy_pct;
    }
}

static bool is_over(const LabRun *run, double seconds, uint64_t tick_limit)
{
    bool done = run->desc.loop == LAB_NAIVE ? run->time_s >= seconds
                                            : cw_world_tick(run->session.world) >= tick_limit;
    return done || run->broken;
}

static bool run_scene(const LabScriptDesc *desc, const LabRunDesc *run_desc,
                      const Condition *condition, Row *row, CwError *error)
{
    LabSide side;
    if (!lab_side_open(&side, run_desc, error)) {
        return false;
    }
    FrameSource source = frame_source(desc, condition);
    uint64_t tick_limit = (uint64_t)llround(desc->seconds * run_desc->settings.tick_rate);
    for (int i = 0; i < FRAMES_MAX && !is_over(&side.run, desc->seconds, tick_limit); i++) {
        int64_t frame_ns = next_frame_ns(&source);
        lab_side_frame(&side, frame_ns, tick_limit, NULL, NULL);
        write_sample(desc, &side, condition, frame_ns);
    }
    add_up(row, &side);
    lab_side_close(&side);
    return true;
}

/* -0.001 is printed as 0.00. */
static double without_sign_of_0(double value)
{
    return fabs(value) < 0.005 ? 0 : value;
}

static void print_row(FILE *out, LabLoop loop, const Condition *condition, const Row *row)
{
    locale_t previous = number_locale_begin();
    fprintf(out,
            "%-6s %-9s %7" PRIu64 " %7" PRIu64 " %9d %12.2f %13.4f %13.2f %15.1f %11.1f %6d "
            "%016" PRIx64 "\n",
            lab_loop_name(loop), condition->name, row->frame_count, row->tick_count, row->tunnelled,
            without_sign_of_0(row->energy_pct), row->divergence_m, row->joint_gap_m * 1e3,
            row->longest_step_s * 1e3, (double)row->dropped_ns * 1e-6, row->broken_count,
            row->hash);
    fflush(out);
    number_locale_end(previous);
}

static bool is_wanted(const LabScriptDesc *desc, const LabScene *scene)
{
    bool playable = scene->game != NULL || desc->game != NULL;
    return desc->scene == NULL ? playable : desc->scene == scene;
}

static LabRunDesc scene_desc(const LabScriptDesc *desc, int scene)
{
    return (LabRunDesc){.scene = &lab_scenes[scene],
                        .config = desc->config,
                        .game = desc->game,
                        .map_path = desc->map_path,
                        .settings = desc->config->sim};
}

static bool run_row(const LabScriptDesc *desc, LabLoop loop, const Condition *condition,
                    const LearnedInputs *drivers, CwError *error)
{
    Row row = {0};
    for (int i = 0; i < LAB_SCENE_COUNT; i++) {
        LabRunDesc run = scene_desc(desc, i);
        run.loop = loop;
        run.driver = &drivers[i];
        if (is_wanted(desc, &lab_scenes[i]) && !run_scene(desc, &run, condition, &row, error)) {
            return false;
        }
    }
    print_row(desc->table, loop, condition, &row);
    return true;
}

static bool learn_drivers(const LabScriptDesc *desc, LearnedInputs *drivers, CwError *error)
{
    bool good = true;
    for (int i = 0; i < LAB_SCENE_COUNT && good; i++) {
        LabRunDesc run = scene_desc(desc, i);
        good = !is_wanted(desc, &lab_scenes[i]) || lab_run_learn(&drivers[i], &run, error);
    }
    return good;
}

static bool run_rows(const LabScriptDesc *desc, const LearnedInputs *drivers, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CONDITIONS); i++) {
        if (CONDITIONS[i].frame_times &&
            (desc->frame_times == NULL || desc->frame_times->count < 2)) {
            continue;
        }
        for (LabLoop loop = LAB_NAIVE; loop <= LAB_FIXED; loop++) {
            if (!run_row(desc, loop, &CONDITIONS[i], drivers, error)) {
                return false;
            }
        }
    }
    return true;
}

bool lab_script_run(const LabScriptDesc *desc, CwError *error)
{
    fprintf(desc->table, "%-6s %-9s %7s %7s %9s %12s %13s %13s %15s %11s %6s %s\n", "loop",
            "condition", "frames", "ticks", "tunnelled", "energy_pct", "divergence_m",
            "joint_gap_mm", "longest_step_ms", "dropped_ms", "broken", "hash");
    if (desc->series != NULL) {
        log_file_row(desc->series, "scene,loop,condition,time_s,simulated_s,frame_ms,ticks,"
                                   "energy_pct,divergence_m,joint_gap_m,tunnelled,dropped_ms\n");
    }
    LearnedInputs drivers[LAB_SCENE_COUNT] = {0};
    bool good = learn_drivers(desc, drivers, error) && run_rows(desc, drivers, error);
    for (int i = 0; i < LAB_SCENE_COUNT; i++) {
        learned_inputs_free(&drivers[i]);
    }
    return good;
}
