/* The supervisor: builds the game, starts a runner, and another one after a crash. */
#include "base/report.h"
#include "live/dev.h"
#include "platform/clock.h"
#include "system/folder_watch.h"

#include <SDL_stdinc.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CRASHES_MAX = 3, POLL_NS = 20000000 };

static const int64_t QUICK_NS = INT64_C(10000000000); /* crashes within this time are counted */

/* ---- for all processes ---- */

static bool find_places(DevPlaces *places, const char *root, CwError *error)
{
    if (file_facts(root).kind != FILE_FOLDER) {
        return cw_error_set(error, "%s is not a folder: name one that clockwork new made", root);
    }
    return (snprintf(places->root, PATH_BYTES_MAX, "%s", root) < PATH_BYTES_MAX &&
            path_join(places->object, root, "build/game.so") &&
            path_join(places->folder, root, "build/dev")) ||
           cw_error_set(error, "the path of the folder is too long");
}

static bool is_role(const char *word)
{
    return strcmp(word, DEV_RUNNER) == 0 || strcmp(word, DEV_TRIAL) == 0;
}

bool dev_arguments(const char *arguments[DEV_ARGUMENTS], const Program *program,
                   const char *const *role, CwError *error)
{
    const char *const *own = program->arguments + 1;
    int count = 0;
    arguments[count++] = process_file();
    for (; *own != NULL && !is_role(*own) && count < DEV_ARGUMENTS; own++) {
        arguments[count++] = *own;
    }
    for (; *role != NULL && count < DEV_ARGUMENTS; role++) {
        arguments[count++] = *role;
    }
    if (count == DEV_ARGUMENTS) {
        return cw_error_set(error, "dev takes at most %d arguments", DEV_ARGUMENTS - 1);
    }
    arguments[count] = NULL;
    return true;
}

/* Characters with a meaning in CSV become question marks, so a row is a line. */
void dev_log(const Program *program, const DevRow *row)
{
    const char *path = maker_of(program)->dev.log;
    char name[PATH_BYTES_MAX], difference[24] = "-";
    if (path == NULL) {
        return;
    }
    snprintf(name, sizeof name, "%s", row->file);
    for (char *c = name; (c = strpbrk(c, ",\"\r\n")) != NULL;) {
        *c = '?';
    }
    if (row->first_difference > 0) {
        snprintf(difference, sizeof difference, "%" PRIu64, row->first_difference);
    }
    FILE *file = file_open(path, FILE_APPEND);
    bool ok = file != NULL && fprintf(file, "%s,%s,%.0f,%.0f,%.0f,%" PRIu64 ",%s,%s\n", row->what,
                                      name, row->build_ms, row->load_ms, row->simulate_ms,
                                      row->ticks, difference, row->outcome) > 0;
    ok = file != NULL && fclose(file) == 0 && ok;
    if (!ok) {
        report("%s: %s", path, strerror(errno));
    }
}

/* ---- the supervisor ---- */

typedef struct Supervisor {
    Program *program;
    const DevPlaces *places;
    FolderWatch *watch;
    DevBuild build;
    char object[PATH_BYTES_MAX]; /* copy of the last build */
} Supervisor;

static bool was_saved(Supervisor *supervisor)
{
    char path[PATH_BYTES_MAX];
    bool saved = false;
    while (folder_watch_next(supervisor->watch, path)) {
        saved = saved || change_kind(path) != CHANGE_NONE;
    }
    return saved;
}

/* False when the player wants to end. */
static bool wait_for_save(Supervisor *supervisor)
{
    report("waiting for a change");
    while (!quit_wished() && !was_saved(supervisor)) {
        clock_sleep_ns(POLL_NS);
    }
    return !quit_wished();
}

static bool build(Supervisor *supervisor, CwError *error)
{
    const Process *process = &supervisor->build.process;
    do {
        if (!dev_build_start(&supervisor->build, error)) {
            return false;
        }
        while (!process_poll(&supervisor->build.process)) {
            if (quit_wished()) {
                dev_build_stop(&supervisor->build);
                return cw_error_set(error, "stopped");
            }
            clock_sleep_ns(POLL_NS);
        }
    } while (dev_build_is_stale(&supervisor->build));
    fputs(process->texts[PROCESS_OUTPUT], stderr);
    if (process->status == PROCESS_NOT_FOUND) {
        return cw_error_set(error, "make could not be started: install it");
    }
    return process->status == 0
               ? dev_build_keep(&supervisor->build, "start", supervisor->object, error)
               : cw_error_set(error, "the build failed: `make game.so` in %s",
                              supervisor->places->root);
}

static bool build_at_last(Supervisor *supervisor)
{
    for (;;) {
        CwError error = {0};
        if (!build(supervisor, &error)) {
            report("%s", error.text);
            if (!wait_for_save(supervisor)) {
                return false;
            }
        } else if (!was_saved(supervisor)) {
            return true;
        }
    }
}

/* Starts a runner, and after a crash another that resumes. Returns the exit status. */
static int run_runners(Supervisor *supervisor, CwError *error)
{
    const char *arguments[DEV_ARGUMENTS];
    const char *role[] = {DEV_RUNNER, supervisor->object, NULL, NULL};
    char state[PATH_BYTES_MAX]; /* left by a runner that has shown a picture */
    int crashes = 0;
    ProcessEnd end;
    path_join(state, supervisor->places->folder, "state");
    for (;;) {
        if (!dev_arguments(arguments, supervisor->program, role, error)) {
            return EXIT_USAGE;
        }
        int64_t began_ns = clock_now_ns();
        int status = process_run_in_foreground(arguments, &end);
        if (status < 0 || (end == PROCESS_ENDED && status == PROCESS_NOT_FOUND)) {
            cw_error_set(error, "the game's process can't be started: %s",
                         status < 0 ? strerror(errno) : "the program was not found");
            return EXIT_FAILED;
        }
        if ((end == PROCESS_ENDED && status != EXIT_STOPPED) || quit_wished()) {
            return status;
        }
        role[2] = end == PROCESS_STUCK ? DEV_STUCK : end == PROCESS_KILLED ? DEV_KILLED : "crashed";
        dev_log(supervisor->program, &(DevRow){.what = "code", .file = "play", .outcome = role[2]});
        crashes = clock_now_ns() - began_ns < QUICK_NS ? crashes + 1 : 1;
        if (crashes == CRASHES_MAX || !file_exists(state)) {
            cw_error_set(error, "the game %s: correct it and start dev again",
                         crashes == CRASHES_MAX ? "keeps crashing"
                                                : "ended before its first picture");
            return EXIT_REFUSED;
        }
        if (end == PROCESS_KILLED) {
            report("the playing process was killed, perhaps because memory was short: it starts "
                   "again with the run so far");
        }
    }
}

static int supervise(Supervisor *supervisor)
{
    while (build_at_last(supervisor)) {
        CwError error = {0};
        int status = run_runners(supervisor, &error);
        if (error.text[0] != '\0') {
            report("%s", error.text);
        }
        if (status != EXIT_REFUSED) {
            return status;
        }
        if (!wait_for_save(supervisor)) {
            break;
        }
    }
    return EXIT_OK;
}

/* Keeps a second dev out of the folder until this program ends. */
static bool lock_folder(const DevPlaces *places, CwError *error)
{
    char path[PATH_BYTES_MAX];
    if (!path_join(path, places->root, "build") || (!file_make_folder(path) && errno != EEXIST) ||
        (!file_make_folder(places->folder) && errno != EEXIST) ||
        !path_join(path, places->folder, "lock")) {
        return cw_error_set(error, "%s: %s", places->folder, strerror(errno));
    }
    int file = file_open_descriptor(path, FILE_EDIT);
    return (file >= 0 && file_lock(file)) ||
           cw_error_set(error, "%s: %s", places->root,
                        file >= 0 ? "another clockwork dev is running there" : strerror(errno));
}

/* Begins the file of --dev-log, to which every runner appends. */
static bool begin_log(const char *path, CwError *error)
{
    const char *row = "what,file,build_ms,load_ms,simulate_ms,ticks,first_difference,outcome\n";
    LogFile log = {0};
    return log_file_open(&log, path, row, error) &&
           (log_file_close(&log) || cw_error_set(error, "%s can't be written", path));
}

static int supervise_folder(Program *program, const DevPlaces *places)
{
    CwError error = {0};
    Supervisor *supervisor = calloc(1, sizeof *supervisor);
    int status = EXIT_FAILED;
    if (supervisor == NULL) {
        report("out of memory");
        return EXIT_FAILED;
    }
    *supervisor = (Supervisor){.program = program, .places = places, .build.places = places};
    if (dev_build_check(places, &error) && lock_folder(places, &error) &&
        begin_log(maker_of(program)->dev.log, &error)) {
        supervisor->watch = folder_watch_open(places->root, INT64_MAX, &error);
    }
    if (supervisor->watch == NULL) {
        program_failed(&error);
    } else {
        quit_catch();
        status = supervise(supervisor);
        quit_restore();
    }
    folder_watch_close(supervisor->watch);
    free(supervisor);
    return status;
}

/* Keeps the jobs and settings of a make around this program out of the game's build. */
static void leave_make(void)
{
    static const char *const names[] = {"MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        SDL_setenv(names[i], "", 1);
    }
}

int command_dev(Program *program)
{
    const char *const *words = program->options->arguments;
    DevPlaces places = {0};
    CwError error = {0};
    const char *root = words[0] == NULL || is_role(words[0]) ? "." : *words++;
    if (!find_places(&places, root, &error)) {
        return program_failed(&error);
    }
    if (words[0] != NULL && strcmp(words[0], "play") == 0 && words[1] != NULL) {
        places.level = words[1];
        words += 2;
    }
    leave_make();
    if (maker_of(program)->dev.bisect != NULL) {
        return dev_bisect(program, &places);
    }
    if (words[0] == NULL) {
        return supervise_folder(program, &places);
    }
    if (!is_role(words[0])) {
        report("dev does not take \"%.60s\"; see --help", words[0]);
        return EXIT_USAGE;
    }
    bool is_runner = strcmp(words[0], DEV_RUNNER) == 0;
    return (is_runner ? dev_run : dev_trial_main)(program, &places, words + 1);
}
