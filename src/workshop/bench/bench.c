#include "bench/bench.h"

#include "base/files.h"
#include "base/number.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/locale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MAX = 2 };

static const BenchGroup *const groups[] = {&bench_world, &bench_level, &bench_window,
                                           &bench_picture, &bench_latency};

CwReplayFile *bench_load_run(const Program *program, const char *level, CwError *error)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 8];
    snprintf(name, sizeof name, "%s.cwr", level);
    path_join(path, program->replays_dir, name);
    return cw_replay_load(path, error);
}

static double time_calls(const BenchFigure *figure, BenchWork *work, void *context)
{
    int64_t begin_ns = clock_work_ns();
    for (int i = 0; i < figure->calls; i++) {
        work(context);
    }
    double units = figure->units > 0 ? figure->units : 1;
    return (double)(clock_work_ns() - begin_ns) / (units * figure->calls);
}

static bool run_round(const BenchFigure *figure, void *context, bool limit_first, double times[2])
{
    if (figure->sample != NULL) {
        return figure->sample(context, &times[0], &times[1]);
    }
    BenchWork *const works[2] = {figure->ours, figure->limit};
    for (int i = 0; i < 2; i++) {
        int turn = i ^ (int)limit_first;
        times[turn] = time_calls(figure, works[turn], context);
    }
    return true;
}

/* The distance of the quartiles over the median. */
static double spread(double *numbers, int count)
{
    return (stats_quantile(numbers, count, 0.75) - stats_quantile(numbers, count, 0.25)) /
           stats_quantile(numbers, count, 0.5);
}

/* Measures a figure; false when a round could not be measured. */
static bool contest(const BenchFigure *figure, void *context, BenchResult *result)
{
    const int count = figure->rounds;
    double ours[BENCH_ROUNDS_MAX], limits[BENCH_ROUNDS_MAX], ratios[BENCH_ROUNDS_MAX], times[2];
    CW_ASSERT(count > 0 && count <= BENCH_ROUNDS_MAX, "ask for fewer rounds of more work");
    if (count > 1 && !run_round(figure, context, true, times)) { /* caches, page faults */
        return false;
    }
    for (int i = 0; i < count; i++) {
        /* The one that was first in the last round is second in this one. */
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

typedef struct Bench {
    const Program *program;
    LogFile csv;
    BenchBefore before;
    char worse[256]; /* names of figures, a space before each */
} Bench;

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

static BenchVerdict print_change(const Bench *bench, const BenchFigure *figure,
                                 const BenchResult *result)
{
    static const char *const words[] = {
        [BENCH_SAME] = "as before", [BENCH_BETTER] = "better", [BENCH_WORSE] = "WORSE"};
    double change = 0;
    BenchVerdict verdict = bench_compare(&bench->before, figure->name, result, &change);
    if (verdict == BENCH_NEW) {
        printf("  not measured before\n");
    } else {
        printf("  %+.1f%%: %s\n", change * 100, words[verdict]);
    }
    return verdict;
}

static bool measure(Bench *bench, const BenchGroup *group, const BenchFigure *figure,
                    BenchResult *result, CwError *error)
{
    void *context = calloc(1, group->context_bytes);
    CW_ASSERT(context != NULL, "free memory for a benchmark");
    BenchState state = group->open(context, figure, bench->program, error);
    bool good = state != BENCH_FAILED;
    if (state == BENCH_READY && !contest(figure, context, result)) {
        good = cw_error_set(error, "the program ended early: run clockwork play to see why");
    } else if (good && state != BENCH_READY) {
        printf("%-12s not measured: this machine has no %s\n", figure->name,
               state == BENCH_NO_DISPLAY ? "display" : "OpenGL");
    }
    if (group->close != NULL) {
        group->close(context);
    }
    free(context);
    return good || cw_error_context(error, "bench %s", figure->name);
}

/* A figure that looks worse is measured again, as others may have slowed it; the last counts. */
static bool run_figure(Bench *bench, const BenchGroup *group, const BenchFigure *figure,
                       CwError *error)
{
    BenchResult result = {0};
    BenchVerdict verdict = BENCH_WORSE;
    for (int i = 0; i <= REPEATS_MAX && verdict == BENCH_WORSE; i++) {
        printf("%s", i > 0 ? "worse, measured again:\n" : "");
        if (!measure(bench, group, figure, &result, error)) {
            return false;
        }
        if (result.rounds == 0) {
            return true;
        }
        print_row(figure, &result);
        verdict = bench->before.count > 0 ? print_change(bench, figure, &result) : BENCH_NEW;
    }
    write_row(&bench->csv, figure, &result);
    if (verdict == BENCH_WORSE) {
        size_t used = strlen(bench->worse);
        snprintf(bench->worse + used, sizeof bench->worse - used, " %s", figure->name);
    }
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

static bool run_named(Bench *bench, const char *name, CwError *error)
{
    const BenchGroup *group;
    const BenchFigure *figure;
    bool found = name == NULL;
    for (int i = 0; (figure = figure_at(i, &group)) != NULL; i++) {
        if (name == NULL || strcmp(figure->name, name) == 0) {
            found = true;
            if (!run_figure(bench, group, figure, error)) {
                return false;
            }
        }
    }
    return found ||
           cw_error_set(error, "bench: there is no figure \"%s\"; --list names them", name);
}

static bool run_figures(Bench *bench, CwError *error)
{
    const Options *options = bench->program->options;
    printf("%-12s %10s %-9s %10s %10s %7s %10s %7s\n", "figure", "median", "unit", "min", "p99",
           "spread", "limit", "ratio");
    bool good = options->argument_count > 0 || run_named(bench, NULL, error);
    for (int i = 0; i < options->argument_count && good; i++) {
        good = run_named(bench, options->arguments[i], error);
    }
    return good;
}

static bool run(Bench *bench, CwError *error)
{
    const Maker *maker = maker_of(bench->program);
    LogFile *csv = &bench->csv;
    if (maker->list) {
        list_figures();
        return true;
    }
    if (maker->bench.compare != NULL &&
        !bench_before_load(&bench->before, maker->bench.compare, error)) {
        return false;
    }
    if (!log_file_open(csv, maker->bench.csv, "figure,value,unit,limit,ratio,p99,spread,rounds\n",
                       error)) {
        return false;
    }
    bool measured = run_figures(bench, error);
    if (!log_file_close(csv) && measured) {
        return cw_error_set(error, "%s: can't be written", csv->path);
    }
    return measured &&
           (bench->worse[0] == '\0' ||
            cw_error_set(error, "bench: worse than in %s:%s", maker->bench.compare, bench->worse));
}

int command_bench(Program *program)
{
    Bench bench = {.program = program};
    CwError error = {0};
    void *previous = locale_plain_begin();
    bool good = run(&bench, &error);
    locale_plain_end(previous);
    return good ? EXIT_OK : program_failed(&error);
}
