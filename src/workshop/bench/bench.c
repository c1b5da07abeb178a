#include "bench/bench.h"

#include "base/files.h"
#include "base/number.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/locale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const BenchGroup *const groups[] = {&bench_world, &bench_level, &bench_window,
                                           &bench_picture};

double bench_units(const BenchFigure *figure)
{
    return figure->calls * (figure->units > 0 ? figure->units : 1);
}

/* Does one side's work of a round. bench_count.c finds this function by its name. */
__attribute__((noinline)) static void bench_work(const BenchFigure *figure, BenchWork *work,
                                                 void *context)
{
    for (int i = 0; i < figure->calls; i++) {
        work(context);
    }
}

static double time_work(const BenchFigure *figure, BenchWork *work, void *context)
{
    int64_t begin_ns = clock_work_ns();
    bench_work(figure, work, context);
    return (double)(clock_work_ns() - begin_ns) / bench_units(figure);
}

static bool run_round(const BenchFigure *figure, void *context, bool limit_first, double times[2])
{
    if (figure->sample != NULL) {
        return figure->sample(context, &times[0], &times[1]);
    }
    BenchWork *const works[2] = {figure->ours, figure->limit};
    for (int i = 0; i < 2; i++) {
        int turn = i ^ (int)limit_first;
        times[turn] = time_work(figure, works[turn], context);
    }
    return true;
}

/* The interquartile range divided by the median. */
static double spread(double *numbers, int count)
{
    return (stats_quantile(numbers, count, 0.75) - stats_quantile(numbers, count, 0.25)) /
           stats_quantile(numbers, count, 0.5);
}

/* Measures a figure. False if a round could not be measured. */
static bool contest(const BenchFigure *figure, void *context, BenchResult *result)
{
    const char *seconds = getenv(BENCH_SECONDS);
    const int count = seconds == NULL ? figure->rounds : figure->counted;
    double ours[BENCH_ROUNDS_MAX], limits[BENCH_ROUNDS_MAX], ratios[BENCH_ROUNDS_MAX], times[2];
    CW_ASSERT(count > 0 && count <= BENCH_ROUNDS_MAX, "ask for fewer rounds of more work");
    if (!run_round(figure, context, true, times)) { /* warms up caches and pages */
        return false;
    }
    for (int i = 0; i < count; i++) {
        /* The order alternates, so that neither profits from being second. */
        if (!run_round(figure, context, i % 2 == 1, times)) {
            return false;
        }
        ours[i] = times[0];
        limits[i] = times[1];
        ratios[i] = times[0] / times[1];
    }
    *result = (BenchResult){.value = stats_quantile(ours, count, 0.5),
                            .least = stats_quantile(ours, count, 0),
                            .p99 = stats_quantile(ours, count, 0.99),
                            .spread = spread(ratios, count),
                            .limit = stats_quantile(limits, count, 0.5),
                            .ratio = stats_quantile(ratios, count, 0.5),
                            .rounds = count};
    return true;
}

static void print_row(const BenchFigure *figure, const BenchResult *result)
{
    printf("%-12s %10.1f %-9s %10.1f %10.1f %6.1f%% %10.1f %7.3f  goal %g: %s\n", figure->name,
           result->value, figure->unit, result->least, result->p99, result->spread * 100,
           result->limit, result->ratio, figure->goal,
           result->ratio <= figure->goal ? "met" : "MISSED");
    fflush(stdout);
}

static void write_row(LogFile *csv, const BenchFigure *figure, const BenchResult *result)
{
    log_file_row(csv, "%s,%.3f,%s,%.3f,%.4f,%.3f,%.4f,%d\n", figure->name, result->value,
                 figure->unit, result->limit, result->ratio, result->p99, result->spread,
                 result->rounds);
}

/* Measures a figure and prints its row, if this machine has the display or OpenGL it needs. */
static bool run_figure(const Program *program, LogFile *csv, const BenchGroup *group,
                       const BenchFigure *figure, CwError *error)
{
    BenchResult result;
    void *context = calloc(1, group->context_bytes);
    CW_ASSERT(context != NULL, "free memory for a benchmark");
    BenchState state = group->open(context, figure, program, error);
    bool good = state != BENCH_FAILED;
    if (state == BENCH_READY && contest(figure, context, &result)) {
        print_row(figure, &result);
        write_row(csv, figure, &result);
    } else if (state == BENCH_READY) {
        good = cw_error_set(error, "the program ended early: run clockwork play to see why");
    } else if (good) {
        printf("%-12s not measured: this machine has no %s\n", figure->name,
               state == BENCH_NO_DISPLAY ? "display" : "OpenGL");
    }
    group->close(context);
    free(context);
    return good || cw_error_context(error, "bench %s", figure->name);
}

static bool count_figure(const BenchFigure *figure, CwError *error)
{
    double counts[2];
    if (figure->counted == 0) {
        return true;
    }
    if (!bench_count(figure, counts, error)) {
        return cw_error_context(error, "bench %s", figure->name);
    }
    printf("%-12s %12.0f %12.0f %7.4f\n", figure->name, counts[0], counts[1],
           counts[0] / counts[1]);
    fflush(stdout);
    return true;
}

static const BenchFigure *figure_at(int index, const BenchGroup **group)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(groups); i++) {
        *group = groups[i];
        if (index < groups[i]->count) {
            return &groups[i]->figures[index];
        }
        index -= groups[i]->count;
    }
    return NULL;
}

static void list_figures(void)
{
    const BenchGroup *group;
    const BenchFigure *figure;
    for (int i = 0; (figure = figure_at(i, &group)) != NULL; i++) {
        printf("%-12s %s; goal: at most %g times the limit\n", figure->name, figure->about,
               figure->goal);
    }
}

/* Runs the figures whose names begin so. */
static bool run_named(const Program *program, LogFile *csv, const char *name, CwError *error)
{
    const BenchGroup *group;
    const BenchFigure *figure;
    bool found = false;
    for (int i = 0; (figure = figure_at(i, &group)) != NULL; i++) {
        if (strncmp(figure->name, name, strlen(name)) == 0) {
            found = true;
            if (!(maker_of(program)->bench.count
                      ? count_figure(figure, error)
                      : run_figure(program, csv, group, figure, error))) {
                return false;
            }
        }
    }
    return found ||
           cw_error_set(error, "bench: there is no figure \"%s\"; --list names them", name);
}

static bool run_figures(const Program *program, CwError *error)
{
    const Options *options = program->options;
    LogFile csv = {0};
    if (!log_file_open(&csv, maker_of(program)->bench.csv,
                       "figure,value,unit,limit,ratio,p99,spread,rounds\n", error)) {
        return false;
    }
    if (maker_of(program)->bench.count) {
        printf("%-12s %12s %12s %7s\n", "figure", "instructions", "of limit", "ratio");
    } else {
        printf("%-12s %10s %-9s %10s %10s %7s %10s %7s\n", "figure", "median", "unit", "min", "p99",
               "spread", "limit", "ratio");
    }
    bool good = options->argument_count > 0 || run_named(program, &csv, "", error);
    for (int i = 0; i < options->argument_count && good; i++) {
        good = run_named(program, &csv, options->arguments[i], error);
    }
    bool written = log_file_close(&csv);
    return good && (written || cw_error_set(error, "%s: can't be written", csv.path));
}

int command_bench(Program *program)
{
    CwError error = {0};
    if (maker_of(program)->list) {
        list_figures();
        return EXIT_OK;
    }
    void *previous = locale_plain_begin();
    bool good = run_figures(program, &error);
    locale_plain_end(previous);
    return good ? EXIT_OK : program_failed(&error);
}
