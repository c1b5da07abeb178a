/* `clockwork rerun FILE...`: plays the inputs of recordings under the rules and levels of this
 * program and prints for each whether it still finishes. A regression test of how a game feels. */
#include "base/report.h"
#include "cli/program.h"
#include "run/replay_run.h"
#include "run/rerun_plan.h"
#include "run/run.h"

#include <inttypes.h>
#include <stdio.h>

/* Exit statuses: all finish that did, one doesn't, one can't be read. */
enum { EXIT_STILL = 0, EXIT_LOST = 1, EXIT_TROUBLE = 2 };

/* False when --actions does not fit the recording; without it a different number is noted. */
static bool check_actions(const Program *program, const ActionMap *map, const char *path,
                          const CwReplayFile *replay, CwError *error)
{
    uint32_t count = replay->header.action_count;
    if (map->count > 0) {
        return (uint32_t)map->count == count ||
               cw_error_set(error, "recorded with %" PRIu32 " actions, --actions names %d", count,
                            map->count);
    }
    if (count != (uint32_t)program->game->action_count) {
        report("%s: recorded with %" PRIu32 " actions, but the game has %d, so they are matched by "
               "number; if they moved, name the recorded ones in order with --actions",
               path, count, program->game->action_count);
    }
    return true;
}

/* ---- runs ---- */

/* Up to the finish. `broken`: why it could not go on. */
static void simulate(Run *run, const RerunPlan *plan, Session *session, CwError *broken)
{
    run_begin(run, &(RunDesc){.session = session, .source = rerun_plan_source(plan, EDITS_STRICT)});
    while (cw_world_tick(session->world) < run->source.end && run->time.ticks == 0 &&
           run_advance(run, broken)) {
    }
}

static void print_time(const char *prefix, uint64_t ticks, int tick_rate)
{
    if (ticks > 0) {
        printf(" %sticks=%" PRIu64 " %sseconds=%.3f", prefix, ticks, prefix,
               (double)ticks / tick_rate);
    } else {
        printf(" %sticks=- %sseconds=-", prefix, prefix);
    }
}

/* One that plays the same tells when it finished; else it took at most its length. */
static int print_rerun(const char *path, const CwReplayFile *replay, const Run *run,
                       const CwError *broken)
{
    bool finished = run->time.ticks > 0, ended = replay->state == CW_REPLAY_ENDED;
    bool exact = run->differs_at == 0 && broken->text[0] == '\0';
    bool was = exact ? finished : ended && replay->finished;
    int tick_rate = replay->header.settings.tick_rate;
    bool lost = was && !finished;
    print_text("%s %s level=%s same=%s finished=%s", lost ? "lost" : "ok", path,
               replay->header.level, exact ? "yes" : "no", finished ? "yes" : "no");
    print_time("", run->time.ticks, tick_rate);
    printf(" was_finished=%s", was ? "yes" : exact || ended ? "no" : "unknown");
    print_time("was_", !was ? 0 : exact ? run->time.ticks : replay->tick_count, tick_rate);
    printf(" was=%s", !was ? "-" : exact ? "exact" : "at-most");
    if (broken->text[0] != '\0') {
        print_text(" what=%s", broken->text);
    }
    putchar('\n');
    return lost ? EXIT_LOST : EXIT_STILL;
}

static int print_bad(const char *path, const CwError *error)
{
    print_line("bad %s what=%s", path, program_without_path(error, path));
    return EXIT_TROUBLE;
}

static int rerun_file(const Program *program, const ActionMap *map, const char *path)
{
    ReplayPlayer player = program_rules(program).player;
    player.inputs_only = true;
    CwError error = {0};
    Session session = {0};
    CwReplayFile *replay = replay_load_for(path, &player, &error);
    if (replay != NULL && replay->state == CW_REPLAY_BAD) {
        cw_error_set(&error, "damaged from tick %" PRIu64 " on: %s", replay->bad_tick,
                     replay->problem.text);
    }
    int status;
    if (error.text[0] == '\0' && replay_open_session(&session, replay, &player, &error) &&
        check_actions(program, map, path, replay, &error)) {
        Run run;
        CwError broken = {0};
        simulate(&run, &(RerunPlan){.run = replay, .actions = *map}, &session, &broken);
        status = print_rerun(path, replay, &run, &broken);
    } else {
        status = print_bad(path, &error);
    }
    session_close(&session);
    cw_replay_free(replay);
    return status;
}

int command_rerun(Program *program)
{
    const Options *options = &program->options;
    ActionMap map;
    if (!action_map_read(&map, options->actions, program->game, "--actions")) {
        return EXIT_USAGE;
    }
    int worst = EXIT_STILL;
    for (int i = 0; i < options->argument_count; i++) {
        int status = rerun_file(program, &map, options->arguments[i]);
        worst = status > worst ? status : worst;
        fflush(stdout);
    }
    return worst;
}
