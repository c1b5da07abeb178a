/* `play` without a display: plays and verifies the bundled runs, prints a table, saves pictures. */
#include "base/report.h"
#include "host/host_headless.h"
#include "main/maker.h"
#include "paint/renderer.h"
#include "platform/locale.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEMONSTRATION_TICKS = 10800, PICTURE_TICK = 600 };

static CwReplayFile *bundled_replay(const Program *program, const char *level)
{
    char path[PATH_BYTES_MAX];
    bool is_bundled = best_runs_bundled(path, program->replays_dir, level, NULL);
    CwError error = {0};
    CwReplayFile *replay = is_bundled ? cw_replay_load(path, &error) : NULL;
    if (is_bundled && replay == NULL) {
        report("%s", error.text);
    }
    return replay;
}

static void print_row(const Loop *loop, const char *picture)
{
    const Session *session = &loop->playback.session;
    const CwReplayFile *replay = loop->desc.choice.replay;
    bool is_verified = replay != NULL && !loop->playback.has_difference &&
                       cw_world_tick(session->world) == replay->tick_count;
    void *previous = locale_plain_begin();
    printf("%-20s %8" PRIu64 " %8.2f %8s %9s  %016" PRIx64 "  %s\n", session->level,
           cw_world_tick(session->world), cw_world_time_s(session->world),
           session_probe(session).finished ? "yes" : "no",
           replay == NULL ? "no replay"
           : is_verified  ? "yes"
                          : "NO",
           cw_world_hash(session->world), picture);
    locale_plain_end(previous);
}

/* Plays a level, by name or file; NULL in a game without maps. Returns the exit status. */
static int demonstrate(Program *program, const char *level, bool *was_interrupted)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES] = "", picture[PATH_BYTES_MAX];
    Host *host = &program->host;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.time = HEADLESS_PACED;
    host_desc.status.is_paced_by_display = false;
    host_desc.ends_on_signals = true;
    if ((level != NULL &&
         !levels_resolve(&program->levels, level, path, name, &program->failure)) ||
        !host_headless_open(host, &host_desc, &program->failure)) {
        return EXIT_FAILED;
    }
    snprintf(picture, sizeof picture, "clockwork-%s.png",
             program->levels.count == 0 ? program->game->id : name);
    CwReplayFile *replay = bundled_replay(program, name);
    LoopDesc desc = program_loop_desc(program);
    desc.choice.level = level;
    desc.choice.replay = replay;
    desc.choice.driver.pilot = PILOT_BOT; /* used without a replay */
    desc.mode.tick_limit = DEMONSTRATION_TICKS;
    desc.mode.ends_at_finish = replay == NULL;
    desc.mode.is_lockstep = desc.mode.is_headless = true;
    desc.files.screenshot = file_is_writable(".") ? picture : NULL;
    desc.files.screenshot_tick = PICTURE_TICK;
    int status = program_open_loop(program, &desc);
    if (status == EXIT_OK) {
        while (program_frame(program)) {
        }
        print_row(program->loop, picture);
        status = program_close_loop(program);
    }
    *was_interrupted = host->status(host->self).must_quit;
    program_close_host(program);
    cw_replay_free(replay);
    return status;
}

int program_demonstrate(Program *program)
{
    report("no display was found: the bundled runs are played without a window; use --headless "
           "for a run of your own");
    char art_dir[PATH_BYTES_MAX];
    RendererDesc looks = program_renderer_desc(program, art_dir);
    const Config *config = &program->config;
    CwError *error = &program->failure;
    if (!program_fingerprint(program, error) ||
        (program->renderer =
             renderer_create_offscreen(config->width, config->height, &looks, error)) == NULL) {
        return EXIT_FAILED;
    }
    printf("%-20s %8s %8s %8s %9s  %-16s  %s\n", "level", "ticks", "time_s", "finished", "verified",
           "hash", "picture");
    const Options *options = program->options;
    const Levels *levels = &program->levels;
    const char *wanted = options->argument_count > 0 ? options->arguments[0] : NULL;
    int count = wanted != NULL || levels->count == 0 ? 1 : levels->count, status = EXIT_OK;
    bool was_interrupted = false;
    for (int i = 0; i < count && status == EXIT_OK && !was_interrupted; i++) {
        const char *level = wanted != NULL || levels->count == 0 ? wanted : levels->names[i];
        status = demonstrate(program, level, &was_interrupted);
    }
    return status;
}
