/* `clockwork verify FILE...` simulates recordings again and compares the hash of every tick.
 * `clockwork times` prints the player's best runs; each is simulated again before it counts. */
#include "program/program.h"

#include "base/report.h"
#include "clockwork/worlds.h"
#include "platform/locale.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Verdict {
    CwError what;  /* the first problem; empty: none */
    uint64_t tick; /* tick of the problem */
    bool is_finished;
    uint64_t hash; /* hash after the last tick */
} Verdict;

/* A recording. Threads simulate recordings in any order; they are printed in order. */
typedef struct File {
    const char *path;
    CwReplayFile *replay;
    Verdict verdict; /* with --times: why the run does not count */
    CwRunTime time;
    WorkLimit limit;
    atomic_bool is_done;
} File;

typedef struct Files {
    const Program *program;
    File *items;
    int count, printed;
    atomic_int due; /* files that finished since a thread began to print */
    bool is_ok;
} Files;

static bool is_bad(const Verdict *verdict)
{
    return verdict->what.text[0] != '\0';
}

static void simulate(Session *session, const CwReplayFile *replay, Verdict *verdict)
{
    Run run;
    run_begin(&run, &(RunDesc){.session = session, .source = run_source_replay(replay)});
    for (size_t i = 0; i < replay->tick_count && !is_bad(verdict); i++) {
        verdict->tick = i + 1;
        if (!run_advance(&run, &verdict->what)) {
            return;
        }
        if (run.differs_at > 0) {
            cw_error_set(&verdict->what,
                         "%s: differs; if the rules changed, raise CwGame.rules_version",
                         run.differs_in);
        }
    }
    verdict->hash = replay->tick_count > 0 ? cw_world_hash(session->world) : 0;
    verdict->is_finished = run.is_finished;
    if (!is_bad(verdict) && replay->state == CW_REPLAY_BAD) {
        verdict->what = replay->problem;
        verdict->tick = replay->bad_tick;
    }
    if (!is_bad(verdict) && replay->state == CW_REPLAY_ENDED &&
        replay->finished != run.is_finished) {
        cw_error_set(&verdict->what, "the recording's end says that the run %s",
                     replay->finished ? "finished" : "did not finish");
    }
}

static bool print_verdict(const File *file)
{
    const CwReplayFile *replay = file->replay;
    const Verdict *verdict = &file->verdict;
    if (is_bad(verdict)) {
        print_name("bad ", file->path);
        print_line(" tick=%" PRIu64 " what=%s", verdict->tick,
                   program_without_path(&verdict->what, file->path));
        return false;
    }
    print_name(replay->state == CW_REPLAY_CUT ? "cut " : "ok ", file->path);
    print_text(" level=%s ticks=%zu finished=%s rewinds=%zu hash=%016" PRIx64, replay->header.level,
               replay->tick_count, verdict->is_finished ? "yes" : "no", replay->rewind_count,
               verdict->hash);
    if (replay->edit_count > 0) {
        printf(" edits=%zu", replay->edit_count);
    }
    if (replay->taken_over) {
        printf(" taken_over=yes");
    }
    putchar('\n');
    return true;
}

/* Prints a line for a ranking: the time of a run that counts, or the reason why it does not. */
static bool print_time(const Program *program, const File *file)
{
    const CwRunTime *time = &file->time;
    void *previous = locale_plain_begin();
    bool counts = !is_bad(&file->verdict);
    if (counts) {
        print_name("time ", file->path);
        print_text(" level=%s ticks=%" PRIu32 " seconds=%.3f clean=%s medal=%s splits=",
                   file->replay->header.level, time->ticks, (double)time->ticks / time->tick_rate,
                   time->clean ? "yes" : "no",
                   time->medal == 0 ? "none" : program->game->rank.medals[time->medal - 1]);
        for (uint32_t i = 0; i < time->split_count; i++) {
            printf("%s%" PRIu32, i == 0 ? "" : ",", time->splits[i]);
        }
        if (program->game->rank.by != CW_RANK_TIME) {
            printf(" score=%" PRId64, time->score);
        }
        printf(" seed=%" PRIu64 "\n", file->replay->header.seed);
    } else {
        print_name("bad ", file->path);
        print_line(" what=%s", program_without_path(&file->verdict.what, file->path));
    }
    locale_plain_end(previous);
    return counts;
}

/* Prints the finished files up to the first unfinished one. */
static void print_done(Files *files)
{
    while (files->printed < files->count && atomic_load(&files->items[files->printed].is_done)) {
        File *file = &files->items[files->printed++];
        bool ok = !program_print_slow(file->path, &file->limit, &file->verdict.what) &&
                  (files->program->options->verify.times ? print_time(files->program, file)
                                                         : print_verdict(file));
        files->is_ok = ok && files->is_ok;
        cw_replay_free(file->replay);
        fflush(stdout);
    }
}

static void verify_file(void *context, int index)
{
    Files *files = context;
    File *file = &files->items[index];
    Session session = {0};
    RunRules rules = program_rules(files->program);
    rules.player.slot = ARENA_SLOT_ANY;
    rules.player.limit = &file->limit;
    file->replay = replay_load_for(file->path, &rules.player, &file->verdict.what);
    if (file->replay != NULL && files->program->options->verify.times) {
        run_judge(file->replay, &rules, &file->time, &file->verdict.what);
    } else if (file->replay != NULL &&
               replay_open_session(&session, file->replay, &rules.player, &file->verdict.what)) {
        simulate(&session, file->replay, &file->verdict);
        session_close(&session);
    }
    atomic_store(&file->is_done, true);
    /* One thread prints at a time. It also prints files that finish meanwhile. */
    for (int due = atomic_fetch_add(&files->due, 1) == 0; due > 0;) {
        int seen = atomic_load(&files->due);
        print_done(files);
        due = atomic_fetch_sub(&files->due, seen) - seen;
    }
}

int command_verify(Program *program)
{
    const Options *options = program->options;
    CwError *error = &program->failure;
    if (!program_fingerprint(program, error)) {
        return EXIT_FAILED;
    }
    int count = options->argument_count, cores = thread_count_cores();
    bool is_single = program->game->content.knob_count > 0; /* all worlds share the game's knobs */
    int threads = is_single ? 1 : cores < CW_SIM_MAX ? cores : CW_SIM_MAX;
    Files files = {.program = program,
                   .items = calloc((size_t)count, sizeof *files.items),
                   .count = count,
                   .is_ok = true};
    if (files.items == NULL) {
        cw_error_set(error, "out of memory for the list of files");
        return EXIT_FAILED;
    }
    for (int i = 0; i < count; i++) {
        files.items[i].path = options->arguments[i];
    }
    threads_share(verify_file, &files, count, threads);
    free(files.items);
    return files.is_ok ? EXIT_OK : EXIT_FAILED;
}

/* ---- times ---- */

static void print_best_time(const CwGame *game, const char *level, const CwRunTime *time)
{
    char result[32];
    snprintf(result, sizeof result, "%7.2f s", (double)time->ticks / time->tick_rate);
    if (game->rank.by != CW_RANK_TIME) {
        snprintf(result, sizeof result, "%9" PRId64 " points", time->score);
    }
    print_line("%-24s %s  %-8s  %s", level, result, time->clean ? "clean" : "assisted",
               time->medal == 0 ? "" : game->rank.medals[time->medal - 1]);
    for (uint32_t i = 0; i < time->split_count; i++) {
        printf("    checkpoint %" PRIu32 " %12.2f s\n", i + 1,
               (double)time->splits[i] / time->tick_rate);
    }
}

/* Prints a best run and counts it in `found`; false if it does not count any more. */
static bool print_best(BestRuns *runs, const char *level, bool clean, int *found)
{
    const CwGame *game = runs->rules.player.game;
    CwReplayFile *replay = NULL;
    CwRunTime time, saved = best_runs_get(runs, level, clean, &replay);
    CwError error = {0};
    bool counts = replay != NULL && run_judge(replay, &runs->rules, &time, &error);
    bool same =
        counts && time.ticks == saved.ticks && run_result(game, &time) == run_result(game, &saved);
    if (same) {
        print_best_time(game, level, &time);
        ++*found;
    } else if (replay != NULL) {
        report("%s: the best time is no longer valid: %s; finish the level again", level,
               counts ? "its recording gives another result" : error.text);
    }
    bool ok = same || replay == NULL;
    cw_replay_free(replay);
    return ok;
}

static int print_all(const Program *program, BestRuns *runs, const char *wanted)
{
    int found = 0;
    bool ok = true;
    const char *level = wanted == NULL ? levels_name(&program->levels, 0) : wanted;
    for (int i = 1; level != NULL; i++) {
        ok = print_best(runs, level, true, &found) && ok;
        ok = print_best(runs, level, false, &found) && ok;
        level = wanted == NULL ? levels_name(&program->levels, i) : NULL;
    }
    if (found == 0 && ok) {
        puts("no times yet: finish a level");
    }
    return ok ? EXIT_OK : EXIT_FAILED;
}

int command_times(Program *program)
{
    const Options *options = program->options;
    const char *level = options->argument_count > 0 ? options->arguments[0] : NULL;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError *error = &program->failure;
    if ((level != NULL && !levels_resolve(&program->levels, level, path, name, error)) ||
        !program_fingerprint(program, error)) {
        return EXIT_FAILED;
    }
    RunRules rules = program_rules(program);
    BestRuns runs = best_runs_in(program->paths.player, &rules);
    if (options->argument_count > 1) {
        return best_runs_copy(&runs, name, options->arguments[1], error) ? EXIT_OK : EXIT_FAILED;
    }
    return print_all(program, &runs, level == NULL ? NULL : name);
}
