/* `clockwork doctor [LEVEL]`: runs a level in processes of its own, each under another condition
 * that a machine or a day may bring, and compares the hashes of every tick with those of a plain
 * run. Then it names what the program imports that no recording holds. */
#include "base/cache.h"
#include "base/printable.h"
#include "base/report.h"
#include "cli/imports.h"
#include "cli/program.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/file.h"

#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DOCTOR_TICKS = 600, WORDS_MAX = 16 + 2 * SETTINGS_MAX, LINE_BYTES = 512 };

static const char PROGRAM_FILE[] = "/proc/self/exe";

/* Runs in the child before the run. False when the condition is impossible here. */
typedef bool Preparation(void);

typedef struct Condition {
    const char *name;
    Preparation *prepare;     /* NULL: nothing */
    bool starts_program;      /* by exec, so that the preparation acts at its start */
    const char *variables[4]; /* of the environment, each with its value */
    const char *options[4];   /* added to the run's command line */
    const char *remedy;
} Condition;

static bool wait_for_another_second(void)
{
    clock_sleep_ns(1100000000);
    return true;
}

static bool seed_libc(void)
{
    srand(27182);
    srandom(81828);
    srand48(45904);
    return true;
}

/* Adds 256 KiB, which lie above the program's stack. */
static bool enlarge_environment(void)
{
    char name[32], value[4096];
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < 8 * STACK_BYTES_MIN) {
        return false; /* the system lets it take a quarter of the stack */
    }
    memset(value, 'x', sizeof value);
    value[sizeof value - 1] = '\0';
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "CLOCKWORK_DOCTOR_%d", i);
        setenv(name, value, 1);
    }
    return true;
}

/* The limit of the stack decides where the rest of memory begins. */
static bool halve_stack(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur < 2 * STACK_BYTES_MIN) {
        return false;
    }
    limit.rlim_cur /= 2;
    return setrlimit(RLIMIT_STACK, &limit) == 0;
}

static bool choose_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "ru_RU.UTF-8",
                                        "it_IT.UTF-8", "pt_BR.UTF-8", "pl_PL.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        if (setlocale(LC_ALL, names[i]) != NULL) {
            return true;
        }
    }
    return setlocale(LC_ALL, "") != NULL && strcmp(localeconv()->decimal_point, ",") == 0;
}

static bool round_upward(void)
{
    return fesetround(FE_UPWARD) == 0;
}

/* The others are compared with the first. When the second one differs from it, the rest is skipped.
 */
static const Condition conditions[] = {
    {.name = "plain", .starts_program = true},
    {.name = "again",
     .starts_program = true,
     .remedy = "two equal runs differ, so nothing else was tried: a tick reads a clock "
               "(clock_gettime, say), a device, an address or memory that nobody wrote; "
               "--synctest 8 --set debug.protect_world=on may name it"},
    {.name = "clock",
     .prepare = wait_for_another_second,
     .starts_program = true,
     .variables = {"TZ", "XYZ-13"},
     .remedy = "the time of day reaches a tick: use cw_world_time_s"},
    {.name = "seed",
     .prepare = seed_libc,
     .remedy = "libc's random numbers reach a tick: use cw_world_rng"},
    {.name = "heap",
     .starts_program = true,
     .variables = {"MALLOC_PERTURB_", "165"},
     .remedy = "memory of malloc that nobody wrote reaches a tick"},
    {.name = "large-blocks",
     .starts_program = true,
     .variables = {"MALLOC_MMAP_THRESHOLD_", "1024"},
     .remedy = "addresses of malloc reach a tick: keep state in the world"},
    {.name = "world-address",
     .starts_program = true,
     .variables = {"CLOCKWORK_ARENA", "any"},
     .remedy = "addresses in the world reach a tick: sort and choose by numbers"},
    {.name = "environment",
     .prepare = enlarge_environment,
     .starts_program = true,
     .remedy = "addresses of the stack or the environment reach a tick"},
    {.name = "stack",
     .prepare = halve_stack,
     .starts_program = true,
     .remedy = "addresses or an unwritten variable reach a tick"},
    {.name = "locale",
     .prepare = choose_comma_locale,
     .remedy = "numbers are read or written as the locale has them: keep that out of ticks"},
    {.name = "rounding",
     .prepare = round_upward,
     .remedy = "something is computed before the first tick and kept outside of the world"},
    {.name = "cpu",
     .starts_program = true,
     .variables = {"GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4", "CLOCKWORK_SIMD",
                   "plain"},
     .remedy = "maths of the C library reaches a tick: see the imports below"},
    {.name = "synctest",
     .starts_program = true,
     .options = {"--synctest", "8", "--set", "debug.protect_world=on"},
     .remedy = "a tick reads what is not in the world, or a view writes it"},
};

typedef struct Doctor {
    const Program *program;
    char folder[64];
    const char *words[WORDS_MAX]; /* the command line of every run, but for a condition's own */
    int word_count;
    char ticks[40], monkey[40], log[96], said[96], plain[96];
} Doctor;

static void add_word(Doctor *doctor, const char *word)
{
    doctor->words[doctor->word_count++] = word;
}

/* Makes the command line from the doctor's own options. The game's bot drives, or else the monkey.
 */
static void make_command(Doctor *doctor)
{
    const Options *options = &doctor->program->options;
    bool bot = options->bot || (!options->monkey && doctor->program->game->bot != NULL);
    snprintf(doctor->ticks, sizeof doctor->ticks, "--ticks=%" PRIu64,
             options->ticks_given ? options->ticks : DOCTOR_TICKS);
    snprintf(doctor->monkey, sizeof doctor->monkey, "--monkey=%" PRIu64,
             options->monkey ? options->monkey_seed : 1);
    add_word(doctor, doctor->program->game->id);
    add_word(doctor, "play");
    if (options->argument_count > 0) {
        add_word(doctor, options->arguments[0]);
    }
    add_word(doctor, "--headless");
    add_word(doctor, doctor->ticks);
    add_word(doctor, bot ? "--bot" : doctor->monkey);
    if (options->config_file != NULL) {
        add_word(doctor, "--config");
        add_word(doctor, options->config_file);
    }
    for (int i = 0; i < options->setting_count; i++) {
        add_word(doctor, "--set");
        add_word(doctor, options->settings[i]);
    }
    add_word(doctor, "--hash-log");
}

enum { CHILD_SKIPPED = 120 };

/* In the child: becomes the run. */
static _Noreturn void run_child(Doctor *doctor, const Condition *condition, const char *log)
{
    for (int i = 0; i < 4 && condition->variables[i] != NULL; i += 2) {
        setenv(condition->variables[i], condition->variables[i + 1], 1);
    }
    if (condition->prepare != NULL && !condition->prepare()) {
        _exit(CHILD_SKIPPED);
    }
    if (freopen(doctor->said, "w", stderr) == NULL || freopen("/dev/null", "w", stdout) == NULL) {
        _exit(EXIT_FAILED);
    }
    add_word(doctor, log);
    for (int i = 0; i < 4 && condition->options[i] != NULL; i++) {
        add_word(doctor, condition->options[i]);
    }
    char **words = (char **)(uintptr_t)doctor->words;
    if (condition->starts_program) {
        execv(PROGRAM_FILE, words);
        _exit(EXIT_FAILED);
    }
    crash_restore(); /* the run catches them itself */
    exit(program_main(doctor->program->game, doctor->program->tools, doctor->word_count, words));
}

/* Returns the exit status of the run, or 128 and the signal for one that crashed. */
static int run(Doctor *doctor, const Condition *condition, const char *log)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run_child(doctor, condition, log);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child < 0           ? EXIT_FAILED
           : WIFEXITED(status) ? WEXITSTATUS(status)
                               : 128 + WTERMSIG(status);
}

/* The first tick whose lines differ, 0 for none. */
static uint64_t first_difference(const char *plain, const char *other)
{
    size_t sizes[2] = {0}, at = 0;
    uint8_t *a = file_read(plain, 0, SIZE_MAX, &sizes[0]);
    uint8_t *b = file_read(other, 0, SIZE_MAX, &sizes[1]);
    uint64_t tick = 1;
    for (; a != NULL && b != NULL && at < sizes[0] && at < sizes[1] && a[at] == b[at]; at++) {
        tick += a[at] == '\n';
    }
    bool same = a != NULL && b != NULL && at == sizes[0] && at == sizes[1];
    free(a);
    free(b);
    return same ? 0 : tick;
}

/* Reads the last message of a run that failed. */
static void read_last_line(const char *path, char line[LINE_BYTES])
{
    char next[LINE_BYTES];
    FILE *file = fopen(path, "r");
    line[0] = '\0';
    while (file != NULL && fgets(next, sizeof next, file) != NULL) {
        next[strcspn(next, "\n")] = '\0';
        memcpy(line, next, sizeof next);
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Runs a condition, prints a line and returns whether all is well. */
static bool examine(Doctor *doctor, const Condition *condition)
{
    bool is_plain = condition == conditions;
    int status = run(doctor, condition, is_plain ? doctor->plain : doctor->log);
    if (status == CHILD_SKIPPED && condition->prepare != NULL) {
        printf("skipped %s: not to be had here\n", condition->name);
        return true;
    }
    if (status != EXIT_OK) {
        char said[LINE_BYTES];
        read_last_line(doctor->said, said);
        print_line("failed %s status=%d what=%s", condition->name, status, said);
        return false;
    }
    uint64_t tick = is_plain ? 0 : first_difference(doctor->plain, doctor->log);
    if (tick > 0) {
        printf("differs %s tick=%" PRIu64 " what=%s\n", condition->name, tick, condition->remedy);
        return false;
    }
    printf("ok %s\n", condition->name);
    return true;
}

static void print_import(const char *name, void *context)
{
    bool *good = context;
    const ImportFault *fault = import_fault(name);
    if (fault != NULL) {
        print_line("%s %s: %s", fault->word, name, fault->remedy);
        *good = *good && !fault->is_inexact;
    }
}

/* Prints the folder and the size of the cache. */
static void print_cache(const CwGame *game)
{
    char folder[PATH_BYTES_MAX];
    Cache cache;
    cache_find_folder(folder, game->id);
    cache_open(&cache, folder);
    if (cache.folder[0] == '\0') {
        printf("cache none\n");
    } else {
        print_line("cache %" PRId64 " KiB in %s", cache_trim(&cache) >> 10, cache.folder);
    }
}

static bool open_folder(Doctor *doctor)
{
    snprintf(doctor->folder, sizeof doctor->folder, "/tmp/clockwork-doctor-XXXXXX");
    if (mkdtemp(doctor->folder) == NULL) {
        return false;
    }
    snprintf(doctor->plain, sizeof doctor->plain, "%s/plain", doctor->folder);
    snprintf(doctor->log, sizeof doctor->log, "%s/log", doctor->folder);
    snprintf(doctor->said, sizeof doctor->said, "%s/said", doctor->folder);
    return true;
}

static void close_folder(const Doctor *doctor)
{
    unlink(doctor->plain);
    unlink(doctor->log);
    unlink(doctor->said);
    rmdir(doctor->folder);
}

int command_doctor(Program *program)
{
    Doctor doctor = {.program = program};
    CwError error = {0};
    if (!open_folder(&doctor)) {
        report("/tmp: %s: there is no place for the logs", strerror(errno));
        return EXIT_FAILED;
    }
    make_command(&doctor);
    bool good = examine(&doctor, &conditions[0]);
    good = good && examine(&doctor, &conditions[1]);
    bool is_repeatable = good;
    for (size_t i = 2; is_repeatable && i < CW_ARRAY_LENGTH(conditions); i++) {
        good = examine(&doctor, &conditions[i]) && good;
    }
    close_folder(&doctor);
    print_cache(program->game);
    if (!imports_visit(PROGRAM_FILE, print_import, &good, &error)) {
        return program_failed(&error);
    }
    return good ? EXIT_OK : EXIT_FAILED;
}
