/* `clockwork lab`: both loops side by side in a window, or as a table without one. */
#include "base/report.h"
#include "host/host_sdl.h"
#include "host/sdl_start.h"
#include "lab/lab.h"
#include "lab/lab_script.h"
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
    Renderer *renderer = renderer_create(host_sdl_renderer(&host), &looks, &error);
    int status = EXIT_FAILED;
    if (renderer == NULL || !lab_open(lab, desc, &host, renderer, &error)) {
        program_failed(&error);
    } else {
        while (lab_frame(lab)) {
        }
        status = lab->failed ? program_failed(&lab->error) : EXIT_OK;
        lab_close(lab);
    }
    renderer_destroy(renderer);
    host.close(host.self);
    free(lab);
    return status;
}

static bool run_script(const Program *program, const LabDesc *lab, LogFile *series, CwError *error)
{
    LabScriptDesc desc = lab_script_desc_default();
    FrameTimes frame_times = {0};
    if (program->options.frames != NULL &&
        !frame_times_load(&frame_times, program->options.frames, error)) {
        return false;
    }
    desc.config = lab->config;
    desc.game = lab->game;
    desc.map_path = lab->map_path;
    desc.scene = lab->scene;
    desc.frame_times = &frame_times;
    desc.series = series;
    bool done = lab_script_run(&desc, error);
    frame_times_free(&frame_times);
    return done;
}

static int run_headless(const Program *program, const LabDesc *lab)
{
    const char *path = program->options.csv;
    CwError error = {0};
    LogFile series = {0};
    if (path != NULL && !log_file_open(&series, path, "")) {
        cw_error_set(&error, "%s: %s", path, strerror(errno));
        return program_failed(&error);
    }
    bool done = run_script(program, lab, &series, &error);
    log_file_close(&series);
    done = done && (!series.cut || cw_error_set(&error, "%s: can't be written", path));
    return done ? EXIT_OK : program_failed(&error);
}

int command_lab(const Program *program)
{
    const Options *options = &program->options;
    LabDesc desc = {
        .game = program->game, .config = &program->config, .data_dir = program->paths.data};
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
    return in_window ? run_in_window(program, &desc) : run_headless(program, &desc);
}
