/* `clockwork rerun FILE...`: plays the inputs of recordings under the rules and levels of this
 * program and prints for each whether it still finishes. A regression test of how a game feels. */
#include "base/number.h"
#include "base/report.h"
#include "cli/expectations.h"
#include "cli/program.h"
#include "run/follow.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/arena.h"

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

/* A recording that is played again. */
typedef struct Rerun {
    const char *path;
    CwReplayFile *replay;
    Session session;
    RerunPlan plan;
    Follow follow; /* with --follow */
    Expectations expectations;
    Run run;
    CwError broken;     /* why it could not go on */
    CwError unexpected; /* the first expectation that did not hold */
    double furthest;    /* CwProbe.progress at most ... */
    uint64_t furthest_tick;
} Rerun;

static void look(Rerun *rerun)
{
    const CwWorld *world = rerun->session.world;
    bool is_end = cw_world_tick(world) >= rerun->run.source.end || rerun->run.time.ticks > 0;
    if (rerun->run.probe.progress > rerun->furthest) {
        rerun->furthest = rerun->run.probe.progress;
        rerun->furthest_tick = cw_world_tick(world);
    }
    if (rerun->unexpected.text[0] == '\0') {
        expectations_hold(&rerun->expectations, world, is_end, &rerun->unexpected);
    }
}

/* Up to the finish. */
static void simulate(Rerun *rerun)
{
    Run *run = &rerun->run;
    RunSource source = rerun->follow.path != NULL ? follow_source(&rerun->follow)
                                                  : rerun_plan_source(&rerun->plan, EDITS_STRICT);
    run_begin(run, &(RunDesc){.session = &rerun->session, .source = source});
    while (cw_world_tick(rerun->session.world) < run->source.end && run->time.ticks == 0 &&
           run_advance(run, &rerun->broken)) {
        look(rerun);
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
static int print_rerun(const Rerun *rerun)
{
    const CwReplayFile *replay = rerun->replay;
    const Run *run = &rerun->run;
    bool finished = run->time.ticks > 0, ended = replay->state == CW_REPLAY_ENDED;
    bool exact =
        run->differs_at == 0 && rerun->broken.text[0] == '\0' && rerun->follow.left_tick == 0;
    bool was = exact ? finished : ended && replay->finished;
    int tick_rate = replay->header.settings.tick_rate;
    const CwError *what = rerun->broken.text[0] != '\0' ? &rerun->broken : &rerun->unexpected;
    bool missed = rerun->broken.text[0] != '\0' && rerun->expectations.count > 0;
    bool lost = (was && !finished) || missed || rerun->unexpected.text[0] != '\0';
    print_text("%s %s level=%s same=%s finished=%s", lost ? "lost" : "ok", rerun->path,
               replay->header.level, exact ? "yes" : "no", finished ? "yes" : "no");
    print_time("", run->time.ticks, tick_rate);
    printf(" was_finished=%s", was ? "yes" : exact || ended ? "no" : "unknown");
    print_time("was_", !was ? 0 : exact ? run->time.ticks : replay->tick_count, tick_rate);
    printf(" was=%s", !was ? "-" : exact ? "exact" : "at-most");
    if (!finished) {
        printf(" furthest=%.1f%%@%" PRIu64, number_round(100 * rerun->furthest, 1),
               rerun->furthest_tick);
    }
    if (rerun->follow.left_tick > 0) {
        printf(" left_path=%" PRIu64, rerun->follow.left_tick);
    }
    if (what->text[0] != '\0') {
        print_text(" what=%s", what->text);
    }
    putchar('\n');
    return lost ? EXIT_LOST : EXIT_STILL;
}

static int print_bad(const char *path, const CwError *error)
{
    print_line("bad %s what=%s", path, program_without_path(error, path));
    return EXIT_TROUBLE;
}

static bool open(Rerun *rerun, const Program *program, const ActionMap *map, CwError *error)
{
    ReplayPlayer player = program_rules(program).player;
    player.inputs_only = true;
    rerun->replay = replay_load_for(rerun->path, &player, error);
    CwReplayFile *replay = rerun->replay;
    if (replay != NULL && replay->state == CW_REPLAY_BAD) {
        return cw_error_set(error, "damaged from tick %" PRIu64 " on: %s", replay->bad_tick,
                            replay->problem.text);
    }
    rerun->plan = (RerunPlan){.run = replay, .actions = *map};
    return replay != NULL && replay_open_session(&rerun->session, replay, &player, error) &&
           check_actions(program, map, rerun->path, replay, error) &&
           expectations_open(&rerun->expectations, rerun->path, rerun->session.world, error);
}

static int rerun_file(const Program *program, const ActionMap *map, const char *path)
{
    CwError error = {0};
    Rerun rerun = {.path = path};
    bool good = open(&rerun, program, map, &error);
    if (good && program->options.follow) {
        SessionDesc desc = rerun.session.desc;
        desc.slot = ARENA_SLOT_ANY;
        rerun.plan.map_path = rerun.session.map_path;
        good = follow_open(&rerun.follow, &rerun.plan, path, &desc, &error);
    }
    if (good) {
        simulate(&rerun);
    }
    int status = good ? print_rerun(&rerun) : print_bad(path, &error);
    expectations_close(&rerun.expectations);
    follow_close(&rerun.follow);
    session_close(&rerun.session);
    cw_replay_free(rerun.replay);
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
