/* `clockwork lab`: compares both loops in a window, or in a table. */
#include "base/report.h"
#include "host/host_sdl.h"
#include "host/sdl_start.h"
#include "lab/lab.h"
#include "main/maker.h"
#include "paint/renderer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double SECONDS = 10; /* simulated for each row of the table */

/* ---- the table ---- */

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

/* ---- the window ---- */

static int run_in_window(const Program *program, const LabDesc *desc)
{
    CwError error = {0};
    Host host;
    char art_dir[PATH_BYTES_MAX];
    Lab *lab = malloc(sizeof *lab);
    if (lab == NULL || !program_open_window(program, &host, &error)) {
        free(lab);
        cw_error_set(&error, "out of memory");
        return program_failed(&error);
    }
    RendererDesc looks = program_renderer_desc(program, art_dir);
    StageDesc stage = {.game = program->game,
                       .config = &program->config,
                       .host = &host,
                       .renderer = renderer_create(host_sdl_renderer(&host), &looks, &error),
                       .data_dir = program->paths.data};
    int status = EXIT_FAILED;
    if (stage.renderer == NULL || !lab_open(lab, desc, &stage, &error)) {
        program_failed(&error);
    } else {
        while (lab_frame(lab)) {
        }
        status = lab->failed ? program_failed(&lab->error) : EXIT_OK;
        lab_close(lab);
    }
    renderer_destroy(stage.renderer);
    host.close(host.self);
    free(lab);
    return status;
}

int command_lab(Program *program)
{
    const Options *options = program->options;
    const char *name = options->arguments[0];
    bool list = maker_of(program)->list;
    char map_path[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    CwError error = {0};
    LabDesc desc = {.game = program->game,
                    .config = &program->config,
                    .settings = program->config.sim,
                    .map_path = map_path,
                    .scene = name == NULL ? NULL : lab_scene_find(name)};
    for (int i = 0; list && i < LAB_SCENE_COUNT; i++) {
        printf("%-10s %s\n", lab_scenes[i].name, lab_scenes[i].about);
    }
    if (list) {
        return EXIT_OK;
    }
    if (name != NULL && desc.scene == NULL) {
        report("lab: there is no scene \"%.60s\"; --list names them", name);
        return EXIT_USAGE;
    }
    path_join(map_path, program->paths.data, "assets/lab/bridge.tmj");
    path_join(path, program->paths.data, "assets/lab/bridge.cwr");
    CwReplayFile *driver = cw_replay_load(path, &error);
    if (driver == NULL) {
        return program_failed(&error);
    }
    desc.driver = driver;
    bool in_window = !options->run.headless;
    if (in_window && !sdl_has_display()) {
        sdl_stop();
        report(
            "there is no display for the window of the lab: this is the table of lab --headless");
        in_window = false;
    }
    int status = in_window                                         ? run_in_window(program, &desc)
                 : lab_table_print(&desc, SECONDS, stdout, &error) ? EXIT_OK
                                                                   : program_failed(&error);
    cw_replay_free(driver);
    return status;
}
