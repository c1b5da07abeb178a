#include "lab/lab_side.h"

#include <inttypes.h>
#include <math.h>

enum { FRAMES_MAX = 1000000 }; /* of a run whose frame times don't advance */

/* Frame times may be centuries apart; an hour is as absurd, and all sums fit. */
static const uint64_t FRAME_MAX_NS = UINT64_C(3600000000000);

static const char *const LOOP_NAMES[LAB_LOOP_COUNT] = {"naive", "fixed"};

/* Without a rate, the frames are those of the file. */
typedef struct Condition {
    const char *name;
    double fps;
    int jitter_ms, stall_ms;
} Condition;

static const Condition CONDITIONS[] = {
    {"30fps", 30, 0, 0},      {"60fps", 60, 0, 0},    {"144fps", 144, 0, 0},
    {"jitter", 60, 12, 0},    {"stall50", 60, 0, 50}, {"stall100", 60, 0, 100},
    {"stall500", 60, 0, 500}, {"frames", 0, 0, 0},
};

typedef struct Frames {
    const FrameTimes *given;
    size_t next; /* of those */
    LabPace pace;
    int64_t now_ns;
} Frames;

typedef struct Row {
    uint64_t frame_count, tick_count, hash;
    int lost_count, broken_count;
    double energy_pct, divergence_m, joint_gap_m, longest_step_s;
    int64_t dropped_ns;
} Row;

static int64_t next_frame_ns(Frames *frames)
{
    if (frames->pace.fps > 0) {
        int64_t before_ns = frames->now_ns;
        frames->now_ns = lab_pace_next_ns(&frames->pace, before_ns, 0);
        return frames->now_ns - before_ns;
    }
    frames->next = frames->next + 1 < frames->given->count ? frames->next + 1 : 1;
    const FrameTime *frame = &frames->given->rows[frames->next];
    int64_t before_ns = frame[-1].clock_ns, now_ns = frame->clock_ns;
    uint64_t frame_ns = now_ns > before_ns ? (uint64_t)now_ns - (uint64_t)before_ns : 0;
    return (int64_t)(frame_ns < FRAME_MAX_NS ? frame_ns : FRAME_MAX_NS);
}

static void write_sample(LogFile *series, const LabSide *side, const char *condition,
                         int64_t frame_ns)
{
    const LabRun *run = &side->run;
    log_file_row(series, "%s,%s,%s,%.6f,%.6f,%.3f,%d,%.4f,%.6f,%.6f,%d,%.3f\n",
                 side->desc.scene->name, LOOP_NAMES[side->desc.loop], condition,
                 (double)run->now_ns * 1e-9, run->time_s, (double)frame_ns * 1e-6, run->ticks,
                 side->energy_pct, side->divergence_m, side->joint_gap_m, side->lost_count,
                 (double)run->dropped_ns * 1e-6);
}

static void add_to_row(Row *row, const LabSide *side)
{
    const LabRun *run = &side->run;
    row->frame_count += side->frame_count;
    row->tick_count += cw_world_tick(run->session.world);
    row->lost_count += side->lost_count;
    row->broken_count += run->broken;
    row->dropped_ns += run->dropped_ns;
    row->hash = (row->hash ^ cw_world_hash(run->session.world)) * UINT64_C(0x9E3779B97F4A7C15);
    row->divergence_m = fmax(row->divergence_m, side->worst_divergence_m);
    row->joint_gap_m = fmax(row->joint_gap_m, side->worst_joint_gap_m);
    row->longest_step_s = fmax(row->longest_step_s, side->longest_step_s);
    if (fabs(side->worst_energy_pct) > fabs(row->energy_pct)) {
        row->energy_pct = side->worst_energy_pct;
    }
}

static bool is_over(const LabSide *side, double seconds, uint64_t tick_limit)
{
    const LabRun *run = &side->run;
    bool done = side->desc.loop == LAB_NAIVE ? run->time_s >= seconds
                                             : cw_world_tick(run->session.world) >= tick_limit;
    return done || run->broken;
}

static bool run_scene(const LabTableDesc *desc, const LabDesc *lab, const Condition *condition,
                      Row *row, CwError *error)
{
    LabSide side;
    Frames frames = {.given = desc->frame_times,
                     .pace = lab_pace(condition->fps, condition->jitter_ms, condition->stall_ms)};
    uint64_t tick_limit = (uint64_t)llround(desc->seconds * lab->settings.tick_rate);
    if (!lab_side_open(&side, lab, error)) {
        return false;
    }
    lab_pace_next_ns(&frames.pace, 0, 0); /* the first frame begins at 0 */
    for (int i = 0; i < FRAMES_MAX && !is_over(&side, desc->seconds, tick_limit); i++) {
        int64_t frame_ns = next_frame_ns(&frames);
        lab_side_frame(&side, frame_ns, tick_limit);
        write_sample(desc->series, &side, condition->name, frame_ns);
    }
    add_to_row(row, &side);
    lab_side_close(&side);
    return true;
}

static void print_row(LogFile *table, const char *loop, const char *condition, const Row *row)
{
    double energy_pct = fabs(row->energy_pct) < 0.005 ? 0 : row->energy_pct; /* no -0.00 */
    log_file_row(table,
                 "%-6s %-9s %7" PRIu64 " %7" PRIu64 " %9d %12.2f %13.4f %13.2f %15.1f %11.1f %6d "
                 "%016" PRIx64 "\n",
                 loop, condition, row->frame_count, row->tick_count, row->lost_count, energy_pct,
                 row->divergence_m, row->joint_gap_m * 1e3, row->longest_step_s * 1e3,
                 (double)row->dropped_ns * 1e-6, row->broken_count, row->hash);
}

static bool print_rows(const LabTableDesc *desc, const Condition *condition, CwError *error)
{
    for (LabLoop loop = LAB_NAIVE; loop < LAB_LOOP_COUNT; loop++) {
        Row row = {0};
        for (int i = 0; i < LAB_SCENE_COUNT; i++) {
            LabDesc lab = desc->lab;
            lab.scene = &lab_scenes[i];
            lab.loop = loop;
            bool wanted = desc->lab.scene == NULL || desc->lab.scene == lab.scene;
            if (wanted && !run_scene(desc, &lab, condition, &row, error)) {
                return false;
            }
        }
        print_row(desc->table, LOOP_NAMES[loop], condition->name, &row);
    }
    return true;
}

bool lab_table_print(const LabTableDesc *desc, CwError *error)
{
    log_file_row(desc->table,
                 "loop   condition  frames   ticks tunnelled   energy_pct  divergence_m  "
                 "joint_gap_mm longest_step_ms  dropped_ms broken hash\n");
    log_file_row(desc->series, "scene,loop,condition,time_s,simulated_s,frame_ms,ticks,"
                               "energy_pct,divergence_m,joint_gap_m,tunnelled,dropped_ms\n");
    bool good = true;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CONDITIONS) && good; i++) {
        bool known = CONDITIONS[i].fps > 0 || desc->frame_times->count >= 2;
        good = !known || print_rows(desc, &CONDITIONS[i], error);
    }
    return good;
}
