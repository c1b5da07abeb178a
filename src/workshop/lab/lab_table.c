#include "lab/lab_side.h"

#include <inttypes.h>
#include <math.h>

static const char *const LOOP_NAMES[LAB_LOOP_COUNT] = {"naive", "fixed"};

typedef struct Condition {
    const char *name;
    double fps;
    int stall_ms;
} Condition;

static const Condition CONDITIONS[] = {
    {"30fps", 30, 0},    {"60fps", 60, 0},      {"144fps", 144, 0},
    {"stall50", 60, 50}, {"stall100", 60, 100}, {"stall500", 60, 500},
};

typedef struct Row {
    uint64_t frame_count, tick_count, hash;
    int lost_count;
    double player_m, longest_step_s;
    int64_t dropped_ns;
} Row;

static void add_to_row(Row *row, const LabSide *side)
{
    row->frame_count += side->frame_count;
    row->tick_count += cw_world_tick(side->session.world);
    row->lost_count += side->lost_count;
    row->dropped_ns += side->dropped_ns;
    row->hash = (row->hash ^ cw_world_hash(side->session.world)) * UINT64_C(0x9E3779B97F4A7C15);
    row->player_m += lab_side_player_m(side);
    row->longest_step_s = fmax(row->longest_step_s, side->longest_step_s);
}

static bool run_scene(const LabDesc *desc, double seconds, const Condition *condition, Row *row,
                      CwError *error)
{
    LabSide side;
    LabPace pace = {.fps = condition->fps, .stall_ms = condition->stall_ms};
    uint64_t tick_limit = (uint64_t)llround(seconds * desc->settings.tick_rate);
    if (!lab_side_open(&side, desc, error)) {
        return false;
    }
    int64_t now_ns = 0;
    lab_pace_next_ns(&pace, now_ns, 0); /* the first frame begins at 0 */
    while (!side.broken &&
           (desc->loop == LAB_NAIVE ? side.time_s < seconds
                                    : cw_world_tick(side.session.world) < tick_limit)) {
        int64_t before_ns = now_ns;
        now_ns = lab_pace_next_ns(&pace, before_ns, 0);
        lab_side_frame(&side, now_ns - before_ns, tick_limit);
    }
    add_to_row(row, &side);
    lab_side_close(&side);
    return true;
}

bool lab_table_print(const LabDesc *desc, double seconds, FILE *table, CwError *error)
{
    fprintf(table, "loop   condition  frames   ticks tunnelled  player_m longest_step_ms  "
                   "dropped_ms hash\n");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CONDITIONS) * LAB_LOOP_COUNT; i++) {
        const Condition *condition = &CONDITIONS[i / LAB_LOOP_COUNT];
        LabDesc lab = *desc;
        lab.loop = (LabLoop)(i % LAB_LOOP_COUNT);
        Row row = {0};
        for (int scene = 0; scene < LAB_SCENE_COUNT; scene++) {
            lab.scene = &lab_scenes[scene];
            bool wanted = desc->scene == NULL || desc->scene == lab.scene;
            if (wanted && !run_scene(&lab, seconds, condition, &row, error)) {
                return false;
            }
        }
        fprintf(
            table, "%-6s %-9s %7" PRIu64 " %7" PRIu64 " %9d %9.3f %15.1f %11.1f %016" PRIx64 "\n",
            LOOP_NAMES[lab.loop], condition->name, row.frame_count, row.tick_count, row.lost_count,
            row.player_m, row.longest_step_s * 1e3, (double)row.dropped_ns * 1e-6, row.hash);
    }
    return true;
}
