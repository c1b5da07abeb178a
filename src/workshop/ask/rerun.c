/* `clockwork rerun FILE...`: plays the inputs of recordings under the rules and levels of this
 * program and prints for each whether it still finishes. A regression test of how a game feels. */
#include "ask/follow.h"
#include "base/files.h"
#include "base/number.h"
#include "base/report.h"
#include "fields/field_condition.h"
#include "platform/file.h"
#include "program/program.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/arena.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses: all finish that did, one doesn't, one can't be read. */
enum { EXIT_STILL = 0, EXIT_LOST = 1, EXIT_TROUBLE = 2, EXPECTATIONS_MAX = 16 };

enum { EXPECT_FILE_BYTES_MAX = 64 << 10 };

/* ---- expectations: NAME.expect beside NAME.cwr, a line each, with conditions as of `query --when`
 *
 *     # a comment
 *     end probe.time_ticks < 720
 *     never probe.y_m < -3
 *     always buggy.spring.left_J > 0 ---- */

typedef enum ExpectationKind {
    EXPECT_END, /* holds after the last tick */
    EXPECT_ALWAYS,
    EXPECT_NEVER,
    EXPECT_COUNT
} ExpectationKind;

typedef struct Expectation {
    ExpectationKind kind;
    int line;
    FieldCondition condition;
} Expectation;

typedef struct Expectations {
    Expectation *rows;
    int count;
    char *text; /* of the file */
} Expectations;

static const char *const words[EXPECT_COUNT] = {
    [EXPECT_END] = "end ", [EXPECT_ALWAYS] = "always ", [EXPECT_NEVER] = "never "};

static bool add(Expectations *expectations, char *line, int number, const CwWorld *world,
                CwError *error)
{
    ExpectationKind kind = 0;
    while (kind < EXPECT_COUNT && strncmp(line, words[kind], strlen(words[kind])) != 0) {
        kind++;
    }
    if (kind == EXPECT_COUNT || expectations->count == EXPECTATIONS_MAX) {
        return cw_error_set(error,
                            "it needs up to %d lines with end, always or never, and a "
                            "condition",
                            EXPECTATIONS_MAX);
    }
    Expectation *row = &expectations->rows[expectations->count++];
    row->kind = kind;
    row->line = number;
    return field_condition_open(&row->condition, world, line + strlen(words[kind]), error);
}

/* No file: there are none. False with file, line and reason. */
static bool expectations_open(Expectations *expectations, const char *recording,
                              const CwWorld *world, CwError *error)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    path_with_ending(path, recording, ".expect");
    if (!file_exists(path)) {
        return true;
    }
    expectations->text = text_file_read(path, EXPECT_FILE_BYTES_MAX, &size, error);
    if (expectations->text == NULL) {
        return false;
    }
    expectations->rows = calloc(EXPECTATIONS_MAX, sizeof *expectations->rows);
    bool good = expectations->rows != NULL || cw_error_set(error, "out of memory");
    int number = 1;
    for (char *line = expectations->text, *next; good && line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        line[strcspn(line, "\r")] = '\0';
        good = line[0] == '\0' || line[0] == '#' || add(expectations, line, number, world, error) ||
               cw_error_context(error, "%s:%d", path, number);
    }
    return good;
}

static void expectations_close(Expectations *expectations)
{
    free(expectations->rows);
    free(expectations->text);
    *expectations = (Expectations){0};
}

/* After a tick. False with the line and the tick of the first that fails. */
static bool expectations_hold(Expectations *expectations, const CwWorld *world, bool is_end,
                              CwError *error)
{
    for (int i = 0; i < expectations->count; i++) {
        Expectation *row = &expectations->rows[i];
        bool asked = row->kind != EXPECT_END || is_end;
        if (asked && field_condition_holds(&row->condition, world) == (row->kind == EXPECT_NEVER)) {
            return cw_error_set(error, "tick %" PRIu64 ": line %d: %s%s", cw_world_tick(world),
                                row->line, words[row->kind], row->condition.text);
        }
    }
    return true;
}

/* ---- actions ---- */

enum { PLACES_MAX = 100 }; /* of --path */

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
    WorkLimit limit;
    Session session;
    RerunPlan plan;
    Follow follow; /* with --follow */
    Expectations expectations;
    Run run;
    bool shows_path;
    CwError broken;     /* why it could not go on */
    CwError unexpected; /* the first expectation that did not hold */
    double furthest;    /* CwProbe.progress at most ... */
    uint64_t furthest_tick;
} Rerun;

static void print_place(const Rerun *rerun)
{
    uint64_t tick = cw_world_tick(rerun->session.world);
    const cpBody *player = rerun->run.probe.player;
    if (player != NULL && tick % (rerun->replay->tick_count / PLACES_MAX + 1) == 0) {
        cpVect at = cpBodyGetPosition(player);
        printf("at %" PRIu64 " %.0f %.0f\n", tick, at.x * 100, at.y * 100); /* cm */
    }
}

static void look(Rerun *rerun)
{
    const CwWorld *world = rerun->session.world;
    bool is_end = cw_world_tick(world) >= rerun->run.source.end || rerun->run.time.ticks > 0;
    if (rerun->run.probe.progress > rerun->furthest) {
        rerun->furthest = rerun->run.probe.progress;
        rerun->furthest_tick = cw_world_tick(world);
    }
    if (rerun->shows_path) {
        print_place(rerun);
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
    print_name(lost ? "lost " : "ok ", rerun->path);
    print_text(" level=%s same=%s finished=%s", replay->header.level, exact ? "yes" : "no",
               finished ? "yes" : "no");
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

static int print_bad(const Rerun *rerun, const CwError *error)
{
    if (rerun->limit.is_over) {
        program_print_slow(rerun->path, &rerun->limit, error);
        return EXIT_LOST;
    }
    print_name("bad ", rerun->path);
    print_line(" what=%s", program_without_path(error, rerun->path));
    return EXIT_TROUBLE;
}

static bool open_run(Rerun *rerun, const Program *program, const ActionMap *map, CwError *error)
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
    if (replay != NULL) {
        replay_begin_limit(&rerun->limit, replay, &player);
    }
    return replay != NULL && replay_open_session(&rerun->session, replay, &player, error) &&
           check_actions(program, map, rerun->path, replay, error) &&
           expectations_open(&rerun->expectations, rerun->path, rerun->session.world, error);
}

static int rerun_file(const Program *program, const ActionMap *map, const char *path)
{
    CwError error = {0};
    Rerun rerun = {.path = path, .shows_path = program->options.path};
    bool good = open_run(&rerun, program, map, &error);
    if (good && program->options.follow) {
        SessionDesc desc = rerun.session.desc;
        desc.slot = ARENA_SLOT_ANY;
        rerun.plan.map_path = rerun.session.map_path;
        good = follow_open(&rerun.follow, &rerun.plan, path, &desc, &error);
    }
    if (good) {
        simulate(&rerun);
        good = !rerun.limit.is_over;
        error = rerun.broken;
    }
    int status = good ? print_rerun(&rerun) : print_bad(&rerun, &error);
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
