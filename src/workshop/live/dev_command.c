/* The supervisor: builds the game, starts a runner, and another one after a crash. */
#include "base/numbered_files.h"
#include "base/report.h"
#include "live/dev.h"
#include "platform/clock.h"
#include "system/folder_watch.h"

#include <SDL_stdinc.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { CRASHES_MAX = 3, POLL_NS = 20000000 };

static const int64_t QUICK_NS = INT64_C(10000000000); /* sooner crashes count as repeated */

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

/* Replaces characters of the file's name that CSV would need to quote. */
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

/* ---- the build ----
 *
 * If a source is saved during a build, make may have read its old text, yet takes the object for
 * newer. So dev hashes all sources before and after a build. If the hashes differ, it removes the
 * objects and builds once more. */

bool dev_path_ends(const char *path, const char *const *endings)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && endings[i] != NULL; i++) {
        if (SDL_strcasecmp(dot + 1, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_makefile(const DevPlaces *places, CwError *error)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    char path[PATH_BYTES_MAX];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        if (path_join(path, places->root, names[i]) && file_exists(path)) {
            return true;
        }
    }
    return cw_error_set(error, "%s has no Makefile: name a game's folder, as clockwork new makes",
                        places->root);
}

enum { SOURCE_BYTES_MAX = 64 << 20, LINKS_MAX = 3 /* nested links to folders */ };

typedef struct Contents {
    size_t root_bytes; /* length of the root's path */
    int links;         /* links to folders that lead here */
    uint64_t hash;     /* does not depend on the order of the files */
} Contents;

static FolderStep add_contents(const char *path, FileKind kind, int depth, void *context)
{
    Contents *contents = context;
    bool is_link = kind == FILE_SPECIAL;
    kind = is_link ? file_facts(path).kind : kind;
    (void)depth;
    if (folder_watch_ignores(path_name(path), kind == FILE_FOLDER)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && change_kind(path + contents->root_bytes + 1) == CHANGE_CODE) {
        size_t size = 0;
        uint8_t *bytes = file_read(path, 0, SOURCE_BYTES_MAX, &size);
        contents->hash += XXH3_64bits_withSeed(bytes, size, XXH3_64bits(path, strlen(path)));
        free(bytes);
    } else if (kind == FILE_FOLDER && is_link && contents->links < LINKS_MAX) {
        contents->links++;
        folder_walk(path, add_contents, contents);
        contents->links--;
    }
    return FOLDER_ON;
}

static uint64_t hash_sources(const char *root)
{
    Contents contents = {.root_bytes = strlen(root)};
    folder_walk(root, add_contents, &contents);
    return contents.hash;
}

bool dev_build_start(DevBuild *build, CwError *error)
{
    char jobs[16];
    snprintf(jobs, sizeof jobs, "-j%d", thread_count_cores());
    const char *root = build->places->root;
    const char *const arguments[] = {"make", "-s", jobs, "-C", root, "game.so", NULL};
    build->began_ns = clock_file_ns();
    build->contents = hash_sources(root);
    return process_start(&build->process, &(ProcessDesc){arguments, .has_one_stream = true}, error);
}

/* ---- the build's objects ---- */

/* Removes an object that this build has made; keeps the copies that dev loads. */
static FolderStep remove_object(const char *path, FileKind kind, int depth, void *context)
{
    static const char *const endings[] = {"o", "lo", "obj", "a", "so", "gch", "pch", NULL};
    const DevBuild *build = context;
    bool is_hidden = path_name(path)[0] == '.';
    bool has_copies = strcmp(path, build->places->folder) == 0;
    (void)depth;
    if (kind == FILE_FOLDER && (is_hidden || has_copies)) {
        return FOLDER_SKIP;
    }
    if (kind == FILE_REGULAR && dev_path_ends(path, endings) &&
        file_facts(path).modified_ns >= build->began_ns) {
        file_remove(path);
    }
    return FOLDER_ON;
}

void dev_build_stop(DevBuild *build)
{
    if (build->process.id != 0) {
        process_kill(&build->process);
        folder_walk(build->places->root, remove_object, build);
    }
}

bool dev_build_is_stale(DevBuild *build)
{
    bool is_stale = hash_sources(build->places->root) != build->contents;
    if (is_stale) {
        folder_walk(build->places->root, remove_object, build);
    }
    return is_stale;
}

/* Compares the sources in folder $0 with those of the last build, which a git index holds. Writes
 * the difference to build/dev/$1.diff. */
static const char KEEP_DIFFERENCE[] =
    "cd \"$0\" && exec 2>/dev/null >\"build/dev/$1.diff\" || exit\n"
    "export GIT_DIR=build/dev/.source GIT_WORK_TREE=.\n"
    "rm -f $GIT_DIR/index.lock\n"
    "set -- '*.[ch]*' ':!*.c[sw]*' ':!build'\n" /* leaves out .csv and .cwr */
    "if [ -d $GIT_DIR ]; then git add -N \"$@\"\n"
    "git diff -U0 --no-color --no-ext-diff --no-prefix | grep -v '^diff \\|^index '\n"
    "else git init -q; fi\n"
    "git add -A \"$@\"; git prune\n";

bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error)
{
    const DevPlaces *places = build->places;
    const NumberedFiles files = {places->folder, ".so", BUILDS_KEPT};
    const NumberedFiles differences = {places->folder, ".diff", BUILDS_KEPT};
    char name[PATH_BYTES_MAX];
    if (!numbered_files_next_path(&files, saved, copy, error)) {
        return false;
    }
    if (!file_copy(places->object, copy)) {
        const char *reason = strerror(errno);
        return cw_error_set(error, "%s: %s: `make game.so` must build it", places->object, reason);
    }
    numbered_files_trim(&files);
    numbered_files_trim(&differences);
    path_with_ending(name, path_name(copy), "");
    const char *const arguments[] = {"sh", "-c", KEEP_DIFFERENCE, places->root, name, NULL};
    process_wait(&build->keeper);
    process_start(&build->keeper, &(ProcessDesc){.arguments = arguments}, &(CwError){0});
    return true;
}

/* ---- the compiler's messages ---- */

static const char *line_of(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n') {
        at--;
    }
    return at;
}

const char *dev_build_find_error(const char *text)
{
    static const char *const words[] = {" error: ", "undefined reference", "multiple definition",
                                        "*** "};
    const char *first = NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        const char *at = strstr(text, words[i]);
        first = at != NULL && (first == NULL || at < first) ? at : first;
    }
    return first == NULL ? text : line_of(text, first);
}

int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, ": warning: ")) != NULL; at++) {
        if (count++ == 0) {
            const char *line = line_of(text, at);
            snprintf(warning, BUILD_LINE_BYTES, "%.*s", (int)strcspn(line, "\n"), line);
        }
    }
    return count;
}

void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, int line_bytes)
{
    size_t used = 0;
    lines[0] = '\0';
    for (int i = 0; i < BUILD_LINES && *text != '\0'; i++) {
        int length = (int)strcspn(text, "\n");
        int shown = length < line_bytes - 1 ? length : line_bytes - 2;
        used += (size_t)snprintf(lines + used, BUILD_ERROR_BYTES - used, "%s%.*s",
                                 i == 0 ? "" : "\n", shown, text);
        text += length + (text[length] == '\n');
    }
    for (char *tab = lines; (tab = strchr(tab, '\t')) != NULL;) {
        *tab = ' ';
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

/* False: the player has asked to quit. */
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

static bool build_until_success(Supervisor *supervisor)
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

/* Starts a runner. After a crash, another one resumes its run. Returns the exit status. */
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
    while (build_until_success(supervisor)) {
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
    if (check_makefile(places, &error) && lock_folder(places, &error) &&
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

/* If make has started this program, keeps its flags out of the game's build. */
static void clear_make_flags(void)
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
    clear_make_flags();
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
