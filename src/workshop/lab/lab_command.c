/* `clockwork lab`: compares both loops in a window, or in a table. */
#include "base/report.h"
#include "host/host_sdl.h"
#include "host/sdl_start.h"
#include "lab/lab.h"
#include "main/maker.h"
#include "paint/renderer.h"

#include <stdio.h>
#include <stdlib.h>

static const double SECONDS = 10; /* simulated for each row of the table */

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
