#include "live/dev_trial.h"

#include "base/report.h"
#include "change/changes.h"
#include "check/unnamed.h"
#include "live/rerun_plan.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "program/program.h"
#include "run/run.h"
#include "sim/arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments after DEV_TRIAL. */
enum { TRY_OBJECT, TRY_OLD, TRY_RUN, TRY_ACTIONS, TRY_MAP };

enum { SYNC_DEPTH = 2, HELD_SIZES = 64, HELD_EACH = 8, HELD_STEP_BYTES = 16 };

/* A start, and a fifth of what play took. A single tick has its own limit. */
static const int64_t START_LIMIT_NS = INT64_C(15000000000);
static const int64_t SHIFT_NS = INT64_C(1100000000); /* of the clock, so that seconds differ */
static const double RUN_SHARE = 0.2;
static const int64_t SAY_LIMIT_NS = INT64_C(1000000000); /* to say where it is */

/* ---- in the process ---- */

typedef struct Trial {
    Program *program;
    FILE *verdicts; /* where the runner reads lines */
    const char *const *arguments;
    const CwGame *games[2]; /* that the run was played with, and what is tried */
    RerunPlan plans[2];     /* the run in these */
    SessionGuest guest;     /* of a run that begins */
    int64_t began_ns;       /* of the first play */
    uint64_t *hashes;       /* of the world after each of its ticks, from 0; NULL: no memory */
} Trial;

static int verdict(const Trial *trial, const char *word, const char *text)
{
    fprintf(trial->verdicts, "\n=%s %.400s\n", word, text);
    return EXIT_OK;
}

static bool begin_in(int slot, Run *run, Session *session, const Trial *trial, int which,
                     CwError *error)
{
    SessionDesc desc = playback_session_desc(trial->games[which], &trial->program->config);
    desc.slot = slot;
    desc.guest = &trial->guest;
    watchdog_feed(WATCHDOG_GAME_S);
    return rerun_plan_try(run, session, &trial->plans[which], &desc, error);
}

static bool begin(Run *run, Session *session, const Trial *trial, int which, CwError *error)
{
    return begin_in(which, run, session, trial, which, error);
}

static bool advance(Run *run, CwError *error)
{
    watchdog_feed(WATCHDOG_GAME_S);
    return run_advance(run, error);
}

static bool tell_field(const Trial *trial, const Session sessions[2])
{
    FieldDifference field;
    bool differs = cw_world_hash(sessions[0].world) != cw_world_hash(sessions[1].world) &&
                   field_difference_find_shared(&field, sessions[0].world, sessions[1].world);
    if (differs) {
        fprintf(trial->verdicts, "\n=field %" PRIu64 "\t%s\t%s\t%s\n",
                cw_world_tick(sessions[1].world), field.name, field.a, field.b);
    }
    return differs;
}

/* Once more, with more time: whether ticks are pure functions of world and input, and the first
 * field that has another value than in the run as it was, which runs beside it. False: they are
 * not. */
static bool tell_findings(Trial *trial)
{
    CwError error = {0}, ignored = {0};
    Session sessions[2] = {0};
    Run before, now;
    trial->guest.tested_ticks = SYNC_DEPTH;
    bool good = begin(&now, &sessions[1], trial, 1, &error);
    trial->guest.tested_ticks = 0;
    trial->games[0] = game_object_load(trial->arguments[TRY_OLD], &ignored);
    bool opened = trial->games[0] != NULL && begin(&before, &sessions[0], trial, 0, &ignored);
    bool compares = good && opened;
    while (good && !rerun_plan_is_tried(&now)) {
        good = advance(&now, &error);
        compares = compares && good && !rerun_plan_is_tried(&before) &&
                   advance(&before, &ignored) && !tell_field(trial, sessions);
    }
    if (!good) {
        verdict(trial, "finding impure", error.text);
    } else if (opened) {
        fprintf(trial->verdicts, "\n=field 0 - - -\n"); /* the first such line counts */
    }
    session_close(&sessions[0]);
    session_close(&sessions[1]);
    return good;
}

/* ---- clocks and addresses ---- */

typedef struct HeldBlocks {
    void *items[HELD_SIZES * HELD_EACH];
} HeldBlocks;

/* What malloc gives next lies elsewhere than without them. */
static void hold_blocks(HeldBlocks *held)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(held->items); i++) {
        size_t bytes = (i % HELD_SIZES + 1) * HELD_STEP_BYTES;
        held->items[i] = malloc(bytes);
        if (held->items[i] != NULL) {
            memset(held->items[i], 0xa5, bytes);
        }
    }
}

static void release_blocks(HeldBlocks *held)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(held->items); i++) {
        free(held->items[i]);
    }
}

/* Whether the tick is the same as in the first play, and as in the world elsewhere. */
static bool tell_condition(const Trial *trial, const Session sessions[2])
{
    const CwWorld *plain = sessions[0].world, *moved = sessions[1].world;
    uint64_t tick = cw_world_tick(plain), hash = cw_world_hash(plain);
    FieldDifference field;
    char text[512];
    if (trial->hashes != NULL && hash != trial->hashes[tick]) {
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
    verdict(trial, "finding impure", text);
    return true;
}

/* The run a second after its first play, and beside it in a world elsewhere and another heap. */
static void tell_conditions(const Trial *trial)
{
    CwError error = {0};
    Session sessions[2] = {0};
    Unnamed unnamed = {0};
    char text[UNNAMED_TEXT_BYTES] = "";
    bool told = false;
    Run plain, moved;
    int64_t left_ns = trial->began_ns + SHIFT_NS - clock_now_ns();
    watchdog_feed(WATCHDOG_GAME_S);
    clock_sleep_ns(left_ns > 0 ? left_ns : 0);
    bool good = begin(&plain, &sessions[0], trial, 1, &error) &&
                begin_in(ARENA_SLOT_ANY, &moved, &sessions[1], trial, 1, &error);
    while (good && !(told = tell_condition(trial, sessions)) && !rerun_plan_is_tried(&plain)) {
        HeldBlocks held;
        unnamed_keep(&unnamed, sessions[0].world);
        good = advance(&plain, &error);
        if (text[0] == '\0') {
            unnamed_find(&unnamed, sessions[0].world, text);
        }
        hold_blocks(&held);
        good = good && !rerun_plan_is_tried(&moved) && advance(&moved, &error);
        release_blocks(&held);
    }
    if (!told && text[0] != '\0') {
        verdict(trial, "finding unnamed", text);
    }
    unnamed_free(&unnamed);
    session_close(&sessions[0]);
    session_close(&sessions[1]);
}

/* A level that needs no run before it. */
static int try_start(const Trial *trial)
{
    const Program *program = trial->program;
    CwError error = {0};
    Session session = {0};
    SessionDesc desc = playback_session_desc(trial->games[1], &program->config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = program->options->run.seed;
    desc.guest = &trial->guest;
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

static void note_hash(const Trial *trial, const CwWorld *world)
{
    if (trial->hashes != NULL && cw_world_tick(world) <= trial->plans[1].run->tick_count) {
        trial->hashes[cw_world_tick(world)] = cw_world_hash(world);
    }
}

static int try_run(Trial *trial)
{
    CwError error = {0};
    Session session = {0};
    Run run;
    trial->began_ns = clock_now_ns();
    trial->hashes = calloc(trial->plans[1].run->tick_count + 1, sizeof *trial->hashes);
    bool good = begin(&run, &session, trial, 1, &error);
    if (!good) {
        return verdict(trial, "refused", error.text);
    }
    note_hash(trial, session.world);
    while (good && !rerun_plan_is_tried(&run)) {
        good = advance(&run, &error) ||
               cw_error_context(&error, "tick %" PRIu64, cw_world_tick(session.world));
        note_hash(trial, session.world);
    }
    session_close(&session);
    if (!good) {
        return verdict(trial, "stopped", error.text);
    }
    verdict(trial, "ok", "");
    if (tell_findings(trial)) {
        tell_conditions(trial);
    }
    return EXIT_OK;
}

static const char *value_of(const char *word)
{
    return word[0] == '\0' ? NULL : word;
}

int dev_try(Program *program, const DevPlaces *places, const char *const *arguments)
{
    CwError error = {0};
    Trial trial = {.program = program,
                   .verdicts = process_take_output(),
                   .arguments = arguments,
                   .guest = changes_guest(0)};
    if (trial.verdicts == NULL) {
        report("the file for the result can't be created");
        return EXIT_FAILED;
    }
    program->object = places->object;
    watchdog_feed(WATCHDOG_GAME_S);
    program->game = trial.games[1] = game_object_load(arguments[TRY_OBJECT], &error);
    if (program->game == NULL) { /* the copy's path in front of a cause says nothing */
        size_t length = strlen(arguments[TRY_OBJECT]);
        bool named = strncmp(error.text, arguments[TRY_OBJECT], length) == 0 &&
                     strncmp(error.text + length, ": ", 2) == 0;
        return verdict(&trial, "refused", error.text + (named ? length + 2 : 0));
    }
    if (program_open(program) != EXIT_OK) {
        bool known = program->failure.text[0] != '\0';
        return verdict(&trial, "refused",
                       known ? program->failure.text : "its settings; the terminal names them");
    }
    if (value_of(arguments[TRY_RUN]) == NULL) {
        return try_start(&trial);
    }
    CwReplayFile *run = cw_replay_load(arguments[TRY_RUN], &error);
    if (run == NULL) {
        return verdict(&trial, "refused", error.text);
    }
    replay_leave_fatal_tick(run);
    trial.plans[0] = (RerunPlan){.run = run};
    trial.plans[1] = (RerunPlan){.run = run, .map_path = value_of(arguments[TRY_MAP])};
    action_map_follow(&trial.plans[1].actions, value_of(arguments[TRY_ACTIONS]), program->game,
                      NULL); /* the runner says it */
    int status = try_run(&trial);
    free(trial.hashes);
    cw_replay_free(run);
    program_close(program);
    return status;
}

/* ---- for the runner ---- */

bool dev_trial_start(DevTrial *trial, const Program *program, const DevTrialDesc *desc,
                     CwError *error)
{
    const char *arguments[DEV_ARGUMENTS];
    const char *const role[] = {
        DEV_TRIAL, desc->object, desc->old_object, desc->run, desc->actions, desc->map_path, NULL};
    trial->verdict = VERDICT_NONE;
    trial->message[0] = trial->finding[0] = '\0';
    trial->interrupted = false;
    trial->knows_field = false;
    trial->limit_ns = START_LIMIT_NS + (int64_t)(desc->run_s * RUN_SHARE * 1e9);
    return dev_arguments(arguments, program, role, error) &&
           process_start(&trial->process, &(ProcessDesc){.arguments = arguments}, error);
}

/* The rest of a line that the process began so; NULL: it has not, or not ended it. */
static const char *find_line(const Process *process, const char *beginning, char line[512])
{
    const char *found = strstr(process->texts[0], beginning);
    const char *end = found == NULL ? NULL : strchr(found + 1, '\n');
    if (end == NULL) {
        return NULL;
    }
    found += strlen(beginning);
    snprintf(line, 512, "%.*s", (int)(end - found), found);
    return line;
}

static void judge(DevTrial *trial, DevVerdict verdict, const char *message)
{
    trial->verdict = verdict;
    snprintf(trial->message, sizeof trial->message, "%s", message);
}

static void take_lines(DevTrial *trial)
{
    static const char *const verdicts[] = {[VERDICT_OK] = "\n=ok ",
                                           [VERDICT_REFUSED] = "\n=refused ",
                                           [VERDICT_CRASHED] = "\n=stopped "};
    char line[512];
    const Process *process = &trial->process;
    FieldDifference *field = &trial->field;
    for (DevVerdict i = VERDICT_OK; i <= VERDICT_CRASHED && trial->verdict == VERDICT_NONE; i++) {
        if (find_line(process, verdicts[i], line) != NULL) {
            judge(trial, i, line);
        }
    }
    if (find_line(process, "\n=finding ", line) != NULL) {
        snprintf(trial->finding, sizeof trial->finding, "%s", line);
    }
    if (!trial->knows_field && find_line(process, "\n=field ", line) != NULL) {
        trial->knows_field = sscanf(line, "%" SCNu64 "\t%127[^\t]\t%63[^\t]\t%63[^\n]",
                                    &trial->field_tick, field->name, field->a, field->b) == 4;
    }
}

/* The rest of a line after "clockwork: "; NULL: it has none. */
static const char *after_name(const char *line)
{
    static const char name[] = "clockwork: ";
    return strncmp(line, name, sizeof name - 1) == 0 ? line + sizeof name - 1 : NULL;
}

static bool says_place(const char *message)
{
    static const char *const begin[] = {"crashed", "aborted", "stuck", "interrupted"};
    for (size_t i = 0; message != NULL && i < CW_ARRAY_LENGTH(begin); i++) {
        if (strncmp(message, begin[i], strlen(begin[i])) == 0) {
            return true;
        }
    }
    return false;
}

void dev_trial_find_place(const char *errors, char *message, size_t size)
{
    const char *before = NULL, *line = errors;
    size_t used = 0;
    message[0] = '\0';
    while (line[0] != '\0' && !says_place(after_name(line))) {
        before = line;
        line += strcspn(line, "\n");
        line += line[0] == '\n';
    }
    bool aborted = line[0] != '\0' && strncmp(after_name(line), "aborted", 7) == 0;
    for (const char *part; used < size && (part = after_name(line)) != NULL;) {
        int length = (int)strcspn(part, "\n");
        if (strncmp(part, "the run but", 11) != 0) { /* which goes on anyway */
            used += (size_t)snprintf(message + used, size - used, "%s%.*s", used == 0 ? "" : "\n",
                                     length, part);
        }
        if (aborted && before != NULL && used < size) {
            used += (size_t)snprintf(message + used, size - used, ": %.*s",
                                     (int)strcspn(before, "\n"), before);
            before = NULL;
        }
        line = part + length + (part[length] == '\n');
    }
}

static void tell_crash(DevTrial *trial)
{
    const Process *process = &trial->process;
    char place[sizeof trial->message], message[sizeof trial->message];
    bool stuck = process->end == PROCESS_STUCK;
    dev_trial_find_place(process->texts[1], place, sizeof place);
    snprintf(message, sizeof message, "%s", place);
    if (trial->interrupted) {
        snprintf(message, sizeof message, "not done after %.0f s%s%.400s",
                 (double)trial->limit_ns * 1e-9, place[0] == '\0' ? "" : ": ", place);
    } else if (place[0] == '\0') {
        snprintf(message, sizeof message, "ended with status %d", process->status);
    }
    judge(trial, stuck || trial->interrupted ? VERDICT_TOO_SLOW : VERDICT_CRASHED, message);
}

/* At its limit it is asked where it is, and a second later it is ended. */
static void limit_time(DevTrial *trial, int64_t run_ns)
{
    Process *process = &trial->process;
    bool judged = trial->verdict != VERDICT_NONE;
    if (run_ns > trial->limit_ns && !trial->interrupted && !judged) {
        trial->interrupted = true;
        process_interrupt(process);
    } else if (run_ns > trial->limit_ns + (judged ? 0 : SAY_LIMIT_NS)) {
        process_kill(process);
        if (!judged) {
            tell_crash(trial);
        }
    }
}

void dev_trial_poll(DevTrial *trial, int64_t now_ns)
{
    Process *process = &trial->process;
    if (process->id == 0) {
        return;
    }
    bool ended = process_poll(process);
    take_lines(trial);
    if (ended && trial->verdict == VERDICT_NONE) {
        tell_crash(trial);
    }
    if (ended) {
        fputs(process->texts[1], stderr);
    } else {
        limit_time(trial, now_ns - process->started_ns);
    }
}
