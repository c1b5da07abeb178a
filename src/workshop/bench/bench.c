#include "bench/bench.h"

#include "base/number.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/locale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_MAX = 60, PARTS_MIN = 3, ROUNDS_MAX = 1 << 14 };

static const BenchGroup *const GROUPS[] = {&bench_world, &bench_window, &bench_picture};

/* Units of work in a round. */
static double units_of(const BenchFigure *figure)
{
    return figure->calls * (figure->units > 0 ? figure->units : 1);
}

/* Does one side's work of a round. bench_process.c finds this function by its name. */
__attribute__((noinline)) static void bench_work(const BenchFigure *figure, BenchWork *work,
                                                 void *context)
{
    for (int i = 0; i < figure->calls; i++) {
        work(context);
    }
}

static bool run_round(const BenchFigure *figure, void *context, bool limit_first, double times[2])
{
    if (figure->sample != NULL) {
        return figure->sample(context, &times[0], &times[1]);
    }
    for (int i = 0; i < 2; i++) {
        int turn = i ^ (int)limit_first;
        int64_t begin_ns = clock_work_ns();
        bench_work(figure, turn == 0 ? figure->ours : figure->limit, context);
        times[turn] = (double)(clock_work_ns() - begin_ns) / units_of(figure);
    }
    return true;
}

/* ---- statistics ---- */

/* The highest rank (from 1) for which the median lies outside of the two ranks, from the start and
 * from the end, with a probability of at most 5 %. 0 if there is none. */
static int interval_rank(int count)
{
    double below = 0, weight = 1;
    for (int i = count / 2; i >= 0; i--) { /* weights relative to that of the middle */
        below += weight;
        weight *= i / (double)(count - i + 1);
    }
    double all = 2 * below - (count % 2 == 0 ? 1 : 0);
    weight = 1;
    for (int rank = count / 2; rank > 0; rank--) {
        below -= weight;
        if (2 * below <= 0.05 * all) {
            return rank;
        }
        weight *= rank / (double)(count - rank + 1);
    }
    return 0;
}

BenchInterval bench_interval(double *numbers, int count)
{
    double median = stats_quantile(numbers, count, 0.5); /* sorts */
    int rank = interval_rank(count);
    return rank == 0 ? (BenchInterval){median, 0, INFINITY}
                     : (BenchInterval){median, numbers[rank - 1], numbers[count - rank]};
}

const char *bench_verdict(const BenchInterval *ratio, double goal)
{
    return ratio->low > goal ? "MISSED" : ratio->high <= goal ? "met" : "open";
}

const char *bench_budget_verdict(double instructions, double budget)
{
    return budget <= 0                    ? "none"
           : instructions > 1.01 * budget ? "ABOVE"
           : instructions < 0.99 * budget ? "below"
                                          : "within";
}

/* ---- time ---- */

typedef struct Bench {
    const Program *program;
    const Maker *maker;
    LogFile csv;
    int above_count; /* figures above their budgets */
} Bench;

typedef struct Rounds {
    int64_t end_ns; /* no round begins after it */
    int parts;      /* calls of the group's open() */
    int count;
    double ours[ROUNDS_MAX], limits[ROUNDS_MAX], ratios[ROUNDS_MAX];
} Rounds;

static void add_round(Rounds *rounds, const double times[2], double ratio)
{
    rounds->ours[rounds->count] = times[0];
    rounds->limits[rounds->count] = times[1];
    rounds->ratios[rounds->count++] = ratio;
}

static bool is_over(const Rounds *rounds)
{
    return rounds->count == ROUNDS_MAX || clock_now_ns() > rounds->end_ns;
}

/* The seconds that the environment allows for a figure. */
static double seconds_allowed(void)
{
    const char *text = getenv(BENCH_SECONDS);
    return text == NULL ? SECONDS_MAX : strtod(text, NULL);
}

/* Adds rounds of a newly opened figure. */
static BenchState add_rounds(const Program *program, const BenchGroup *group,
                             const BenchFigure *figure, Rounds *rounds, CwError *error)
{
    double times[2];
    void *context = calloc(1, group->context_bytes);
    CW_ASSERT(context != NULL, "free memory for a benchmark");
    BenchState state = group->open(context, figure, program, error);
    bool counts = seconds_allowed() <= 0;
    int left = counts ? figure->counted : figure->rounds;
    /* The first round warms up caches and pages. */
    for (bool warm = false; state == BENCH_READY && left >= 0; warm = true, left--) {
        /* The order alternates, so that neither profits from being second. */
        if (!run_round(figure, context, !warm || rounds->count % 2 == 1, times)) {
            cw_error_set(error, "the program ended early: run clockwork play to see why");
            state = BENCH_FAILED;
        } else if (warm) {
            add_round(rounds, times, times[0] / times[1]);
            left = counts || !is_over(rounds) ? left : 0;
        }
    }
    group->close(context);
    free(context);
    rounds->parts++;
    return state;
}

/* True if the interval is at most 1.5 % of the median wide on each side, or time is over. Several
 * parts, because the places of memory differ between them. */
static bool is_enough(Rounds *rounds)
{
    BenchInterval ratio = bench_interval(rounds->ratios, rounds->count);
    bool narrow = ratio.high - ratio.low <= 0.03 * ratio.median;
    return is_over(rounds) || (rounds->parts >= PARTS_MIN && narrow);
}

static void print_row(const BenchFigure *figure, Rounds *rounds, bool against, LogFile *csv)
{
    const int count = rounds->count;
    BenchInterval ratio = bench_interval(rounds->ratios, count);
    double ours = stats_quantile(rounds->ours, count, 0.5),
           limit = stats_quantile(rounds->limits, count, 0.5),
           p99 = stats_quantile(rounds->ours, count, 0.99),
           p10 = stats_quantile(rounds->ours, count, 0.1),
           q25 = stats_quantile(rounds->ratios, count, 0.25),
           q75 = stats_quantile(rounds->ratios, count, 0.75), spread = (q75 - q25) / ratio.median;
    printf("%-12s %10.1f %10.1f %-9s %7.3f %7.3f %7.3f %6d  ", figure->name, ours, limit,
           figure->unit, ratio.median, ratio.low, ratio.high, count);
    if (against) {
        printf("%s\n", ratio.low > 1 ? "slower" : ratio.high < 1 ? "faster" : "open");
    } else {
        printf("goal %g: %s\n", figure->goal, bench_verdict(&ratio, figure->goal));
    }
    log_file_row(csv, "%s,%.3f,%s,%.3f,%.4f,%.3f,%.4f,%d,%.4f,%.4f,%.3f\n", figure->name, ours,
                 figure->unit, limit, ratio.median, p99, spread, count, ratio.low, ratio.high, p10);
}

/* Adds a round of a figure in this build and in another one. */
static BenchState add_pair(const char *old, const BenchFigure *figure, Rounds *rounds,
                           CwError *error)
{
    const char *const builds[2] = {NULL, old};
    double values[2], costs[2];
    for (int i = 0; i < 2; i++) {
        int turn = i ^ (rounds->count % 2);
        if (!bench_build(builds[turn], figure, &values[turn], &costs[turn], error)) {
            return BENCH_FAILED;
        }
    }
    add_round(rounds, values, costs[0] / costs[1]);
    rounds->parts++;
    return BENCH_READY;
}

/* Measures a figure and prints its row, if this machine has the display or OpenGL it needs. */
static bool time_figure(Bench *bench, const BenchGroup *group, const BenchFigure *figure,
                        CwError *error)
{
    static Rounds rounds;
    const char *old = bench->maker->bench.against;
    double seconds = seconds_allowed() * (old != NULL ? 2 : 1); /* processes take time to start */
    rounds = (Rounds){.end_ns = clock_now_ns() + (int64_t)(seconds * 1e9)};
    BenchState state;
    do {
        state = old != NULL ? add_pair(old, figure, &rounds, error)
                            : add_rounds(bench->program, group, figure, &rounds, error);
    } while (state == BENCH_READY && !is_enough(&rounds));
    if (state == BENCH_READY) {
        print_row(figure, &rounds, old != NULL, &bench->csv);
    } else if (state != BENCH_FAILED) {
        printf("%-12s not measured: this machine has no %s\n", figure->name,
               state == BENCH_NO_DISPLAY ? "display" : "OpenGL");
    }
    return state != BENCH_FAILED;
}

/* Counts a figure's instructions and prints its row. */
static bool count_figure(Bench *bench, const BenchFigure *figure, CwError *error)
{
    double counts[2], budget = 0;
    const char *path = bench->maker->bench.budgets;
    if ((path != NULL && !bench_budget(path, "gcc-" __VERSION__, figure->name, &budget, error)) ||
        !bench_count(figure, counts, error)) {
        return false;
    }
    const double ours = counts[0] / units_of(figure), limit = counts[1] / units_of(figure);
    const char *verdict = bench_budget_verdict(ours, budget);
    bench->above_count += strcmp(verdict, "ABOVE") == 0;
    printf("%-12s %12.0f %12.0f %7.4f %12.0f  %s\n", figure->name, ours, limit, ours / limit,
           budget, verdict);
    return true;
}

/* ---- the command ---- */

/* Lists, counts or times a figure. */
static bool run_figure(Bench *bench, const BenchGroup *group, const BenchFigure *figure,
                       CwError *error)
{
    if (bench->maker->list) {
        printf("%-12s %s; goal: at most %g times the limit\n", figure->name, figure->about,
               figure->goal);
        return true;
    }
    bool ok = bench->maker->bench.count ? count_figure(bench, figure, error)
                                        : time_figure(bench, group, figure, error);
    fflush(stdout);
    return ok || cw_error_context(error, "bench %s", figure->name);
}

/* Runs the figures whose names begin so. */
static bool run_named(Bench *bench, const char *name, CwError *error)
{
    bool found = false;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(GROUPS); i++) {
        for (int n = 0; n < GROUPS[i]->count; n++) {
            const BenchFigure *figure = &GROUPS[i]->figures[n];
            bool runs = strncmp(figure->name, name, strlen(name)) == 0 &&
                        (!bench->maker->bench.count || figure->counted > 0);
            if (runs && !run_figure(bench, GROUPS[i], figure, error)) {
                return false;
            }
            found = found || runs;
        }
    }
    return found ||
           cw_error_set(error, "bench: there is no figure \"%s\"; --list names them", name);
}

static bool run_figures(const Program *program, CwError *error)
{
    const Options *options = program->options;
    Bench bench = {.program = program, .maker = maker_of(program)};
    if (bench.maker->list) {
        return run_named(&bench, "", error);
    }
    if (!log_file_open(&bench.csv, bench.maker->bench.csv, BENCH_COLUMNS, error)) {
        return false;
    }
    if (bench.maker->bench.count) {
        printf("%-12s %12s %12s %7s %12s\n", "figure", "instructions", "limit", "ratio", "budget");
    } else {
        printf("%-12s %10s %10s %-9s %7s %7s %7s %6s\n", "figure", "median",
               bench.maker->bench.against != NULL ? "old" : "limit", "unit", "ratio", "low", "high",
               "rounds");
    }
    bool ok = options->argument_count > 0 || run_named(&bench, "", error);
    for (int i = 0; i < options->argument_count && ok; i++) {
        ok = run_named(&bench, options->arguments[i], error);
    }
    if (bench.above_count > 0) {
        ok = cw_error_set(error,
                          "%s: %d figures are above their budgets: spend fewer "
                          "instructions, or raise the budgets and say why",
                          bench.maker->bench.budgets, bench.above_count);
    }
    bool written = log_file_close(&bench.csv);
    return ok && (written || cw_error_set(error, "%s: can't be written", bench.csv.path));
}

int command_bench(Program *program)
{
    CwError error = {0};
    void *previous = locale_plain_begin();
    bool ok = run_figures(program, &error);
    locale_plain_end(previous);
    return ok ? EXIT_OK : program_failed(&error);
}
