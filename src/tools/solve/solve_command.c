/* `clockwork solve LEVEL`: searches for a fast run, with a bar, and records the best. */
#include "base/printable.h"
#include "base/report.h"
#include "host/quit_signals.h"
#include "run/replay_run.h"
#include "run/replay_writer.h"
#include "solve/solve.h"
#include "tools/tools.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 60, AFTER_FINISH_TICKS = 90 }; /* the picture of the finish stays for a moment */

/* What the bar needs to know. */
typedef struct Bar {
    double seconds;
    int tick_rate;
    bool drawn;
} Bar;

static void draw_bar(void *context, const SolveProgress *progress)
{
    enum { WIDTH = 30 };
    static const char full[] = "##############################";
    Bar *bar = context;
    double part = progress->part_s / bar->seconds;
    int done = part < 1.0 ? (int)(part * (double)WIDTH) : WIDTH;
    char best[64];
    if (progress->time_ticks > 0) {
        snprintf(best, sizeof best, "best %.2f s",
                 (double)progress->time_ticks / (double)bar->tick_rate);
    } else {
        snprintf(best, sizeof best, "%.0f %% of the way", 100.0 * progress->furthest);
    }
    fprintf(stderr, "\r[%-*.*s] %3.0f of %.0f s   %-24s", WIDTH, done, full, progress->part_s,
            bar->seconds, best);
    bar->drawn = true;
}

/* Plays the run once more and writes it down. */
static bool record(const Program *program, const SessionDesc *desc, const SolveRun *run,
                   const char *path, CwError *error)
{
    Session session = {0};
    SolveSearch search = {.session = &session};
    ReplayWriter writer = {0};
    if (!session_open(&session, desc, error)) {
        return false;
    }
    CwReplayHeader header = replay_header_of(&session);
    CwProbe probe = {0};
    bool good = replay_writer_open(&writer, path, &header, error);
    if (good) {
        replay_writer_level(&writer, replay_level_of(&session, &program->levels));
    }
    for (int tick = 0; good && tick < run->tick_count + AFTER_FINISH_TICKS; tick++) {
        good = solve_tick(&search, tick < run->tick_count ? run->down[tick] : 0, &probe);
        replay_writer_tick(&writer, &session.input, cw_world_hash(session.world));
    }
    replay_writer_time(&writer, (uint32_t)run->time_ticks);
    bool whole = replay_writer_close(&writer, probe.finished);
    session_close(&session);
    return (good && whole) || cw_error_set(error, "%s: the run could not be written", path);
}

static bool prepare(Program *program, SessionDesc *desc, char path[PATH_BYTES_MAX],
                    char name[LEVEL_NAME_BYTES], CwError *error)
{
    const Options *options = &program->options;
    if (!levels_resolve(&program->levels, options->arguments[0], path, name, error) ||
        !program_fingerprint(program, error)) {
        return false;
    }
    *desc = (SessionDesc){.game = program->game,
                          .settings = program->config.sim,
                          .arena_bytes = (size_t)program->config.arena_size << 20,
                          .seed = options->seed,
                          .fingerprint = program->fingerprint,
                          .map_path = path,
                          .level = name};
    return true;
}

/* The run of --from, which may have been recorded on an older state of the level. */
static bool learn(const SessionDesc *desc, const char *path, SolveRun *run, CwError *error)
{
    Session session = {0};
    SolveSearch search = {0};
    CwReplayFile *replay = cw_replay_load(path, error);
    bool good = replay != NULL && session_open(&session, desc, error) &&
                (solve_search_begin(&search, &session, 0, 0) ||
                 cw_error_set(error, "out of memory for the search"));
    if (good && !solve_repeat(&search, replay, run)) {
        report("%s: gets %.0f %% of the way in level %s: the search goes on from there", path,
               100.0 * run->progress, desc->level);
    }
    solve_search_end(&search);
    session_close(&session);
    cw_replay_free(replay);
    return good;
}

int command_solve(const Program *original)
{
    Program program = *original;
    const Options *options = &program.options;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES], file[LEVEL_NAME_BYTES + 8];
    CwError error = {0};
    SolveDesc desc = {
        .seconds = options->seconds_given ? (double)options->seconds : (double)SECONDS,
        .jobs = options->jobs_given ? (int)options->jobs : (int)sysconf(_SC_NPROCESSORS_ONLN),
        .seed = options->seed,
        .cancelled = quit_signals_seen};
    if (!prepare(&program, &desc.session, path, name, &error)) {
        return program_failed(&error);
    }
    snprintf(file, sizeof file, "%s.cwr", name);
    const char *to = options->record != NULL ? options->record : file;
    if (!replay_writer_check(to, &error)) {
        return program_failed(&error);
    }
    Bar bar = {.seconds = desc.seconds, .tick_rate = desc.session.settings.tick_rate};
    if (isatty(STDERR_FILENO)) {
        desc.progress = draw_bar;
        desc.context = &bar;
    }
    SolveRun best = {0}, known = {0};
    if (options->from != NULL) {
        if (!learn(&desc.session, options->from, &known, &error)) {
            return program_failed(&error);
        }
        desc.known = &known;
    }
    desc.target_ticks = (uint64_t)(options->target_s * desc.session.settings.tick_rate + 0.5);
    quit_signals_catch();
    bool found = solve_in_parallel(&desc, &best, &error);
    quit_signals_restore();
    if (bar.drawn) {
        fputc('\n', stderr);
    }
    bool good = found && record(&program, &desc.session, &best, to, &error);
    if (good) {
        print_line("solved level=%s time=%.3f ticks=%d file=%s", name,
                   (double)best.time_ticks / desc.session.settings.tick_rate, best.tick_count, to);
    }
    solve_run_free(&best);
    solve_run_free(&known);
    return good ? EXIT_OK : program_failed(&error);
}
