/* `clockwork solve LEVEL`: searches for a fast run, shows the progress, and records the best. */
#include "base/report.h"
#include "frame/playback.h"
#include "main/maker.h"
#include "map/map_text.h"
#include "platform/quit.h"
#include "platform/thread.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/world_setting.h"
#include "solve/solve.h"

#include <stdio.h>
#include <stdlib.h>

enum { SECONDS = 60, AFTER_FINISH_TICKS = 90 }; /* the replay shows the finish for a moment */

/* Without a context it prints nothing. */
static bool show_progress(void *context, const SolveProgress *progress)
{
    const SolveDesc *desc = context;
    if (desc != NULL && progress->time_ticks > 0) {
        fprintf(stderr, "\r%.0f of %.0f s, best %.2f s   ", progress->elapsed_s, desc->seconds,
                (double)progress->time_ticks / desc->session.settings.tick_rate);
    } else if (desc != NULL) {
        fprintf(stderr, "\r%.0f of %.0f s, %.0f %% of the way   ", progress->elapsed_s,
                desc->seconds, 100 * progress->furthest);
    }
    return !quit_wished();
}

static bool record(const Program *program, const SolveDesc *solve, const SolveRun *run,
                   CwError *error)
{
    const SessionDesc *desc = &solve->session;
    const char *path = program->options->run.record;
    Session session = {0};
    ReplayWriter writer = {0};
    Run again;
    if (!session_open(&session, desc, error)) {
        return false;
    }
    MapText level = replay_level_of(&session, &program->levels);
    CwReplayHeader header = replay_header_of(&session, level);
    run_begin(&again, &(RunDesc){.session = &session});
    bool good = replay_writer_open(&writer, path, &header, error);
    if (good) {
        replay_writer_level(&writer, level);
        run_add_writer(&again, &writer);
        if (solve->known != NULL) {
            run_note_past(&again, solve->known);
        }
    }
    for (int i = 0; good && i < run->tick_count + AFTER_FINISH_TICKS; i++) {
        uint32_t down = i < run->tick_count ? run->down[i] : 0;
        CwTickInput input = solve_input(session.world, down);
        good = run_tick(&again, &input, error);
    }
    replay_writer_time(&writer, (uint32_t)run->time_ticks);
    bool whole = replay_writer_close(&writer, good && again.finished);
    session_close(&session);
    return (good && whole) || cw_error_set(error, "%s: the run could not be written", path);
}

static bool solve(const Program *program, SolveDesc *desc, CwError *error)
{
    SolveRun *best = malloc(sizeof *best);
    const char *path = program->options->run.record;
    if (best == NULL) {
        return cw_error_set(error, "out of memory for the search");
    }
    quit_catch();
    bool good = solve_in_parallel(desc, best, error);
    quit_restore();
    if (desc->context != NULL) {
        fputc('\n', stderr);
    }
    good = good && record(program, desc, best, error);
    if (good) {
        print_text("solved level=%s time=%.3f ticks=%d", desc->session.level,
                   (double)best->time_ticks / desc->session.settings.tick_rate, best->tick_count);
        print_name(" file=", path);
        putchar('\n');
    }
    free(best);
    return good;
}

static bool take_map_settings(SessionDesc *session, CwError *error)
{
    bool has_map = session->map_path[0] != '\0';
    CwMap *map = has_map ? map_load_quietly(session->map_path, error) : NULL;
    settings_take_map(&session->settings, map, session->fixed);
    cw_map_free(map);
    return map != NULL || !has_map;
}

/* Loads the recording to begin with. The sandbox also admits the folder above the level's, because
 * the level's files may lie there. */
static CwReplayFile *load_known(const Program *program, const char *map_path, CwError *error)
{
    char folder[PATH_BYTES_MAX];
    snprintf(folder, sizeof folder, "%.*s..", (int)(path_name(map_path) - map_path), map_path);
    const char *from = maker_of(program)->solve.from;
    return program_enter_sandbox(program, (const char *const[]){from, folder, NULL}, error)
               ? cw_replay_load(from, error)
               : NULL;
}

int command_solve(Program *program)
{
    Options *options = program->options;
    const Maker *maker = maker_of(program);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES] = "", file[LEVEL_NAME_BYTES + 8];
    CwError error = {0};
    CwReplayFile *known = NULL;
    WorkLimit slow = {0};
    SolveDesc desc = {.session = playback_session_desc(program->game, &program->config),
                      .seconds = maker->solve.seconds_given ? (double)maker->solve.seconds
                                 : options->run.ticks_given ? (double)INT32_MAX
                                                            : (double)SECONDS,
                      .ticks = options->run.ticks_given ? (int64_t)options->run.ticks : INT64_MAX,
                      .jobs =
                          maker->solve.jobs_given ? (int)maker->solve.jobs : thread_count_cores(),
                      .seed = options->run.seed,
                      .limit_s = options->verify.limit_s,
                      .slow = &slow,
                      .progress = show_progress,
                      .context = file_is_terminal(stderr) ? &desc : NULL};
    bool found = levels_resolve(&program->levels, options->arguments[0], path, name, &error);
    snprintf(file, sizeof file, "%s.cwr", name);
    options->run.record = options->run.record == NULL ? file : options->run.record;
    if (!found || !replay_writer_check(options->run.record, &error) ||
        !program_fingerprint(program, &error) ||
        (maker->solve.from != NULL && (known = load_known(program, path, &error)) == NULL)) {
        return program_failed(&error);
    }
    desc.session.seed = options->run.seed;
    desc.session.fingerprint = program->fingerprint;
    desc.session.map_path = path;
    desc.session.level = name;
    desc.known = known;
    bool good = take_map_settings(&desc.session, &error);
    desc.target_ticks = (uint64_t)(maker->solve.target_s * desc.session.settings.tick_rate + 0.5);
    good = good && solve(program, &desc, &error) && !slow.is_over;
    cw_replay_free(known);
    if (slow.is_over) {
        cw_error_set(&error, "its inputs took more than %g s of processor time", slow.seconds);
        program_print_slow(maker->solve.from, &slow, &error);
        return EXIT_FAILED;
    }
    return good ? EXIT_OK : program_failed(&error);
}
