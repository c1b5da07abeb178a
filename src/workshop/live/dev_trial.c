/* A trial plays the run so far under a new build in its own process, so a crash or an endless loop
 * does not reach the player. The runner reads the result from the process's output. */
#include "live/dev.h"

#include "base/report.h"
#include "change/changes.h"
#include "check/world_audit.h"
#include "live/rerun_plan.h"
#include "platform/clock.h"
#include "platform/crash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYNC_DEPTH = 2, HELD_SIZES = 64, HELD_COUNT = 8 * HELD_SIZES, HELD_STEP_BYTES = 16 };

/* Time limit for all plays: a fixed part, and a share of the run's length. */
static const double START_LIMIT_S = 15, RUN_SHARE = 0.2;

/* Time between two plays: more than a second, so that clocks in seconds differ. */
static const int64_t SHIFT_NS = INT64_C(1100000000);

/* ---- in the process ---- */

/* The game that the run was played with, and the game that is tried. */
typedef enum TrialGame { GAME_BEFORE, GAME_NEW } TrialGame;

typedef struct Trial {
    Program *program;
    FILE *verdicts; /* lines for the runner */
    const char *const *arguments;
    const CwGame *games[2];
    RerunPlan plans[2]; /* the run in each game */
    SessionGuest guest; /* guest of the next run */
    int64_t began_ns;   /* start of the first play */
    double limit_s;     /* time limit for all plays */
    bool is_judged;
    uint64_t *hashes; /* hash of the world after each tick of the first play, from tick 0 on */
} Trial;

typedef struct Played {
    Session session;
    Run run;
} Played;

static int print_verdict(Trial *trial, const char *word, const char *text)
{
    fprintf(trial->verdicts, "\n=%s %.400s\n", word, text);
    trial->is_judged = true;
    return EXIT_OK;
}

static bool open_run(const Trial *trial, TrialGame game, int slot, Played *played, CwError *error)
{
    SessionDesc desc = playback_session_desc(trial->games[game], &trial->program->config);
    desc.slot = slot;
    desc.guest = &trial->guest;
    watchdog_feed(WATCHDOG_GAME_S);
    return rerun_plan_begin(&played->run, &played->session, &trial->plans[game], &desc, error);
}

/* Runs a tick. Ends the process when time is up. */
static bool advance(Trial *trial, Played *played, CwError *error)
{
    uint64_t tick = cw_world_tick(played->session.world);
    if ((double)(clock_now_ns() - trial->began_ns) * 1e-9 > trial->limit_s) {
        char text[96];
        snprintf(text, sizeof text, "only %" PRIu64 " of %zu ticks after %.0f s", tick,
                 trial->plans[GAME_NEW].recording->tick_count, trial->limit_s);
        exit(trial->is_judged ? EXIT_OK : print_verdict(trial, "too-slow", text));
    }
    watchdog_feed(WATCHDOG_GAME_S);
    return run_advance(&played->run, error);
}

static bool print_field(const Trial *trial, const CwWorld *was, const CwWorld *is)
{
    FieldDifference field;
    bool differs = cw_world_hash(was) != cw_world_hash(is);
    differs = differs && field_difference_find_shared(&field, was, is);
    if (differs) {
        fprintf(trial->verdicts, "\n=field %" PRIu64 "\t%s\t%s\t%s\n", cw_world_tick(is),
                field.name, field.a, field.b);
    }
    return differs;
}

/* ---- findings ---- */

/* Runs a tick while held blocks shift malloc's addresses. False: the run is over or failed. */
static bool advance_moved(Trial *trial, Played *moved, CwError *error)
{
    void *held[HELD_COUNT];
    for (size_t i = 0; i < HELD_COUNT; i++) {
        size_t bytes = (i % HELD_SIZES + 1) * HELD_STEP_BYTES;
        held[i] = malloc(bytes);
        if (held[i] != NULL) {
            memset(held[i], 0xa5, bytes);
        }
    }
    bool ok = !rerun_plan_is_done(&moved->run) && advance(trial, moved, error);
    for (size_t i = 0; i < HELD_COUNT; i++) {
        free(held[i]);
    }
    return ok;
}

/* Runs a tick of the old game. False: its run is over or failed, or a field differs from `is`. */
static bool advance_old(Trial *trial, Played *was, const CwWorld *is)
{
    CwError ignored = {0};
    return !rerun_plan_is_done(&was->run) && advance(trial, was, &ignored) &&
           !print_field(trial, was->session.world, is);
}

/* True if the plain world differs from the first play's world, or from the moved world. */
static bool print_impurity(Trial *trial, const CwWorld *plain, const CwWorld *moved)
{
    uint64_t tick = cw_world_tick(plain), hash = cw_world_hash(plain);
    FieldDifference field;
    char text[512];
    if (hash != trial->hashes[tick]) {
        snprintf(text, sizeof text,
                 "tick %" PRIu64 " is not the same when it is played again a second later: it uses "
                 "the time of day, random numbers or data outside the world; use cw_world_time_s "
                 "and cw_world_rng",
                 tick);
    } else if (hash != cw_world_hash(moved) && field_difference_find(&field, plain, moved)) {
        snprintf(text, sizeof text,
                 "tick %" PRIu64 " is not the same at other addresses: %s %s, elsewhere: %s%s; it "
                 "depends on an address of an entity or of malloc",
                 tick, field.name, field.a, field.b, field.owner);
    } else {
        return false;
    }
    print_verdict(trial, "finding impure", text);
    return true;
}

/* Plays the run three times, tick by tick: once more a second later, at other addresses with the
 * sync test, and in the old game. Prints a finding if a tick depends on more than world and input,
 * or changes a member that no field names. Prints the first field that the new game changes. */
static void print_findings(Trial *trial)
{
    CwError error = {0}, ignored = {0};
    Played plain = {0}, moved = {0}, was = {0};
    Text unnamed = {0};
    char text[AUDIT_TEXT_BYTES] = "";
    bool has_finding = false;
    int64_t left_ns = trial->began_ns + SHIFT_NS - clock_now_ns();
    watchdog_feed(WATCHDOG_GAME_S);
    clock_sleep_ns(left_ns > 0 ? left_ns : 0);
    bool ok = open_run(trial, GAME_NEW, GAME_NEW, &plain, &error);
    trial->guest.tested_ticks = SYNC_DEPTH;
    ok = ok && open_run(trial, GAME_NEW, ARENA_SLOT_ANY, &moved, &error);
    trial->guest.tested_ticks = 0;
    trial->games[GAME_BEFORE] = game_object_load(trial->arguments[TRIAL_WORD_OLD], &ignored);
    bool is_open = trial->games[GAME_BEFORE] != NULL &&
                   open_run(trial, GAME_BEFORE, GAME_BEFORE, &was, &ignored);
    bool is_comparing = is_open;
    while (ok) {
        has_finding = print_impurity(trial, plain.session.world, moved.session.world);
        if (has_finding || rerun_plan_is_done(&plain.run)) {
            break;
        }
        unnamed_keep(&unnamed, plain.session.world);
        ok = advance(trial, &plain, &error);
        if (text[0] == '\0') {
            unnamed_find(&unnamed, plain.session.world, text);
        }
        is_comparing = is_comparing && ok && advance_old(trial, &was, plain.session.world);
        ok = ok && advance_moved(trial, &moved, &error);
    }
    if (ok && is_open && !has_finding) {
        fprintf(trial->verdicts, "\n=field 0 - - -\n"); /* the first such line counts */
    }
    if (error.text[0] != '\0') {
        print_verdict(trial, "finding impure", error.text);
    } else if (!has_finding && text[0] != '\0') {
        print_verdict(trial, "finding unnamed", text);
    }
    free(unnamed.bytes);
    session_close(&was.session);
    session_close(&plain.session);
    session_close(&moved.session);
}

/* Without a run, only opens the first level. */
static int judge_start(Trial *trial)
{
    const Program *program = trial->program;
    CwError error = {0};
    Session session = {0};
    SessionDesc desc = playback_session_desc(trial->games[GAME_NEW], &program->config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = program->options->run.seed;
    desc.guest = &trial->guest;
    bool ok = true;
    if (program->levels.count > 0) {
        ok = levels_resolve(&program->levels, program->levels.names[0], path, name, &error);
        desc.map_path = path;
        desc.level = name;
    }
    ok = ok && session_open(&session, &desc, &error);
    session_close(&session);
    return print_verdict(trial, ok ? "ok" : "refused", error.text);
}

static int judge_run(Trial *trial)
{
    CwError error = {0};
    Played played = {0};
    const CwReplayFile *run = trial->plans[GAME_NEW].recording;
    trial->began_ns = clock_now_ns();
    double run_s = (double)run->tick_count / run->header.settings.tick_rate;
    trial->limit_s = START_LIMIT_S + RUN_SHARE * run_s;
    trial->hashes = calloc(run->tick_count + 1, sizeof *trial->hashes);
    if (trial->hashes == NULL) {
        return print_verdict(trial, "refused", "out of memory");
    }
    if (!open_run(trial, GAME_NEW, GAME_NEW, &played, &error)) {
        return print_verdict(trial, "refused", error.text);
    }
    const CwWorld *world = played.session.world;
    bool ok = true;
    trial->hashes[0] = cw_world_hash(world);
    while (ok && !rerun_plan_is_done(&played.run)) {
        ok = advance(trial, &played, &error) ||
             cw_error_context(&error, "tick %" PRIu64, cw_world_tick(world));
        trial->hashes[cw_world_tick(world)] = cw_world_hash(world);
    }
    session_close(&played.session);
    print_verdict(trial, ok ? "ok" : "crashed", error.text);
    if (ok) {
        print_findings(trial);
    }
    return EXIT_OK;
}

int dev_trial_main(Program *program, const DevPlaces *places, const char *const *arguments)
{
    CwError error = {0};
    Trial trial = {program, process_take_output(), arguments, .guest = changes_guest(0)};
    if (trial.verdicts == NULL) {
        report("the file for the result can't be created");
        return EXIT_FAILED;
    }
    program->object = places->object;
    watchdog_feed(WATCHDOG_GAME_S);
    program->game = trial.games[GAME_NEW] = game_object_load(arguments[TRIAL_WORD_OBJECT], &error);
    if (program->game == NULL) {
        const char *reason = program_without_path(&error, arguments[TRIAL_WORD_OBJECT]);
        return print_verdict(&trial, "refused", reason);
    }
    if (program_open(program) != EXIT_OK) {
        const char *reason = program->failure.text;
        reason = reason[0] == '\0' ? "its settings; the terminal names them" : reason;
        return print_verdict(&trial, "refused", reason);
    }
    if (arguments[TRIAL_WORD_RUN][0] == '\0') {
        return judge_start(&trial);
    }
    CwReplayFile *run = cw_replay_load(arguments[TRIAL_WORD_RUN], &error);
    if (run == NULL) {
        return print_verdict(&trial, "refused", error.text);
    }
    replay_leave_fatal_tick(run);
    trial.plans[GAME_BEFORE] = trial.plans[GAME_NEW] =
        (RerunPlan){.recording = run, .policy = CHANGES_SILENT};
    trial.plans[GAME_NEW].map_path = arguments[TRIAL_WORD_MAP];
    const char *names = arguments[TRIAL_WORD_ACTIONS];
    names = names[0] == '\0' ? NULL : names;
    action_map_read(&trial.plans[GAME_NEW].actions, names, program->game, NULL);
    int status = judge_run(&trial);
    free(trial.hashes);
    cw_replay_free(run);
    program_close(program);
    return status;
}

/* ---- for the runner ---- */

bool dev_trial_start(DevTrial *trial, const Program *program,
                     const char *const words[TRIAL_WORD_END], CwError *error)
{
    const char *arguments[DEV_ARGUMENTS], *role[TRIAL_WORD_END + 2] = {DEV_TRIAL};
    for (int i = 0; i < TRIAL_WORD_END; i++) {
        role[1 + i] = words[i];
    }
    process_kill(&trial->process);
    memset(trial, 0, sizeof *trial);
    return dev_arguments(arguments, program, role, error) &&
           process_start(&trial->process, &(ProcessDesc){.arguments = arguments}, error);
}

/* The rest of an output line that begins with these words; NULL if no complete line does. */
static const char *find_line(const Process *process, const char *beginning, char line[512])
{
    const char *found = strstr(process->texts[PROCESS_OUTPUT], beginning);
    const char *end = found == NULL ? NULL : strchr(found + 1, '\n');
    if (end == NULL) {
        return NULL;
    }
    found += strlen(beginning);
    snprintf(line, 512, "%.*s", (int)(end - found), found);
    return line;
}

static void judge(DevTrial *trial, const char *verdict, const char *message)
{
    trial->verdict = verdict;
    snprintf(trial->message, sizeof trial->message, "%s", message);
}

static void read_lines(DevTrial *trial)
{
    static const char *const verdicts[] = {"ok", "refused", "crashed", "too-slow"};
    char line[512], beginning[16];
    const Process *process = &trial->process;
    FieldDifference *field = &trial->field;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(verdicts) && trial->verdict == NULL; i++) {
        snprintf(beginning, sizeof beginning, "\n=%s ", verdicts[i]);
        if (find_line(process, beginning, line) != NULL) {
            judge(trial, verdicts[i], line);
        }
    }
    if (find_line(process, "\n=finding ", line) != NULL) {
        snprintf(trial->finding, sizeof trial->finding, "%s", line);
    }
    if (!trial->has_field && find_line(process, "\n=field ", line) != NULL) {
        trial->has_field = sscanf(line, "%" SCNu64 "\t%127[^\t]\t%63[^\t]\t%63[^\n]",
                                  &trial->field_tick, field->name, field->a, field->b) == 4;
    }
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* The line after its beginning "clockwork: "; NULL: it begins otherwise. */
static const char *after_name(const char *line)
{
    static const char name[] = "clockwork: ";
    return begins_with(line, name) ? line + sizeof name - 1 : NULL;
}

static bool names_place(const char *message)
{
    return message != NULL && (begins_with(message, "crashed") || begins_with(message, "aborted") ||
                               begins_with(message, "stuck") || begins_with(message, "stopped"));
}

void dev_trial_find_place(const char *errors, char *message, size_t size)
{
    const char *before = NULL, *line = errors;
    size_t used = 0;
    message[0] = '\0';
    while (line[0] != '\0' && !names_place(after_name(line))) {
        before = line;
        line += strcspn(line, "\n");
        line += line[0] == '\n';
    }
    bool has_aborted = line[0] != '\0' && begins_with(after_name(line), "aborted");
    for (const char *part; used < size && (part = after_name(line)) != NULL;) {
        int length = (int)strcspn(part, "\n");
        if (!begins_with(part, "the run but")) { /* dev resumes the run anyway */
            used += (size_t)snprintf(message + used, size - used, "%s%.*s", used == 0 ? "" : "\n",
                                     length, part);
        }
        if (has_aborted && before != NULL && used < size) {
            used += (size_t)snprintf(message + used, size - used, ": %.*s",
                                     (int)strcspn(before, "\n"), before);
            before = NULL;
        }
        line = part + length + (part[length] == '\n');
    }
}

static void judge_crash(DevTrial *trial)
{
    const Process *process = &trial->process;
    char message[sizeof trial->message];
    dev_trial_find_place(process->texts[PROCESS_ERRORS], message, sizeof message);
    if (message[0] == '\0') {
        snprintf(message, sizeof message, "ended with status %d", process->status);
    }
    judge(trial, process->end == PROCESS_STUCK ? "too-slow" : "crashed", message);
}

void dev_trial_poll(DevTrial *trial)
{
    bool ended = process_poll(&trial->process);
    read_lines(trial);
    if (ended && trial->verdict == NULL) {
        judge_crash(trial);
    }
    if (ended) {
        fputs(trial->process.texts[PROCESS_ERRORS], stderr);
    }
}
