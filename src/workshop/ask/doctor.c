/* `clockwork doctor [LEVEL]`: runs a level in processes with another clock, heap, locale or CPU,
 * and compares all hashes with a plain run's. Then it lists imported functions that may differ. */
#include "base/report.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "system/object_file.h"
#include "system/process_start.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES_MAX = 1 << 30, WORDS_MAX = 2 * (24 + 2 * SETTINGS_MAX) };

typedef struct Condition {
    const char *name;
    bool (*prepare)(void);    /* runs before the game; false: impossible here. NULL: nothing */
    int wait_ms;              /* wait before the start */
    const char *variables[3]; /* environment variables as NAME=VALUE; ends with NULL */
    const char *options[5];   /* options added to the command line; ends with NULL */
    const char *remedy;
} Condition;

static bool seed_libc(void)
{
    srand(27182);
    return true;
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

/* All are compared with the first. If one of the first three fails, the others are skipped. */
enum { ESSENTIAL = 3 };

static const Condition CONDITIONS[] = {
    {.name = "plain"},
    {.name = "again",
     .remedy = "two identical runs differ, so the other tests were skipped: a tick probably reads "
               "a clock, a device, an address or uninitialised memory; --synctest 8 --set "
               "debug.protect_world=on may find it"},
    {.name = "clock",
     .wait_ms = 1100,
     .variables = {"TZ=XYZ-13"},
     .remedy = "a tick uses the time of day, so the other tests were skipped: use cw_world_time_s"},
    {.name = "seed",
     .prepare = seed_libc,
     .remedy = "a tick uses rand or random: use cw_world_rng"},
    {.name = "heap",
     .variables = {"MALLOC_PERTURB_=165"},
     .remedy = "a tick reads uninitialised memory of malloc: initialise it"},
    {.name = "large-blocks",
     .variables = {"MALLOC_MMAP_THRESHOLD_=1024"},
     .remedy = "a tick depends on addresses of malloc: keep state in the world"},
    {.name = "world-address",
     .variables = {"CLOCKWORK_ARENA=any"},
     .remedy = "a tick depends on addresses in the world: sort and choose by numbers"},
    {.name = "locale",
     .prepare = choose_comma_locale,
     .remedy = "a tick reads or writes numbers by the locale: keep that out of ticks"},
    {.name = "cpu",
     .variables = {"GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4", "CLOCKWORK_SIMD=plain"},
     .remedy = "a tick uses maths of the C library: see the imports below"},
    {.name = "synctest",
     .options = {"--synctest", "8", "--set", "debug.protect_world=on"},
     .remedy = "a tick reads state outside the world, or a view writes to the world"},
};

typedef struct Doctor {
    const Program *program;
    char folder[PATH_BYTES_MAX], own[PATH_BYTES_MAX];
    const char *words[WORDS_MAX]; /* the command line that all runs share */
    char log[PATH_BYTES_MAX + 8], plain[PATH_BYTES_MAX + 8];
    Process process;
} Doctor;

static int add_words(const char **words, int count, const char *const *more)
{
    for (; *more != NULL; more++) {
        words[count++] = *more;
    }
    return count;
}

/* Makes the shared command line: this one with `play`. By default the bot or the monkey drives. */
static void make_command(Doctor *doctor)
{
    const Options *options = doctor->program->options;
    const char *own = file_real_path(process_file(), doctor->own) ? doctor->own : process_file();
    bool has_driver = options->run.bot || maker_of(doctor->program)->run.monkey;
    int count = add_words(doctor->words, 0, (const char *const[]){own, "play", "--headless", NULL});
    for (const char *const *word = doctor->program->arguments + 1; *word != NULL; word++) {
        if (strcmp(*word, options->command->name) != 0 && count < WORDS_MAX / 2) {
            doctor->words[count++] = *word;
        }
    }
    if (!has_driver) {
        doctor->words[count++] = doctor->program->game->bot != NULL ? "--bot" : "--monkey=1";
    }
    if (!options->run.ticks_given) {
        doctor->words[count++] = "--ticks=600";
    }
    doctor->words[count] = "--hash-log";
}

/* Environment variable that names a process's condition. */
static const char PREPARED[] = "CLOCKWORK_DOCTOR";

enum { STATUS_SKIPPED = 120 };

void doctor_prepare(void)
{
    const char *name = getenv(PREPARED);
    for (size_t i = 0; name != NULL && i < CW_ARRAY_LENGTH(CONDITIONS); i++) {
        if (CONDITIONS[i].prepare != NULL && strcmp(CONDITIONS[i].name, name) == 0 &&
            !CONDITIONS[i].prepare()) {
            _Exit(STATUS_SKIPPED);
        }
    }
}

/* Returns the exit status, or 128 + the signal of a crash. */
static int run_level(Doctor *doctor, const Condition *condition, const char *log)
{
    const char *words[WORDS_MAX] = {"env"};
    char prepared[64];
    CwError error = {0};
    int count = add_words(words, 1, condition->variables);
    if (condition->prepare != NULL) {
        snprintf(prepared, sizeof prepared, "%s=%s", PREPARED, condition->name);
        words[count++] = prepared;
    }
    count = add_words(words, count, doctor->words);
    words[count++] = log;
    add_words(words, count, condition->options);
    clock_sleep_ns(condition->wait_ms * INT64_C(1000000));
    if (!process_start(&doctor->process, &(ProcessDesc){.arguments = words}, &error)) {
        report("%s", error.text);
        return EXIT_FAILED;
    }
    process_wait(&doctor->process);
    return doctor->process.status;
}

static uint64_t first_difference(const char *plain, const char *other)
{
    size_t a_bytes = 0, b_bytes = 0, at = 0;
    uint8_t *a = file_read(plain, 0, LOG_BYTES_MAX, &a_bytes);
    uint8_t *b = file_read(other, 0, LOG_BYTES_MAX, &b_bytes);
    uint64_t tick = 1;
    for (; at < a_bytes && at < b_bytes && a[at] == b[at]; at++) {
        tick += a[at] == '\n';
    }
    bool is_same = a != NULL && b != NULL && at == a_bytes && at == b_bytes;
    free(a);
    free(b);
    return is_same ? 0 : tick;
}

static const char *last_line(char *text)
{
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\n') {
        text[length - 1] = '\0';
    }
    const char *end = strrchr(text, '\n');
    return end == NULL ? text : end + 1;
}

static bool examine(Doctor *doctor, const Condition *condition)
{
    const char *log = condition == CONDITIONS ? doctor->plain : doctor->log;
    int status = run_level(doctor, condition, log);
    if (status == STATUS_SKIPPED) {
        printf("skipped %s: not available here\n", condition->name);
        return true;
    }
    if (status != EXIT_OK) {
        print_line("failed %s status=%d what=%s", condition->name, status,
                   last_line(doctor->process.texts[PROCESS_ERRORS]));
        return false;
    }
    uint64_t tick = first_difference(doctor->plain, log);
    if (tick > 0) {
        printf("differs %s tick=%" PRIu64 " what=%s\n", condition->name, tick, condition->remedy);
        return false;
    }
    printf("ok %s\n", condition->name);
    return true;
}

/* ---- imports ---- */

/* The engine's exact replacements are linked in, so they are no imports. */
static const ImportFault FAULTS[] = {
    {"inexact", "it differs by C library and CPU; keep it out of the program", true,
     " acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 gamma "
     "hypot j0 j1 jn lgamma log log10 log1p log2 pow sin sincos sinh tan tanh tgamma y0 y1 yn "
     "lgamma_r "},
    {"note", "no recording holds its numbers; in ticks use cw_world_rng", false,
     " rand rand_r random random_r drand48 erand48 lrand48 nrand48 mrand48 jrand48 getrandom "
     "arc4random getentropy "},
    {"note", "no recording holds its time; in ticks use cw_world_time_s", false,
     " time gettimeofday clock ftime localtime gmtime mktime timespec_get "},
};

static bool is_listed(const char *names, const char *name, size_t length)
{
    char word[24];
    return snprintf(word, sizeof word, " %.*s ", (int)length, name) < (int)sizeof word &&
           strstr(names, word) != NULL;
}

/* Variants with f or l at the end count as inexact, too. */
const ImportFault *import_fault(const char *name)
{
    size_t length = strlen(name);
    bool has_suffix = length > 1 && (name[length - 1] == 'f' || name[length - 1] == 'l');
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FAULTS); i++) {
        if (is_listed(FAULTS[i].names, name, length) ||
            (FAULTS[i].is_inexact && has_suffix && is_listed(FAULTS[i].names, name, length - 1))) {
            return &FAULTS[i];
        }
    }
    return NULL;
}

static void print_import(const char *name, void *context)
{
    bool *ok = context;
    const ImportFault *fault = import_fault(name);
    if (fault != NULL) {
        print_line("%s %s: %s", fault->word, name, fault->remedy);
        *ok = *ok && !fault->is_inexact;
    }
}

int command_doctor(Program *program)
{
    Doctor *doctor = calloc(1, sizeof *doctor);
    CwError error = {0};
    if (doctor == NULL || !folder_make_temporary(doctor->folder, "clockwork-doctor-")) {
        report("/tmp: %s: the logs can't be written", strerror(errno));
        free(doctor);
        return EXIT_FAILED;
    }
    doctor->program = program;
    bool ok = true;
    snprintf(doctor->plain, sizeof doctor->plain, "%s/plain", doctor->folder);
    snprintf(doctor->log, sizeof doctor->log, "%s/log", doctor->folder);
    make_command(doctor);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CONDITIONS) && (ok || i >= ESSENTIAL); i++) {
        ok = examine(doctor, &CONDITIONS[i]) && ok;
    }
    file_remove(doctor->plain);
    file_remove(doctor->log);
    folder_remove(doctor->folder);
    free(doctor);
    if (!object_file_imports(process_file(), print_import, &ok, &error)) {
        return program_failed(&error);
    }
    return ok ? EXIT_OK : EXIT_FAILED;
}
