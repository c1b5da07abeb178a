#include "ask/sweep.h"

#include "base/number.h"
#include "base/report.h"
#include "main/tools.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "platform/thread.h"
#include "sim/world_setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TRIAL[] = "CLOCKWORK_SWEEP_TRIAL"; /* in its environment: the number of a trial */

enum { WAIT_NS = 2000000 }; /* between two looks at the trials */

/* ---- numbers ---- */

double sweep_value(const Sweep *sweep, int trial, int number)
{
    const SweepNumber *row = &sweep->numbers[number];
    bool is_last = number == sweep->number_count - 1;
    int step = (is_last ? trial : trial / sweep->numbers[number + 1].count) % row->count;
    double part = row->count == 1 ? 0 : (double)step / (row->count - 1);
    return number_round(row->first + (row->last - row->first) * part, 9);
}

/* NAME=FIRST..LAST/COUNT, or NAME=VALUE. */
static bool read_number(const char *text, SweepNumber *number)
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
    bool good = number_parse(first, &number->first) && isfinite(number->first);
    if (good && last != NULL) {
        good = steps != NULL && number_parse(last + 2, &number->last) && isfinite(number->last) &&
               number_parse(steps + 1, &count) && count >= 2 && count == floor(count);
    }
    memcpy(number->name, copy, (size_t)(first - copy));
    number->count = count < SWEEP_TRIALS_MAX + 1 ? (int)count : SWEEP_TRIALS_MAX + 1;
    return good;
}

static bool is_known(const char *name)
{
    static const char section[] = "simulation.";
    bool is_setting = strncmp(name, section, sizeof section - 1) == 0;
    CwInputSetting setting = is_setting ? setting_named(name + sizeof section - 1) : 0;
    return strchr(name, '.') == NULL || (setting > CW_SETTING_NONE && setting < CW_SETTING_COUNT);
}

static bool read_numbers(Sweep *sweep)
{
    const Options *options = &sweep->program->options;
    sweep->number_count = options->tune_count;
    sweep->trial_count = 1;
    for (int i = 0; i < options->tune_count; i++) {
        SweepNumber *number = &sweep->numbers[i];
        if (!read_number(options->tunes[i], number) || !is_known(number->name)) {
            report("--tune needs NAME=FIRST..LAST/COUNT, with a knob or simulation.substeps, "
                   "simulation.iterations or simulation.gravity, not \"%.60s\"",
                   options->tunes[i]);
            return false;
        }
        sweep->trial_count *= number->count;
    }
    bool twice = strcmp(sweep->numbers[0].name, sweep->numbers[1].name) == 0; /* "" where none is */
    bool good = !twice && sweep->trial_count <= SWEEP_TRIALS_MAX;
    if (!good) {
        report("sweep needs one or two --tune NAME=FIRST..LAST/COUNT of different names, for %d "
               "trials at most",
               SWEEP_TRIALS_MAX);
    }
    return good;
}

/* ---- trials ---- */

static bool start(const Sweep *sweep, Process *process, int trial, CwError *error)
{
    char number[16];
    snprintf(number, sizeof number, "%d", trial);
    const char *const variables[] = {TRIAL, number, NULL};
    return process_start(process,
                         &(ProcessDesc){.arguments = sweep->program->arguments,
                                        .again = true,
                                        .variables = variables},
                         error);
}

static void begin_lines(const Sweep *sweep, int trial, SweepResult *result)
{
    size_t names = 0, cells = 0;
    for (int i = 0; i < sweep->number_count; i++) {
        char value[NUMBER_TEXT_MAX];
        number_print(sweep_value(sweep, trial, i), value);
        names += (size_t)snprintf(result->names + names, sizeof result->names - names, "%s,",
                                  sweep->numbers[i].name);
        cells +=
            (size_t)snprintf(result->cells + cells, sizeof result->cells - cells, "%s,", value);
    }
}

/* Reads what sweep_trial prints. */
static void take_result(const char *output, SweepResult *result)
{
    char *const lines[] = {result->names, result->cells};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(lines); i++) {
        size_t begun = strlen(lines[i]), length = strcspn(output, "\n");
        snprintf(lines[i] + begun, SWEEP_LINE_BYTES - begun, "%.*s", (int)length, output);
        output += length + (output[length] != '\0');
    }
    while (*output != '\0' && result->point_count < SWEEP_POINTS_MAX) {
        char *end = NULL;
        double x = (double)strtol(output, &end, 10), y = (double)strtol(end, &end, 10);
        result->path[result->point_count++] = (CwPoint2){x / 100, y / 100};
        output = end + (*end != '\0');
    }
}

/* Runs all, as many at once as there are jobs. False when one fails, after its message. */
static bool run_trials(const Sweep *sweep, SweepResult *results, Process *processes, int jobs)
{
    int trials[SWEEP_JOBS_MAX] = {0}, next = 0, done = 0;
    CwError error = {0};
    bool good = true;
    while (done < next || (good && next < sweep->trial_count)) {
        for (int i = 0; i < jobs; i++) {
            Process *process = &processes[i];
            if (process->id != 0 && process_poll(process)) {
                begin_lines(sweep, trials[i], &results[trials[i]]);
                take_result(process->texts[PROCESS_OUTPUT], &results[trials[i]]);
                fputs(good ? process->texts[PROCESS_ERRORS] : "",
                      stderr); /* of the first that fails */
                good = good && process->status == EXIT_OK &&
                       (process->lengths[PROCESS_OUTPUT] > 0 ||
                        cw_error_set(&error, "the game ended the program within a run"));
                done++;
            }
            if (process->id == 0 && good && next < sweep->trial_count) {
                trials[i] = next;
                good = start(sweep, process, next, &error);
                next += good;
            }
        }
        clock_sleep_ns(WAIT_NS);
    }
    if (error.text[0] != '\0') {
        report("%s", error.text);
    }
    return good;
}

/* ---- the command ---- */

int command_sweep(Program *program)
{
    Sweep sweep = {0};
    const Options *options = &program->options;
    const char *trial = getenv(TRIAL);
    sweep.program = program;
    if (!read_numbers(&sweep)) {
        return EXIT_USAGE;
    }
    if (trial != NULL) {
        return sweep_trial(&sweep, (int)strtol(trial, NULL, 10));
    }
    int jobs = options->jobs_given ? (int)options->jobs : thread_count_cores();
    jobs = jobs < 1 ? 1 : jobs > SWEEP_JOBS_MAX ? SWEEP_JOBS_MAX : jobs;
    SweepResult *results = calloc((size_t)sweep.trial_count, sizeof *results);
    Process *processes = calloc((size_t)jobs, sizeof *processes);
    CwError error = {0};
    bool good = (results != NULL && processes != NULL) || cw_error_set(&error, "out of memory");
    good = good && run_trials(&sweep, results, processes, jobs);
    for (int i = -1; good && i < sweep.trial_count; i++) {
        print_line("%s", i < 0 ? results[0].names : results[i].cells);
    }
    good = good && (options->svg == NULL || sweep_write_svg(&sweep, results, &error));
    free(processes);
    free(results);
    return good ? EXIT_OK : error.text[0] != '\0' ? program_failed(&error) : EXIT_FAILED;
}
