/* `clockwork query FILE`: prints fields at each tick or while a condition holds, or all at one. */
#include "base/report.h"
#include "fields/field_condition.h"
#include "main/maker.h"
#include "run/replay_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TICK_BYTES = 8, COLUMN_BYTES_MIN = 22 }; /* most numbers fit */

typedef struct Query {
    const Maker *maker;
    const char *path; /* the recording's file */
    const CwReplayFile *replay;
    Session session;
    WorkLimit limit;
    FieldPaths paths;
    uint64_t first_tick, last_tick;
    FieldCondition when;
    bool was_true;       /* the condition held at the tick before */
    uint64_t held_since; /* first tick of the present span */
} Query;

static bool read_tick_range(Query *query)
{
    const Maker *maker = query->maker;
    uint64_t count = query->replay->tick_count;
    query->last_tick = maker->list ? 0 : count;
    if (maker->query.range_given) {
        query->first_tick = maker->query.first;
        query->last_tick = maker->query.last == UINT64_MAX ? count : maker->query.last;
    }
    if (query->first_tick <= query->last_tick && query->last_tick <= count) {
        return true;
    }
    report("--ticks: %s has the ticks 0 to %" PRIu64, query->path, count);
    return false;
}

static bool parse_questions(Query *query)
{
    const char *fields = query->maker->query.fields, *when = query->maker->query.when;
    const CwWorld *world = query->session.world;
    const char *wrong = NULL;
    CwError error = {0};
    if (fields != NULL && !field_paths_add_all(&query->paths, world, fields, &error)) {
        wrong = "--fields";
    } else if (when != NULL && !field_condition_open(&query->when, world, when, &error)) {
        wrong = "--when";
    }
    if (wrong != NULL) {
        report("%s: %s; --list prints the fields there are", wrong, error.text);
    }
    return wrong == NULL;
}

/* Prints a field's cell: right-aligned under its name, or in a row of CSV. */
static void print_cell(const Query *query, int field, const char *text)
{
    int length = (int)strlen(query->paths.items[field].name);
    bool is_csv = query->maker->query.csv_rows;
    print_text("%s%*s", is_csv ? "," : "  ",
               is_csv                      ? 0
               : length > COLUMN_BYTES_MIN ? length
                                           : COLUMN_BYTES_MIN,
               text);
}

static void print_header(const Query *query)
{
    printf("%*s", query->maker->query.csv_rows ? 0 : TICK_BYTES, "tick");
    for (int i = 0; i < query->paths.count; i++) {
        print_cell(query, i, query->paths.items[i].name);
    }
    putchar('\n');
}

/* Prints the fields if the condition holds. Reads them in any case, for have_all_existed. */
static void print_row(Query *query, bool is_true)
{
    bool is_csv = query->maker->query.csv_rows;
    FieldValue values[FIELD_PATH_MAX];
    char text[FIELD_TEXT_BYTES];
    field_paths_read(query->paths.items, query->paths.count, query->session.world, values);
    if (!is_true) {
        return;
    }
    printf("%*" PRIu64, is_csv ? 0 : TICK_BYTES, cw_world_tick(query->session.world));
    for (int i = 0; i < query->paths.count; i++) {
        print_cell(query, i, is_csv && !values[i].exists ? "" : field_value_text(&values[i], text));
    }
    putchar('\n');
}

/* Prints FIRST..LAST when a span of ticks with the condition has ended. */
static void print_span(Query *query, uint64_t tick, bool is_true)
{
    if (query->was_true && !is_true) {
        printf("%" PRIu64 "..%" PRIu64 "\n", query->held_since, tick - 1);
    }
    query->held_since = query->was_true ? query->held_since : tick;
    query->was_true = is_true;
}

static void print_tick(Query *query)
{
    uint64_t tick = cw_world_tick(query->session.world);
    if (tick < query->first_tick || tick > query->last_tick) {
        return;
    }
    bool has_condition = query->maker->query.when != NULL;
    bool is_true = !has_condition || field_condition_holds(&query->when, query->session.world);
    if (has_condition && query->paths.count == 0) {
        print_span(query, tick, is_true);
    } else if (query->paths.count > 0) {
        print_row(query, is_true);
    } else if (query->maker->list && tick == query->first_tick) {
        world_print_fields(query->session.world, query->maker->query.csv_rows ? ',' : ' ');
    }
}

static bool simulate(Query *query)
{
    CwError error = {0};
    Run run;
    RunSource source = run_source_replay(query->replay);
    run_begin(&run, &(RunDesc){.session = &query->session, .source = source});
    print_tick(query);
    for (uint64_t tick = 1; tick <= query->last_tick; tick++) {
        if (!run_advance(&run, &error)) {
            if (!program_print_slow(query->path, &query->limit, &error)) {
                report("%s: tick %" PRIu64 ": %s", query->path, tick, error.text);
            }
            return false;
        }
        print_tick(query);
        if (run.differs_at == tick) {
            report("%s: from tick %" PRIu64 " on, %s differs from the recording", query->path, tick,
                   run.differs_in);
        }
    }
    print_span(query, query->last_tick + 1, false);
    return run.differs_at == 0;
}

/* Reports fields that never existed, most likely because of a wrong number. */
static bool have_all_existed(const FieldPaths *paths)
{
    bool ok = true;
    for (int i = 0; i < paths->count; i++) {
        if (!paths->items[i].has_existed) {
            report("%s: it did not exist in these ticks; --list prints what exists at a tick",
                   paths->items[i].name);
            ok = false;
        }
    }
    return ok;
}

static int answer(Query *query)
{
    if (!read_tick_range(query) || !parse_questions(query)) {
        return EXIT_USAGE;
    }
    if (query->replay->state == CW_REPLAY_BAD) {
        report("%s: damaged from tick %" PRIu64 " on: %s", query->path, query->replay->bad_tick,
               query->replay->problem.text);
    }
    if (query->paths.count > 0) {
        print_header(query);
    }
    bool ok =
        simulate(query) && have_all_existed(&query->paths) && have_all_existed(&query->when.paths);
    return ok && query->replay->state != CW_REPLAY_BAD ? EXIT_OK : EXIT_FAILED;
}

int command_query(Program *program)
{
    Query query = {.maker = maker_of(program), .path = program->options->arguments[0]};
    CwError error = {0};
    bool has_question = query.maker->query.fields != NULL || query.maker->query.when != NULL;
    if (has_question == query.maker->list) {
        report("query needs --fields NAME,..., --when CONDITION, or --list; see --help");
        return EXIT_USAGE;
    }
    bool ok = program_fingerprint(program, &error);
    ReplayPlayer player = program_rules(program).player;
    player.limit = &query.limit;
    CwReplayFile *replay = ok ? replay_load_for(query.path, &player, &error) : NULL;
    query.replay = replay;
    int status = EXIT_FAILED;
    if (replay == NULL) {
        program_failed(&error);
    } else if (!replay_open_session(&query.session, replay, &player, &error)) {
        cw_error_context(&error, "%s", query.path);
        if (!program_print_slow(query.path, &query.limit, &error)) {
            program_failed(&error);
        }
    } else {
        status = answer(&query);
        session_close(&query.session);
    }
    cw_replay_free(replay);
    return status;
}
