/* `play` on a machine without a display: plays the bundled winning replays headless, verifies them,
 * prints a table and saves pictures. The game itself drives levels without a replay. */
#include "base/number.h"
#include "base/report.h"
#include "cli/program.h"
#include "clockwork/replay.h"
#include "host/host_headless.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEMONSTRATION_TICKS = 10800, PICTURE_TICK = 600 };

/* One level of the demonstration. */
typedef struct Demonstration {
    const char *level;    /* NULL for a game without maps */
    CwReplayFile *replay; /* NULL: the bot drives */
    char picture[LEVEL_NAME_BYTES + 32];
    Renderer *renderer;
    bool interrupted;
} Demonstration;

static CwReplayFile *bundled_replay(const Program *program, const char *level)
{
    char folder[PATH_BYTES_MAX], path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 8];
    snprintf(name, sizeof name, "%s.cwr", level == NULL ? "" : level);
    bool there = path_join(folder, program->paths.data, "assets/replays") &&
                 path_join(path, folder, name) && access(path, R_OK) == 0;
    CwError error = {0};
    CwReplayFile *replay = there ? cw_replay_load(path, &error) : NULL;
    if (there && replay == NULL) {
        report("%s", error.text);
    }
    return replay;
}

static void print_row(const Demonstration *it, const Loop *loop)
{
    const Session *session = &loop->playback.session;
    bool same = it->replay != NULL && !loop->playback.differs &&
                cw_world_tick(session->world) == it->replay->tick_count;
    locale_t previous = number_locale_begin();
    printf("%-20s %8" PRIu64 " %8.2f %8s %9s  %016" PRIx64 "  %s\n", session->level,
           cw_world_tick(session->world), cw_world_time_s(session->world),
           session_probe(session).finished ? "yes" : "no",
           it->replay == NULL ? "no replay"
           : same             ? "yes"
                              : "NO",
           cw_world_hash(session->world), it->picture);
    number_locale_end(previous);
}

static bool run(const Program *program, Demonstration *it, CwError *error)
{
    LoopDesc desc = program_loop_desc(program);
    desc.choice.level = it->level;
    desc.choice.replay = it->replay;
    desc.choice.driver.pilot = PILOT_BOT; /* where there is no replay */
    desc.mode.tick_limit = DEMONSTRATION_TICKS;
    desc.mode.end_at_finish = it->replay == NULL;
    desc.mode.lockstep = desc.mode.headless = true;
    desc.files.screenshot = access(".", W_OK) == 0 ? it->picture : NULL;
    desc.files.screenshot_tick = PICTURE_TICK;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.end_on_signals = true;
    Host host;
    if (!host_headless_open(&host, &host_desc, error)) {
        return false;
    }
    Loop *loop = calloc(1, sizeof *loop);
    bool good = loop == NULL ? cw_error_set(error, "out of memory; close other programs")
                             : loop_open(loop, &desc, &host, it->renderer, error);
    if (good) {
        while (loop_frame(loop)) {
        }
        it->interrupted = host.status(host.self).quit;
        print_row(it, loop);
        good = !loop->end.failed || cw_error_set(error, "%s", loop->end.error.text);
        good = good && (!loop->playback.differs ||
                        cw_error_set(error, "%s: its replay differs", it->level));
        loop_close(loop);
    }
    free(loop);
    host.close(host.self);
    return good;
}

static bool demonstrate(const Program *program, const char *wanted, Demonstration *it,
                        CwError *error)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    if (wanted != NULL && !levels_resolve(&program->levels, wanted, path, name, error)) {
        return false;
    }
    it->level = wanted;
    snprintf(it->picture, sizeof it->picture, "clockwork-%s.png",
             wanted == NULL ? program->game->id : name);
    it->replay = bundled_replay(program, wanted == NULL ? NULL : name);
    bool good = run(program, it, error);
    cw_replay_free(it->replay);
    return good;
}

int program_demonstrate(Program *program)
{
    report("there is no display here: the recorded runs are played without a window; a run of "
           "your own goes with --headless");
    CwError error = {0};
    Demonstration it = {0};
    char art_dir[PATH_BYTES_MAX];
    RendererDesc looks = program_renderer_desc(program, art_dir);
    if (!program_fingerprint(program, &error)) {
        return program_failed(&error);
    }
    it.renderer =
        renderer_create_offscreen(program->config.width, program->config.height, &looks, &error);
    if (it.renderer == NULL) {
        return program_failed(&error);
    }
    printf("%-20s %8s %8s %8s %9s  %-16s  %s\n", "level", "ticks", "time_s", "finished", "verified",
           "hash", "picture");
    const Options *options = &program->options;
    const Levels *levels = &program->levels;
    const char *wanted = options->argument_count > 0 ? options->arguments[0] : NULL;
    int count = wanted != NULL || levels->count == 0 ? 1 : levels->count;
    bool good = true;
    for (int i = 0; i < count && good && !it.interrupted; i++) {
        const char *level = wanted != NULL || levels->count == 0 ? wanted : levels->names[i];
        good = demonstrate(program, level, &it, &error);
    }
    renderer_destroy(it.renderer);
    return good ? EXIT_OK : program_failed(&error);
}
