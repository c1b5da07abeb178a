/* `clockwork times`: prints the player's best runs. Each is simulated again before it counts. */
#include "base/report.h"
#include "cli/program.h"
#include "shell/best_runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_time(const CwBestRuns *runs, const char *level, BestKind kind,
                       const CwRunTime *time)
{
    const CwGame *game = runs->rules.player.game;
    bool style = kind == BEST_STYLE;
    uint32_t medal = style ? time->style_medal : time->medal;
    char result[32];
    snprintf(result, sizeof result, "%7.2f s", (double)time->ticks / time->tick_rate);
    if (style || game->ranking != CW_RANK_TIME) {
        snprintf(result, sizeof result, "%9" PRId64 " %.12s", style ? time->style : time->score,
                 style ? game->style : "points");
    }
    print_line("%-24s %s  %-6s  %s%s%s", level, result, time->clean ? "clean" : "helped",
               medal == 0 ? "" : game->medals[medal - 1], runs->mode > 0 ? "  " : "",
               runs->mode > 0 ? game->modes[runs->mode] : "");
    for (uint32_t i = 0; !style && i < time->split_count; i++) {
        printf("    checkpoint %" PRIu32 " %12.2f s\n", i + 1,
               (double)time->splits[i] / time->tick_rate);
    }
}

/* Returns 1 for a run that counts, 0 for none, -1 for one that does not count any more. */
static int print_best(CwBestRuns *runs, const char *level, BestKind kind)
{
    const CwGame *game = runs->rules.player.game;
    CwReplayFile *replay = NULL;
    CwRunTime time, kept = best_runs_get(runs, level, kind, &replay);
    CwError error = {0};
    int found = replay == NULL ? 0 : run_judge(replay, &runs->rules, &time, &error) ? 1 : -1;
    if (found > 0 && time.ticks == kept.ticks &&
        run_result(game, &time) == run_result(game, &kept)) {
        print_time(runs, level, kind, &time);
    } else if (replay != NULL) {
        report("%s: the best time is no longer valid: %s; finish the level again", level,
               found > 0 ? "its recording gives another result" : error.text);
        found = -1;
    }
    cw_replay_free(replay);
    return found;
}

/* Counts the runs on a level; false: one does not count any more. */
static bool print_level(CwBestRuns runs, const char *level, int *found)
{
    static const BestKind kinds[] = {BEST_CLEAN, BEST_HELPED, BEST_STYLE};
    const CwGame *game = runs.rules.player.game;
    int modes = game->mode_count > 0 ? game->mode_count : 1;
    bool good = true;
    for (int best = 0; best < 3 * modes; best++) { /* in each mode all kinds */
        runs.mode = best / 3;
        int result = print_best(&runs, level, kinds[best % 3]);
        good = good && result >= 0;
        *found += result > 0;
    }
    return good;
}

static int print_all(const Program *program, const CwBestRuns *own, const char *wanted)
{
    int found = 0;
    bool good = true;
    const char *level = wanted == NULL ? levels_name(&program->levels, 0) : wanted;
    for (int i = 1; level != NULL; i++) {
        good = print_level(*own, level, &found) && good;
        level = wanted == NULL ? levels_name(&program->levels, i) : NULL;
    }
    if (found == 0 && good) {
        puts("no times yet: finish a level");
    }
    return good ? EXIT_OK : EXIT_FAILED;
}

int command_times(Program *program)
{
    const Options *options = &program->options;
    const char *level = options->argument_count > 0 ? options->arguments[0] : NULL;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    if ((level != NULL && !levels_resolve(&program->levels, level, path, name, &error)) ||
        !program_fingerprint(program, &error)) {
        return program_failed(&error);
    }
    RunRules rules = program_rules(program);
    CwBestRuns runs = best_runs_in(program->paths.player, &rules);
    runs.mode = program->config.sim.mode;
    if (options->argument_count > 1) {
        bool saved = best_runs_copy(&runs, name, options->arguments[1], &error);
        return saved ? EXIT_OK : program_failed(&error);
    }
    return print_all(program, &runs, level == NULL ? NULL : name);
}
