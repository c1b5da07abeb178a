/* `clockwork lab`: compares both loops in a window. */
#include "base/report.h"
#include "host/host_sdl.h"
#include "host/sdl_start.h"
#include "lab/lab.h"
#include "main/maker.h"
#include "paint/renderer.h"

#include <stdlib.h>
#include <string.h>

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
        status = lab->has_failed ? program_failed(&lab->error) : EXIT_OK;
        lab_close(lab);
    }
    renderer_destroy(stage.renderer);
    host.close(host.self);
    free(lab);
    return status;
}

int command_lab(Program *program)
{
    const char *name = program->options->arguments[0];
    char map_path[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    CwError error = {0};
    LabDesc desc = {.game = program->game,
                    .config = &program->config,
                    .settings = program->config.sim,
                    .map_path = map_path};
    while (name != NULL && strcmp(lab_scenes[desc.scene].name, name) != 0) {
        if (++desc.scene == LAB_SCENE_COUNT) {
            report("lab: there is no scene \"%.60s\": use bridge or wall", name);
            return EXIT_USAGE;
        }
    }
    if (program->options->run.headless || !sdl_has_display()) {
        sdl_stop();
        report("lab: the lab needs a window: set DISPLAY, and leave --headless out");
        return EXIT_FAILED;
    }
    path_join(map_path, program->paths.data, "assets/lab/bridge.tmj");
    path_join(path, program->paths.data, "assets/lab/bridge.cwr");
    CwReplayFile *driver = cw_replay_load(path, &error);
    if (driver == NULL) {
        return program_failed(&error);
    }
    desc.driver = driver;
    int status = run_in_window(program, &desc);
    cw_replay_free(driver);
    return status;
}
