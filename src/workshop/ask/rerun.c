/* `clockwork rerun FILE...`: plays the inputs of recordings under the current rules and levels, and
 * prints which runs still finish. With --tune it plays each with several values of a number. */
#include "base/number.h"
#include "base/report.h"
#include "base/user_file.h"
#include "change/changes.h"
#include "fields/field_condition.h"
#include "fields/world_edit.h"
#include "live/rerun_plan.h"
#include "main/maker.h"
#include "platform/file.h"
#include "run/replay_run.h"
#include "sim/sim_settings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses: no run is lost, a run is lost, a file can't be read. */
enum { EXIT_STILL = 0, EXIT_LOST = 1, EXIT_TROUBLE = 2 };

enum { EXPECTATIONS_MAX = 16, EXPECT_FILE_BYTES_MAX = 64 << 10 };

/* ---- expectations: NAME.expect beside NAME.cwr has one a line, with conditions of `query --when`
 *
 *     # a comment
 *     end probe.time_ticks < 720
 *     never probe.y_m < -3
 *     always buggy.spring.left_J > 0 ---- */

/* EXPECT_END: must hold after the last tick. */
typedef enum ExpectKind { EXPECT_END, EXPECT_ALWAYS, EXPECT_NEVER, EXPECT_COUNT } ExpectKind;
typedef struct Expectation {
    ExpectKind kind;
    int line;
    FieldCondition condition;
} Expectation;

typedef struct Expectations {
    Expectation *rows;
    int count;
    char *text; /* text of the file; the rows point into it */
} Expectations;

static const char *const KIND_WORDS[EXPECT_COUNT] = {
    [EXPECT_END] = "end ", [EXPECT_ALWAYS] = "always ", [EXPECT_NEVER] = "never "};

static bool add_expectation(Expectations *expectations, char *line, int number,
                            const CwWorld *world, CwError *error)
{
    ExpectKind kind = 0;
    while (kind < EXPECT_COUNT && strncmp(line, KIND_WORDS[kind], strlen(KIND_WORDS[kind])) != 0) {
        kind++;
    }
    if (kind == EXPECT_COUNT || expectations->count == EXPECTATIONS_MAX) {
        return cw_error_set(error,
                            "it needs up to %d lines with end, always or never, and a condition",
                            EXPECTATIONS_MAX);
    }
    Expectation *row = &expectations->rows[expectations->count++];
    row->kind = kind;
    row->line = number;
    return field_condition_open(&row->condition, world, line + strlen(KIND_WORDS[kind]), error);
}

/* Reads the expectations of a recording, if it has any. False with file, line and reason. */
static bool expectations_open(Expectations *expectations, const char *recording,
                              const CwWorld *world, CwError *error)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    path_with_ending(path, recording, ".expect");
    if (!file_exists(path)) {
        return true;
    }
    expectations->text = user_file_read_text(path, EXPECT_FILE_BYTES_MAX, &size, error);
    if (expectations->text == NULL) {
        return false;
    }
    expectations->rows = calloc(EXPECTATIONS_MAX, sizeof *expectations->rows);
    bool ok = expectations->rows != NULL || cw_error_set(error, "out of memory");
    int number = 1;
    for (char *line = expectations->text, *next; ok && line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        line[strcspn(line, "\r")] = '\0';
        ok = line[0] == '\0' || line[0] == '#' ||
             add_expectation(expectations, line, number, world, error) ||
             cw_error_context(error, "%s:%d", path, number);
    }
    return ok;
}

/* Checks all expectations after a tick. False with line and tick of the first that fails. */
static bool expectations_hold(Expectations *expectations, const CwWorld *world, bool is_end,
                              CwError *error)
{
    for (int i = 0; i < expectations->count; i++) {
        Expectation *row = &expectations->rows[i];
        bool is_due = row->kind != EXPECT_END || is_end;
        bool is_bad = row->kind == EXPECT_NEVER;
        if (is_due && field_condition_holds(&row->condition, world) == is_bad) {
            return cw_error_set(error, "tick %" PRIu64 ": line %d: %s%s", cw_world_tick(world),
                                row->line, KIND_WORDS[row->kind], row->condition.text);
        }
    }
    return true;
}

/* ---- --tune NAME=FIRST..LAST/COUNT: one or two numbers of the game that get several values. Each
 * value, or pair of values, is a trial: the recording is played again with it ---- */

enum { TUNE_VALUES_MAX = 1000 };

/* A knob, or "simulation.KEY". */
typedef struct TunedNumber {
    char name[KNOB_NAME_BYTES];
    double first, last;
    int count;              /* number of values */
    CwInputSetting setting; /* see setting_of */
} TunedNumber;

/* Zeros without --tune: one trial. */
typedef struct Tuning {
    TunedNumber numbers[TUNES_MAX];
    int count;
    bool has_setting; /* one is a key of [simulation] */
} Tuning;

static const char SECTION[] = "simulation.";

static int tuning_trial_count(const Tuning *tuning)
{
    int count = 1;
    for (int i = 0; i < tuning->count; i++) {
        count *= tuning->numbers[i].count;
    }
    return count;
}

/* The value of a number in a trial (both counted from 0). The last number changes fastest. */
static double tuning_value(const Tuning *tuning, int trial, int number)
{
    const TunedNumber *row = &tuning->numbers[number];
    bool is_last = number == tuning->count - 1;
    int step = (is_last ? trial : trial / tuning->numbers[number + 1].count) % row->count;
    double part = row->count == 1 ? 0 : (double)step / (row->count - 1);
    return number_round(row->first + (row->last - row->first) * part, 9);
}

/* CW_SETTING_NONE for a knob, CW_SETTING_COUNT for a key that can't change within a run. */
static CwInputSetting setting_of(const char *name)
{
    if (strchr(name, '.') == NULL) {
        return CW_SETTING_NONE;
    }
    size_t length = strlen(SECTION);
    bool is_setting = strncmp(name, SECTION, length) == 0;
    CwInputSetting found = is_setting ? sim_settings_find(name + length) : CW_SETTING_COUNT;
    return found == CW_SETTING_TICK_RATE ? CW_SETTING_COUNT : found;
}

/* NAME=FIRST..LAST/COUNT, or NAME=VALUE. */
static bool read_number(TunedNumber *number, const char *text)
{
    char copy[128];
    double count = 1;
    snprintf(copy, sizeof copy, "%s", text);
    char *first = strchr(copy, '='), *last = NULL, *steps = NULL;
    if (first == NULL || first - copy >= KNOB_NAME_BYTES) {
        return false;
    }
    *first++ = '\0';
    if ((last = strstr(first, "..")) != NULL && (steps = strchr(last, '/')) != NULL) {
        *last = *steps = '\0';
    }
    bool ok = number_parse(first, &number->first) && isfinite(number->first);
    if (ok && last != NULL) {
        ok = steps != NULL && number_parse(last + 2, &number->last) && isfinite(number->last) &&
             number_parse(steps + 1, &count) && count >= 2 && count <= TUNE_VALUES_MAX &&
             count == floor(count);
    }
    memcpy(number->name, copy, (size_t)(first - copy));
    number->count = ok ? (int)count : 1;
    number->setting = setting_of(number->name);
    return ok && number->setting != CW_SETTING_COUNT;
}

static bool check_values(const Tuning *tuning, int number, const CwGame *game, CwError *error)
{
    const char *name = tuning->numbers[number].name;
    CwInputSetting setting = tuning->numbers[number].setting;
    CwSimSettings settings = {0};
    double values[KNOB_ROWS_MAX];
    CwReplayEdit edit = knob_edit(name, 0);
    for (int i = 0; setting != CW_SETTING_NONE && i < tuning_trial_count(tuning); i++) {
        double value = tuning_value(tuning, i, number);
        if (!sim_settings_set(&settings, setting, value)) {
            return cw_error_set(error, "%s can't be %g: see docs/settings.md", name, value);
        }
    }
    return setting != CW_SETTING_NONE || knobs_begin(values, game, &edit, 1, error);
}

/* Reads --tune and checks every value. False after a message. */
static bool tuning_read(Tuning *tuning, const Maker *maker, const CwGame *game)
{
    CwError error = {0};
    tuning->count = maker->rerun.tune_count;
    for (int i = 0; i < tuning->count; i++) {
        TunedNumber *number = &tuning->numbers[i];
        const char *text = maker->rerun.tunes[i];
        if (!read_number(number, text)) {
            report("--tune needs NAME=VALUE or NAME=FIRST..LAST/COUNT with up to %d values of a "
                   "knob, simulation.substeps, simulation.iterations or simulation.gravity, not "
                   "\"%.60s\"",
                   TUNE_VALUES_MAX, text);
            return false;
        }
        tuning->has_setting = tuning->has_setting || number->setting != CW_SETTING_NONE;
    }
    bool ok = tuning->count < 2 || strcmp(tuning->numbers[0].name, tuning->numbers[1].name) != 0 ||
              cw_error_set(&error, "two --tune need two names");
    for (int i = 0; ok && i < tuning->count; i++) {
        ok = check_values(tuning, i, game, &error);
    }
    if (!ok) {
        report("%s", error.text);
    }
    return ok;
}

static bool is_tuned(const Tuning *tuning, const CwReplayEdit *edit)
{
    for (int i = 0; edit_is_knob(edit) && i < tuning->count; i++) {
        if (strcmp(knob_name(edit), tuning->numbers[i].name) == 0) {
            return true;
        }
    }
    return false;
}

/* Copies a recording, with the values of a trial. The copy owns only its `edits`. Knobs that the
 * recording turned stay turned, unless they are tuned. False: out of memory. */
static bool tuning_apply(const Tuning *tuning, int trial, const CwReplayFile *recording,
                         CwReplayFile *tuned)
{
    *tuned = *recording;
    tuned->edit_count = 0;
    tuned->edits = calloc(recording->edit_count + TUNES_MAX, sizeof *tuned->edits);
    if (tuned->edits == NULL) {
        return false;
    }
    for (int i = 0; i < tuning->count; i++) {
        CwInputSetting setting = tuning->numbers[i].setting;
        double value = tuning_value(tuning, trial, i);
        if (setting == CW_SETTING_NONE) {
            tuned->edits[tuned->edit_count++] = knob_edit(tuning->numbers[i].name, value);
        } else {
            sim_settings_set(&tuned->header.settings, setting, value);
        }
    }
    for (size_t i = 0; i < recording->edit_count; i++) {
        if (!is_tuned(tuning, &recording->edits[i])) {
            tuned->edits[tuned->edit_count++] = recording->edits[i];
        }
    }
    return true;
}

/* ---- actions ---- */

/* False if --actions does not fit the recording. Without --actions, reports another number. */
static bool check_actions(const Program *program, const ActionMap *map, const char *path,
                          const CwReplayFile *replay, CwError *error)
{
    uint32_t count = replay->header.action_count;
    if (map->count > 0) {
        return (uint32_t)map->count == count ||
               cw_error_set(error, "recorded with %" PRIu32 " actions, --actions names %d", count,
                            map->count);
    }
    if (count != (uint32_t)program->game->input.action_count) {
        report("%s: recorded with %" PRIu32 " actions, but the game has %d, so they are matched by "
               "number; if they moved, name the recorded ones in order with --actions",
               path, count, program->game->input.action_count);
    }
    return true;
}

/* ---- runs ---- */

/* A recording that is played again with the values of a trial. */
typedef struct Rerun {
    const char *path;
    const Tuning *tuning;
    int trial;
    CwReplayFile *replay;
    CwReplayFile tuned; /* the recording with the values of the trial */
    WorkLimit limit;
    Session session;
    RerunPlan plan;
    Follow follow; /* used with --follow */
    Expectations expectations;
    Run run;
    CwError broken;     /* why a tick failed */
    CwError unexpected; /* the first expectation that did not hold */
    double furthest;    /* greatest CwProbe.progress, reached at furthest_tick */
    uint64_t furthest_tick;
} Rerun;

/* True at the finish and after the last input. A follower's inputs end where the recording does. */
static bool is_over(const Rerun *rerun)
{
    bool is_at_end = rerun->follow.path != NULL && rerun->follow.place + 1 >= rerun->follow.count;
    return rerun->run.time.ticks > 0 || (is_at_end && !rerun->replay->finished) ||
           cw_world_tick(rerun->session.world) >= rerun->run.source.end;
}

/* Updates the furthest progress and the first unmet expectation. */
static void check_tick(Rerun *rerun)
{
    const CwWorld *world = rerun->session.world;
    if (rerun->run.probe.progress > rerun->furthest) {
        rerun->furthest = rerun->run.probe.progress;
        rerun->furthest_tick = cw_world_tick(world);
    }
    if (rerun->unexpected.text[0] == '\0') {
        expectations_hold(&rerun->expectations, world, is_over(rerun), &rerun->unexpected);
    }
}

static void simulate(Rerun *rerun)
{
    Run *run = &rerun->run;
    RunSource source = rerun->follow.path != NULL ? follow_source(&rerun->follow)
                                                  : rerun_plan_source(&rerun->plan);
    run_begin(run, &(RunDesc){.session = &rerun->session, .source = source});
    while (!is_over(rerun) && run_advance(run, &rerun->broken)) {
        check_tick(rerun);
    }
}

static void print_time(const char *prefix, uint64_t ticks, int tick_rate)
{
    if (ticks > 0) {
        double seconds = (double)ticks / tick_rate;
        printf(" %sticks=%" PRIu64 " %sseconds=%.3f", prefix, ticks, prefix, seconds);
    } else {
        printf(" %sticks=- %sseconds=-", prefix, prefix);
    }
}

/* True if the recording plays as it was recorded. */
static bool is_exact(const Rerun *rerun)
{
    return rerun->run.differs_at == 0 && rerun->broken.text[0] == '\0' &&
           rerun->follow.left_tick == 0;
}

static bool was_finished(const Rerun *rerun)
{
    const CwReplayFile *replay = rerun->replay;
    return is_exact(rerun) ? rerun->run.time.ticks > 0
                           : replay->state == CW_REPLAY_ENDED && replay->finished;
}

static bool is_lost(const Rerun *rerun)
{
    bool is_cut_short = rerun->broken.text[0] != '\0' && rerun->expectations.count > 0;
    return (was_finished(rerun) && rerun->run.time.ticks == 0) || is_cut_short ||
           rerun->unexpected.text[0] != '\0';
}

static const char *find_reason(const Rerun *rerun)
{
    return rerun->broken.text[0] != '\0' ? rerun->broken.text : rerun->unexpected.text;
}

/* The old time is exact if the recording plays as it was recorded, else at most its length. */
static void print_rerun(const Rerun *rerun)
{
    const CwReplayFile *replay = rerun->replay;
    const Run *run = &rerun->run;
    bool is_finished = run->time.ticks > 0, exact = is_exact(rerun), was = was_finished(rerun);
    int tick_rate = replay->header.settings.tick_rate;
    print_name(is_lost(rerun) ? "lost " : "ok ", rerun->path);
    print_text(" level=%s same=%s finished=%s", replay->header.level, exact ? "yes" : "no",
               is_finished ? "yes" : "no");
    print_time("", run->time.ticks, tick_rate);
    printf(" was_finished=%s", was                                         ? "yes"
                               : exact || replay->state == CW_REPLAY_ENDED ? "no"
                                                                           : "unknown");
    print_time("was_", !was ? 0 : exact ? run->time.ticks : replay->tick_count, tick_rate);
    printf(" was=%s", !was ? "-" : exact ? "exact" : "at-most");
    if (!is_finished) {
        double percent = number_round(100 * rerun->furthest, 1);
        printf(" furthest=%.1f%%@%" PRIu64, percent, rerun->furthest_tick);
    }
    if (rerun->follow.left_tick > 0) {
        printf(" left_path=%" PRIu64, rerun->follow.left_tick);
    }
    if (find_reason(rerun)[0] != '\0') {
        print_text(" what=%s", find_reason(rerun));
    }
    putchar('\n');
}

/* ---- trials ---- */

static void print_header(const Tuning *tuning)
{
    fputs("file", stdout);
    for (int i = 0; i < tuning->count; i++) {
        printf(",%s", tuning->numbers[i].name);
    }
    puts(",result,finished,ticks,seconds,furthest_pct");
}

/* Prints a row of CSV. A file's name is quoted if it has a comma. */
static void print_trial(const Rerun *rerun, const char *result)
{
    const char *quote = strchr(rerun->path, ',') != NULL ? "\"" : "";
    uint32_t ticks = rerun->run.time.ticks;
    print_name(quote, rerun->path);
    fputs(quote, stdout);
    for (int i = 0; i < rerun->tuning->count; i++) {
        char number[NUMBER_TEXT_MAX];
        number_print(tuning_value(rerun->tuning, rerun->trial, i), number);
        printf(",%s", number);
    }
    if (ticks > 0) {
        printf(",%s,yes,%" PRIu32 ",%.3f", result, ticks,
               (double)ticks / rerun->replay->header.settings.tick_rate);
    } else {
        printf(",%s,no,,", result);
    }
    printf(",%.1f\n", number_round(100 * rerun->furthest, 1));
}

/* ---- files ---- */

static bool open_run(Rerun *rerun, const Program *program, const ActionMap *map, CwError *error)
{
    ReplayPlayer player = program_rules(program).player;
    player.takes_inputs_only = true;
    player.limit = &rerun->limit;
    rerun->replay = replay_load_for(rerun->path, &player, error);
    CwReplayFile *replay = rerun->replay;
    if (replay == NULL) {
        return false;
    }
    if (replay->state == CW_REPLAY_BAD) {
        return cw_error_set(error, "damaged from tick %" PRIu64 " on: %s", replay->bad_tick,
                            replay->problem.text);
    }
    if (!tuning_apply(rerun->tuning, rerun->trial, replay, &rerun->tuned)) {
        return cw_error_set(error, "out of memory");
    }
    rerun->plan =
        (RerunPlan){.recording = &rerun->tuned,
                    .settings = rerun->tuning->has_setting ? &rerun->tuned.header.settings : NULL,
                    .actions = *map};
    return replay_open_session(&rerun->session, &rerun->tuned, &player, error) &&
           check_actions(program, map, rerun->path, replay, error) &&
           expectations_open(&rerun->expectations, rerun->path, rerun->session.world, error);
}

/* Opens the path that was recorded, without the trial's values. */
static bool open_path(Rerun *rerun, CwError *error)
{
    SessionDesc desc = rerun->session.desc;
    RerunPlan plan = rerun->plan;
    desc.slot = ARENA_SLOT_ANY;
    plan.recording = rerun->replay;
    plan.map_path = rerun->session.map_path;
    return follow_open(&rerun->follow, &plan, &desc, error);
}

static int rerun_file(const Program *program, const ActionMap *map, Rerun *rerun)
{
    CwError error = {0};
    bool ok = open_run(rerun, program, map, &error) &&
              (!maker_of(program)->rerun.follow || open_path(rerun, &error));
    if (ok) {
        simulate(rerun);
        ok = !rerun->limit.is_over;
        error = rerun->broken;
    }
    bool lost = ok ? is_lost(rerun) : rerun->limit.is_over;
    if (rerun->tuning->count > 0) {
        const char *why = ok ? find_reason(rerun) : program_without_path(&error, rerun->path);
        print_trial(rerun, ok ? (lost ? "lost" : "ok") : lost ? "slow" : "bad");
        if (why[0] != '\0') {
            report("%s: %s", rerun->path, why);
        }
    } else if (ok) {
        print_rerun(rerun);
    } else if (!program_print_slow(rerun->path, &rerun->limit, &error)) {
        print_name("bad ", rerun->path);
        print_line(" what=%s", program_without_path(&error, rerun->path));
    }
    free(rerun->expectations.rows);
    free(rerun->expectations.text);
    follow_close(&rerun->follow);
    session_close(&rerun->session);
    free(rerun->tuned.edits);
    cw_replay_free(rerun->replay);
    fflush(stdout);
    return lost ? EXIT_LOST : ok ? EXIT_STILL : EXIT_TROUBLE;
}

int command_rerun(Program *program)
{
    const Options *options = program->options;
    const Maker *maker = maker_of(program);
    ActionMap map;
    Tuning tuning = {0};
    if (!action_map_read(&map, maker->rerun.actions, program->game, "--actions") ||
        !tuning_read(&tuning, maker, program->game)) {
        return EXIT_USAGE;
    }
    if (tuning.count > 0) {
        print_header(&tuning);
    }
    int worst = EXIT_STILL, trials = tuning_trial_count(&tuning);
    for (int i = 0; i < options->argument_count; i++) {
        int status = EXIT_STILL;
        for (int trial = 0; trial < trials && status != EXIT_TROUBLE; trial++) {
            Rerun rerun = {.path = options->arguments[i], .tuning = &tuning, .trial = trial};
            status = rerun_file(program, &map, &rerun);
            worst = status > worst ? status : worst;
        }
    }
    return worst;
}
