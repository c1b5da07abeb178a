/* What `play` does on a machine without a display: the bot drives every level headless, a table
 * says how it went, and pictures show it. */
#include "cli/program.h"
#include "core/report.h"
#include "host/host_headless.h"
#include "runtime/loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { DEMONSTRATION_TICKS = 10800, PICTURE_TICK = 600 };

static bool drive(const Program *program, const char *level, Renderer *renderer, bool *interrupted,
                  Error *error)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES], picture[LEVEL_NAME_BYTES + 32] = "-";
    if (level != NULL && !levels_resolve(&program->levels, level, path, name, error)) {
        return false;
    }
    bool writable = access(".", W_OK) == 0;
    if (writable) {
        snprintf(picture, sizeof picture, "clockwork-%s.png",
                 level == NULL ? program->game->id : name);
    }
    LoopDesc desc = {.game = program->game,
                     .config = &program->config,
                     .levels = &program->levels,
                     .level = level,
                     .pilot = PILOT_BOT,
                     .seed = program->options.seed,
                     .tick_limit = DEMONSTRATION_TICKS,
                     .end_at_finish = true,
                     .lockstep = true,
                     .headless = true,
                     .screenshot = writable ? picture : NULL,
                     .screenshot_tick = PICTURE_TICK};
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.frame_rate = (uint32_t)program->config.tick_rate;
    host_desc.end_on_signals = true;
    Host host;
    if (!host_headless_open(&host, &host_desc, error)) {
        return false;
    }
    Loop loop;
    bool good = loop_open(&loop, &desc, &host, renderer, error);
    if (good) {
        while (loop_frame(&loop)) {
        }
        good = !loop.failed || error_set(error, "%s", loop.error.text);
        *interrupted = host.status(host.self).quit;
        Probe probe = session_probe(&loop.session);
        printf("%-20s %8" PRIu64 " %8.2f %8s  %016" PRIx64 "  %s\n", loop.session.level,
               world_tick(loop.session.world), world_time_s(loop.session.world),
               probe.finished ? "yes" : "no", world_hash(loop.session.world), picture);
        loop_close(&loop);
    }
    host.close(host.self);
    return good;
}

int program_demonstrate(Program *program)
{
    report("there is no display here: the game drives its levels by itself; options that ask for "
           "a run of your own go with --headless");
    Error error = {0};
    const Game *game = program->game;
    char art_dir[PATH_BYTES_MAX];
    path_join(art_dir, program->paths.data, "assets/art");
    RendererDesc looks = {.table = {game->sprites, game->sprite_count, game->camera_height_m},
                          .art_dir = art_dir};
    Renderer *renderer =
        renderer_create_offscreen(program->config.width, program->config.height, &looks, &error);
    if (renderer == NULL) {
        return program_failed(&error);
    }
    printf("%-20s %8s %8s %8s  %-16s  %s\n", "level", "ticks", "time_s", "finished", "hash",
           "picture");
    bool good = true;
    bool interrupted = false;
    const Options *options = &program->options;
    const char *wanted = options->argument_count > 0 ? options->arguments[0] : NULL;
    int count = program->levels.count > 0 && wanted == NULL ? program->levels.count : 1;
    for (int i = 0; i < count && good && !interrupted; i++) {
        const char *level =
            program->levels.count > 0 && wanted == NULL ? program->levels.names[i] : wanted;
        good = drive(program, level, renderer, &interrupted, &error);
    }
    renderer_destroy(renderer);
    return good ? EXIT_OK : program_failed(&error);
}
