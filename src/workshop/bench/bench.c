#include "bench/bench.h"

#include "base/number.h"
#include "base/user_file.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/locale.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_BYTES_MAX = 64 << 20, BUDGETS_BYTES_MAX = 1 << 16 };
enum { PADDING_BYTES = 1024, COMMAND_BYTES = 2048 };
enum { SECONDS_MAX = 60, PARTS_MIN = 3, ROUNDS_MAX = 1 << 14 };

static const BenchGroup *const GROUPS[] = {&bench_world, &bench_window, &bench_picture};

static double units_of(const BenchFigure *figure)
{
    return figure->calls * (figure->units > 0 ? figure->units : 1);
}

/* Does one side's work of a round. callgrind finds this function by its name. */
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

/* The highest rank for which the median lies outside of the two numbers with this rank from the
 * start and from the end with a probability of at most 5 %. 0: there is none. */
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

/* ---- processes ---- */

static const char *own_program(void)
{
    static char path[PATH_BYTES_MAX];
    return file_real_path(process_file(), path) ? path : process_file();
}

bool bench_start(Process *process, const char *command, const char *program, const char *file,
                 CwError *error)
{
    const char *const words[] = {"sh", "-c", command, program == NULL ? own_program() : program,
                                 file, NULL};
    const ProcessDesc desc = {.arguments = words, .has_one_stream = true};
    return process_start(process, &desc, error);
}

/* Runs a command that writes a file, $1. Returns its text, which the caller frees; NULL: none. */
static char *read_result(Process *process, const char *command, const char *program, CwError *error)
{
    char folder[PATH_BYTES_MAX], file[PATH_BYTES_MAX], *text = NULL;
    size_t size;
    if (!folder_make_temporary(folder, "clockwork-bench-") || !path_join(file, folder, "result")) {
        cw_error_set(error, "%s: %s", folder, strerror(errno));
        return NULL;
    }
    if (bench_start(process, command, program, file, error)) {
        process_wait(process);
        text = (char *)file_read(file, 0, RESULT_BYTES_MAX, &size);
    }
    file_remove(file);
    folder_remove(folder);
    return text;
}

/* ---- instructions, which callgrind counts in bench_work() only ---- */

/* Adds up a report of callgrind, which has a part for each call of bench_work. */
static bool add_parts(const BenchFigure *figure, const char *report, double counts[2])
{
    static const char TOTALS[] = "\ntotals: ";
    const int parts = 2 + 2 * figure->counted;
    int part = 0;
    for (; part < parts && (report = strstr(report, TOTALS)) != NULL; part++) {
        report += sizeof TOTALS - 1;
        if (part >= 2) { /* the first round warms up */
            int turn = (part ^ (part / 2 - 1)) & 1;
            counts[turn] += strtod(report, NULL) / figure->counted;
        }
    }
    return part == parts && counts[0] > 0;
}

/* Counts a round of `ours` and of `limit`, in a process of their own. */
static bool count_instructions(const BenchFigure *figure, double counts[2], CwError *error)
{
    static Process process;
    char command[COMMAND_BYTES];
    /* Counts depend on where the stack begins in a page, so the words above it have a fixed length.
     */
    snprintf(command, sizeof command,
             "exec env -i PATH=/usr/local/bin:/usr/bin:/bin PADDING=%0*d " BENCH_SECONDS "=0 "
             "valgrind --tool=callgrind --toggle-collect=bench_work --dump-after=bench_work "
             "--combine-dumps=yes --callgrind-out-file=\"$1\" \"$0\" bench %s",
             PADDING_BYTES - 2 * (int)strlen(own_program()), 0, figure->name);
    counts[0] = counts[1] = 0;
    char *report = read_result(&process, command, NULL, error);
    bool ok = report != NULL && add_parts(figure, report, counts);
    if (report == NULL && process.status == PROCESS_NOT_FOUND) {
        cw_error_set(error, "valgrind is missing: install the package valgrind");
    } else if (!ok) {
        cw_error_set(error, "valgrind counted nothing (a stripped program?) and said: %.300s",
                     process.texts[PROCESS_OUTPUT]);
    }
    free(report);
    return ok;
}

bool bench_budget(const char *path, const char *compiler, const char *figure, double *budget,
                  CwError *error)
{
    size_t size;
    char *text = user_file_read_text(path, BUDGETS_BYTES_MAX, &size, error), *rest = text;
    bool ok = text != NULL;
    for (int number = 1; ok && rest != NULL; number++) {
        char words[4][32], *line = strsep(&rest, "\n");
        double instructions = 0;
        line[strcspn(line, "#")] = '\0';
        int count = sscanf(line, "%31s %31s %31s %31s", words[0], words[1], words[2], words[3]);
        ok = count <= 0 ||
             (count == 3 && number_parse(words[2], &instructions) && instructions > 0) ||
             cw_error_set(error, "%s:%d: write FIGURE COMPILER INSTRUCTIONS", path, number);
        if (ok && count == 3 && strcmp(words[0], figure) == 0 && strcmp(words[1], compiler) == 0) {
            *budget = instructions;
        }
    }
    free(text);
    return ok;
}

/* ---- another build ---- */

/* Measures a figure in a build of this program (NULL: this one) with the same BENCH_COLUMNS. The
 * value is the 10th percentile of the rounds, because the fastest ones are the least disturbed. The
 * cost is the figure's ratio to its limit, or the value if the limit is ours. */
static bool measure_build(const char *program, const BenchFigure *figure, double *value,
                          double *cost, CwError *error)
{
    static Process process;
    static const size_t header = sizeof BENCH_COLUMNS - 1;
    char command[COMMAND_BYTES];
    snprintf(command, sizeof command, BENCH_SECONDS "=1.5 exec \"$0\" bench %s --csv \"$1\"",
             figure->name);
    char *text = read_result(&process, command, program, error);
    bool ok = text != NULL && strncmp(text, BENCH_COLUMNS, header) == 0 &&
              sscanf(text + header, "%*[^,],%*f,%*[^,],%*f,%lf,%*f,%*f,%*d,%*f,%*f,%lf", cost,
                     value) == 2;
    if (figure->is_limit_ours) {
        *cost = *value;
    }
    free(text);
    return ok ||
           cw_error_set(error, "%s can't measure it, or is older than bench --against: %.300s",
                        program == NULL ? "this program" : program, process.texts[PROCESS_OUTPUT]);
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

static double seconds_allowed(void)
{
    const char *text = getenv(BENCH_SECONDS);
    return text == NULL ? SECONDS_MAX : strtod(text, NULL);
}

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

/* True if the interval is at most 1.5 % of the median wide on each side, or time is over. Requires
 * several parts, because each has its memory elsewhere. */
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
        if (!measure_build(builds[turn], figure, &values[turn], &costs[turn], error)) {
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
        static const char *const lacks[] = {[BENCH_NO_DISPLAY] = "display",
                                            [BENCH_NO_OPENGL] = "OpenGL",
                                            [BENCH_NO_CHIPMUNK] =
                                                "libchipmunk.so.7 (Debian: libchipmunk7)"};
        printf("%-12s not measured: this machine has no %s\n", figure->name, lacks[state]);
    }
    return state != BENCH_FAILED;
}

static bool count_figure(Bench *bench, const BenchFigure *figure, CwError *error)
{
    double counts[2], budget = 0;
    const char *path = bench->maker->bench.budgets;
    if ((path != NULL && !bench_budget(path, "gcc-" __VERSION__, figure->name, &budget, error)) ||
        !count_instructions(figure, counts, error)) {
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

/* Runs the figures whose names begin with `name`. */
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
