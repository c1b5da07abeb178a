#include "dev/dev_trial.h"

#include "base/report.h"
#include "cli/game_object.h"
#include "host/watchdog.h"
#include "run/rerun_plan.h"
#include "run/run.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The arguments behind DEV_TRIAL. */
enum {
    TRY_ROOT,
    TRY_ROLE,
    TRY_OBJECT,
    TRY_OLD,
    TRY_RUN,
    TRY_ACTIONS,
    TRY_MAP,
    TRY_SETTINGS,
    TRY_COUNT
};

enum { SYNC_DEPTH = 2 };

/* Stands for no value, so that each argument keeps its number. */
static const char NONE[] = "-";

/* Real time that a run may take: a start, and a fifth of what it took to play. A single tick has
 * ended before by its own limit (host/watchdog.h). */
static const int64_t START_LIMIT_NS = INT64_C(15000000000);
static const double RUN_SHARE = 0.2;
static const int64_t SAY_LIMIT_NS = INT64_C(1000000000); /* to say where it is */

/* ---- in the process ---- */

typedef struct Trial {
    Program *program;
    int verdicts; /* where the runner reads lines */
    const char *const *arguments;
    CwReplayFile *run; /* NULL: none */
    RerunPlan plan;
    uint64_t difference;
} Trial;

/* Standard output was the runner's alone; what the game prints there goes nowhere. */
static bool begin_verdicts(Trial *trial)
{
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    trial->verdicts = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return trial->verdicts >= 0 && nothing >= 0 && dup2(nothing, STDOUT_FILENO) >= 0;
}

static int verdict(const Trial *trial, const char *word, const char *text)
{
    dprintf(trial->verdicts, "\n=%s %.400s\n", word, text);
    return EXIT_OK;
}

static bool open_session(Session *session, Trial *trial, int slot, CwError *error)
{
    SessionDesc desc = playback_session_desc(trial->program->game, &trial->program->config);
    desc.slot = slot;
    watchdog_feed(WATCHDOG_GAME_S);
    return rerun_plan_open(session, &trial->plan, &desc, error);
}

static void begin(Run *run, Session *session, const RerunPlan *plan, SyncTest *test)
{
    RunSource source = rerun_plan_source(plan, EDITS_SILENT);
    run_begin(run, &(RunDesc){.session = session, .sync_test = test, .source = source});
}

static bool has_more(const Run *run)
{
    const CwWorld *world = run->session->world;
    return cw_world_tick(world) < run->source.end && world->flow.end == FLOW_GOES_ON;
}

static bool advance(Run *run, CwError *error)
{
    watchdog_feed(WATCHDOG_GAME_S);
    return run_advance(run, error);
}

/* Runs to the plan's end, or to where the game ends the run. */
static bool simulate(Session *session, Trial *trial, CwError *error)
{
    Run run;
    begin(&run, session, &trial->plan, NULL);
    while (has_more(&run)) {
        if (!advance(&run, error)) {
            return false;
        }
    }
    trial->difference = run.differs_at;
    return true;
}

/* Goes on from tick to tick until a field that both have has another value. */
static void find_field(Run runs[2], const Trial *trial)
{
    CwError error = {0};
    FieldDifference field;
    while (has_more(&runs[0]) && has_more(&runs[1]) && advance(&runs[0], &error) &&
           advance(&runs[1], &error)) {
        uint64_t tick = cw_world_tick(runs[0].session->world);
        if (tick >= trial->difference &&
            field_difference_find_shared(&field, runs[0].session, runs[1].session)) {
            dprintf(trial->verdicts, "\n=field %" PRIu64 " %s %s %s\n", tick, field.name, field.a,
                    field.b);
            return;
        }
    }
    dprintf(trial->verdicts, "\n=field 0 - - -\n");
}

/* The run as it was, in the game that it was played with, beside the new one. */
static void tell_field(Trial *trial)
{
    CwError error = {0};
    Session sessions[2] = {0};
    Run runs[2];
    RerunPlan now = trial->plan, before = {.run = trial->run};
    const CwGame *game = trial->program->game;
    const CwGame *old = game_object_load(trial->arguments[TRY_OLD], &error);
    bool good = old != NULL && open_session(&sessions[1], trial, 1, &error);
    trial->program->game = old;
    trial->plan = before;
    if (good && open_session(&sessions[0], trial, 0, &error)) {
        begin(&runs[0], &sessions[0], &before, NULL);
        begin(&runs[1], &sessions[1], &now, NULL);
        find_field(runs, trial);
    }
    trial->plan = now;
    trial->program->game = game;
    for (int i = 0; i < 2; i++) {
        session_close(&sessions[i]);
    }
}

/* Whether each tick is a pure function of world and input: without that, a run that is simulated
 * again is another one for no reason. */
static void tell_impure(Trial *trial)
{
    CwError error = {0};
    Session session = {0};
    Run run;
    SyncTest *test = sync_test_create(SYNC_DEPTH, &error);
    bool good = test != NULL && open_session(&session, trial, 0, &error);
    if (good) {
        begin(&run, &session, &trial->plan, test);
    }
    while (good && has_more(&run)) {
        good = advance(&run, &error);
    }
    if (!good) {
        verdict(trial, "impure", error.text);
    }
    session_close(&session);
    sync_test_destroy(test);
}

/* A level that needs no run before it. */
static int try_start(const Trial *trial)
{
    const Program *program = trial->program;
    CwError error = {0};
    Session session = {0};
    SessionDesc desc = playback_session_desc(program->game, &program->config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = program->options.seed;
    bool good = true;
    if (program->levels.count > 0) {
        good = levels_resolve(&program->levels, program->levels.names[0], path, name, &error);
        desc.map_path = path;
        desc.level = name;
    }
    good = good && session_open(&session, &desc, &error);
    session_close(&session);
    return good ? verdict(trial, "ok", "0") : verdict(trial, "refused", error.text);
}

static int try_run(Trial *trial)
{
    CwError error = {0};
    Session session = {0};
    char text[64];
    if (!open_session(&session, trial, 0, &error)) {
        return verdict(trial, "refused", error.text);
    }
    bool good = simulate(&session, trial, &error);
    if (!good) {
        cw_error_context(&error, "tick %" PRIu64, cw_world_tick(session.world));
    }
    session_close(&session);
    if (!good) {
        return verdict(trial, "stopped", error.text);
    }
    snprintf(text, sizeof text, "%" PRIu64, trial->difference);
    verdict(trial, "ok", text);
    if (trial->difference > 0) {
        tell_field(trial);
    }
    tell_impure(trial);
    return EXIT_OK;
}

static const char *value_of(const char *argument)
{
    return strcmp(argument, NONE) == 0 ? NULL : argument;
}

int dev_try(Program *program, const DevPlaces *places)
{
    const Options *options = &program->options;
    CwError error = {0};
    if (options->argument_count != TRY_COUNT) {
        report("%s is for this program alone", DEV_TRIAL);
        return EXIT_USAGE;
    }
    Trial trial = {.program = program, .arguments = options->arguments};
    if (!begin_verdicts(&trial)) {
        report("no file for the verdict can be had");
        return EXIT_FAILED;
    }
    program->object = places->object;
    watchdog_feed(WATCHDOG_GAME_S);
    program->game = game_object_load(trial.arguments[TRY_OBJECT], &error);
    if (program->game == NULL) {
        return verdict(&trial, "refused", error.text);
    }
    if (program_open(program) != EXIT_OK) {
        return verdict(&trial, "refused", "its settings or pictures: the terminal says what");
    }
    if (value_of(trial.arguments[TRY_RUN]) == NULL) {
        return try_start(&trial);
    }
    trial.run = cw_replay_load(trial.arguments[TRY_RUN], &error);
    if (trial.run == NULL) {
        return verdict(&trial, "refused", error.text);
    }
    trial.plan = (RerunPlan){
        .run = trial.run,
        .map_path = value_of(trial.arguments[TRY_MAP]),
        .settings = trial.arguments[TRY_SETTINGS][0] == '1' ? &program->config.sim : NULL};
    action_map_follow(&trial.plan.actions, value_of(trial.arguments[TRY_ACTIONS]), program->game,
                      NULL); /* the runner says it */
    int status = try_run(&trial);
    cw_replay_free(trial.run);
    program_close(program);
    return status;
}

/* ---- for the runner ---- */

static const char *or_none(const char *text)
{
    return text == NULL || text[0] == '\0' ? NONE : text;
}

bool dev_trial_start(DevTrial *trial, const Program *program, const DevTrialDesc *desc,
                     CwError *error)
{
    const char *arguments[DEV_ARGUMENTS];
    const char *const role[] = {DEV_TRIAL,
                                desc->object,
                                desc->old_object,
                                or_none(desc->run),
                                or_none(desc->actions),
                                or_none(desc->map_path),
                                desc->new_settings ? "1" : "0",
                                NULL};
    trial->verdict = VERDICT_NONE;
    trial->words[0] = trial->impure[0] = '\0';
    trial->interrupted = false;
    trial->difference = 0;
    trial->knows_field = false;
    trial->limit_ns = START_LIMIT_NS + (int64_t)(desc->run_s * RUN_SHARE * 1e9);
    return dev_arguments(arguments, program, role, error) &&
           child_start(&trial->child, &(ChildDesc){.arguments = arguments}, error);
}

/* The rest of a line that the process began so; NULL: it has not, or not ended it. */
static const char *find_line(const Child *child, const char *beginning, char line[512])
{
    const char *found = strstr(child->texts[0], beginning);
    const char *end = found == NULL ? NULL : strchr(found + 1, '\n');
    if (end == NULL) {
        return NULL;
    }
    found += strlen(beginning);
    snprintf(line, 512, "%.*s", (int)(end - found), found);
    return line;
}

static void judge(DevTrial *trial, DevVerdict verdict, const char *words)
{
    trial->verdict = verdict;
    snprintf(trial->words, sizeof trial->words, "%s", words);
}

static void take_lines(DevTrial *trial)
{
    char line[512];
    Child *child = &trial->child;
    if (trial->verdict == VERDICT_NONE && find_line(child, "\n=ok ", line) != NULL) {
        judge(trial, VERDICT_OK, "");
        trial->difference = strtoull(line, NULL, 10);
    } else if (trial->verdict == VERDICT_NONE && find_line(child, "\n=refused ", line) != NULL) {
        judge(trial, VERDICT_REFUSED, line);
    } else if (trial->verdict == VERDICT_NONE && find_line(child, "\n=stopped ", line) != NULL) {
        judge(trial, VERDICT_CRASHED, line);
    }
    if (trial->impure[0] == '\0' && find_line(child, "\n=impure ", line) != NULL) {
        snprintf(trial->impure, sizeof trial->impure, "%s", line);
    }
    if (!trial->knows_field && find_line(child, "\n=field ", line) != NULL) {
        FieldDifference *field = &trial->field;
        trial->knows_field = sscanf(line, "%" SCNu64 " %127s %63s %63s", &trial->field_tick,
                                    field->name, field->a, field->b) == 4;
    }
}

/* The rest of a line behind "clockwork: "; NULL: it has none. */
static const char *after_name(const char *line)
{
    static const char name[] = "clockwork: ";
    return strncmp(line, name, sizeof name - 1) == 0 ? line + sizeof name - 1 : NULL;
}

static bool says_place(const char *words)
{
    static const char *const begin[] = {"crashed", "aborted", "stuck", "interrupted"};
    for (size_t i = 0; words != NULL && i < CW_ARRAY_LENGTH(begin); i++) {
        if (strncmp(words, begin[i], strlen(begin[i])) == 0) {
            return true;
        }
    }
    return false;
}

void dev_trial_find_place(const char *errors, char *words, size_t size)
{
    const char *before = NULL, *line = errors;
    size_t used = 0;
    words[0] = '\0';
    while (line[0] != '\0' && !says_place(after_name(line))) {
        before = line;
        line += strcspn(line, "\n");
        line += line[0] == '\n';
    }
    bool aborted = line[0] != '\0' && strncmp(after_name(line), "aborted", 7) == 0;
    for (const char *part; used < size && (part = after_name(line)) != NULL;) {
        int length = (int)strcspn(part, "\n");
        if (strncmp(part, "the run but", 11) != 0) { /* which goes on anyway */
            used += (size_t)snprintf(words + used, size - used, "%s%.*s", used == 0 ? "" : "\n",
                                     length, part);
        }
        if (aborted && before != NULL && used < size) {
            used += (size_t)snprintf(words + used, size - used, ": %.*s",
                                     (int)strcspn(before, "\n"), before);
            before = NULL;
        }
        line = part + length + (part[length] == '\n');
    }
}

static void tell_crash(DevTrial *trial)
{
    const Child *child = &trial->child;
    char place[sizeof trial->words], words[sizeof trial->words];
    bool stuck = child->signal == SIGPROF;
    dev_trial_find_place(child->texts[1], place, sizeof place);
    snprintf(words, sizeof words, "%s", place);
    if (trial->interrupted) {
        snprintf(words, sizeof words, "not done after %.0f s%s%.400s",
                 (double)trial->limit_ns * 1e-9, place[0] == '\0' ? "" : ": ", place);
    } else if (place[0] == '\0' && child->signal != 0) {
        snprintf(words, sizeof words, "ended by signal %d", child->signal);
    } else if (place[0] == '\0') {
        snprintf(words, sizeof words, "ended with status %d", child->status);
    }
    judge(trial, stuck || trial->interrupted ? VERDICT_TOO_SLOW : VERDICT_CRASHED, words);
}

/* At its limit it is asked where it is, and a second later it is ended. */
static void limit_time(DevTrial *trial, int64_t run_ns)
{
    Child *child = &trial->child;
    bool judged = trial->verdict != VERDICT_NONE;
    if (run_ns > trial->limit_ns && !trial->interrupted && !judged) {
        trial->interrupted = true;
        kill(child->process, SIGPROF);
    } else if (run_ns > trial->limit_ns + (judged ? 0 : SAY_LIMIT_NS)) {
        child_kill(child);
        if (!judged) {
            tell_crash(trial);
        }
    }
}

void dev_trial_poll(DevTrial *trial, int64_t now_ns)
{
    Child *child = &trial->child;
    if (child->process == 0) {
        return;
    }
    bool ended = child_poll(child);
    take_lines(trial);
    if (ended && trial->verdict == VERDICT_NONE) {
        tell_crash(trial);
    }
    if (ended) {
        fputs(child->texts[1], stderr);
    } else {
        limit_time(trial, now_ns - child->started_ns);
    }
}

void dev_trial_end(DevTrial *trial)
{
    child_kill(&trial->child);
}
