/* `clockwork times` prints the player's best runs. Each is simulated again before it counts. */
#include "base/report.h"
#include "frame/best_runs.h"
#include "program/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_time(const CwGame *game, const char *level, const CwRunTime *time)
{
    char result[32];
    snprintf(result, sizeof result, "%7.2f s", (double)time->ticks / time->tick_rate);
    if (game->rank.by != CW_RANK_TIME) {
        snprintf(result, sizeof result, "%9" PRId64 " points", time->score);
    }
    print_line("%-24s %s  %-6s  %s", level, result, time->clean ? "clean" : "helped",
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
    CwRunTime time, kept = best_runs_get(runs, level, clean, &replay);
    CwError error = {0};
    bool counts = replay != NULL && run_judge(replay, &runs->rules, &time, &error);
    bool same =
        counts && time.ticks == kept.ticks && run_result(game, &time) == run_result(game, &kept);
    if (same) {
        print_time(game, level, &time);
        ++*found;
    } else if (replay != NULL) {
        report("%s: the best time is no longer valid: %s; finish the level again", level,
               counts ? "its recording gives another result" : error.text);
    }
    bool good = same || replay == NULL;
    cw_replay_free(replay);
    return good;
}

static int print_all(const Program *program, BestRuns *runs, const char *wanted)
{
    int found = 0;
    bool good = true;
    const char *level = wanted == NULL ? levels_name(&program->levels, 0) : wanted;
    for (int i = 1; level != NULL; i++) {
        good = print_best(runs, level, true, &found) && good;
        good = print_best(runs, level, false, &found) && good;
        level = wanted == NULL ? levels_name(&program->levels, i) : NULL;
    }
    if (found == 0 && good) {
        puts("no times yet: finish a level");
    }
    return good ? EXIT_OK : EXIT_FAILED;
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
