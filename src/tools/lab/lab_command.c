/* `clockwork lab`: both loops side by side in a window, or as a table without one. */
#include "base/report.h"
#include "host/host_sdl.h"
#include "host/sdl_start.h"
#include "lab/lab.h"
#include "lab/lab_table.h"
#include "time/frame_times.h"
#include "tools/tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int list_scenes(void)
{
    for (int i = 0; i < LAB_SCENE_COUNT; i++) {
        printf("%-10s %s. %s\n", lab_scenes[i].name, lab_scenes[i].title, lab_scenes[i].about);
    }
    return EXIT_OK;
}

/* The lab's own level of the game, else its first; NULL for a game without maps. */
static const char *find_map(const Program *program, char path[PATH_BYTES_MAX])
{
    char name[LEVEL_NAME_BYTES];
    if (path_join(path, program->paths.data, "assets/lab/bridge.tmj") && access(path, R_OK) == 0) {
        return path;
    }
    bool found = program->levels.count > 0 &&
                 levels_resolve(&program->levels, program->levels.names[0], path, name, NULL);
    return found ? path : NULL;
}

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
    looks.table = lab_sprites(program->game);
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

static int print_table(const Program *program, const LabDesc *lab)
{
    const char *csv = program->options.csv, *frames = program->options.frames;
    CwError error = {0};
    LogFile series = {0};
    FrameTimes frame_times = {0};
    LabTableDesc desc = {.lab = *lab,
                         .frame_times = &frame_times,
                         .seconds = 10,
                         .table = stdout,
                         .series = csv != NULL ? &series : NULL};
    if (csv != NULL && !log_file_open(&series, csv, "")) {
        cw_error_set(&error, "%s: %s", csv, strerror(errno));
        return program_failed(&error);
    }
    bool done = (frames == NULL || frame_times_load(&frame_times, frames, &error)) &&
                lab_table_print(&desc, &error);
    frame_times_free(&frame_times);
    log_file_close(&series);
    done = done && (!series.cut || cw_error_set(&error, "%s: can't be written", csv));
    return done ? EXIT_OK : program_failed(&error);
}

int command_lab(Program *program)
{
    const Options *options = &program->options;
    LabDesc desc = {
        .game = program->game, .config = &program->config, .settings = program->config.sim};
    char map_path[PATH_BYTES_MAX];
    if (options->list) {
        return list_scenes();
    }
    desc.map_path = find_map(program, map_path);
    if (options->argument_count > 0) {
        desc.scene = lab_scene_find(options->arguments[0]);
        if (desc.scene == NULL) {
            report("lab: there is no scene \"%.60s\"; --list names them", options->arguments[0]);
            return EXIT_USAGE;
        }
    }
    bool in_window = !options->headless && options->csv == NULL;
    if (in_window && !sdl_has_display()) {
        sdl_stop();
        report("there is no display: here is the table of lab --headless");
        in_window = false;
    }
    return in_window ? run_in_window(program, &desc) : print_table(program, &desc);
}
