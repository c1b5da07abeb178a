#include "bench/bench.h"

#include "base/log_file.h"
#include "base/number.h"
#include "bench/bench_compare.h"
#include "bench/bench_growth.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FIGURES_MAX = 64, TIMES_AGAIN = 2 };

static const BenchGroup *const groups[] = {&bench_loop,   &bench_world,   &bench_level,
                                           &bench_window, &bench_picture, &bench_sound,
                                           &bench_sprites};

/* Figure number `index` of all; NULL behind the last. */
static const BenchFigure *figure_at(int index)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(groups); i++) {
        if (index < groups[i]->count) {
            return &groups[i]->figures[index];
        }
        index -= groups[i]->count;
    }
    return NULL;
}

static const BenchFigure *find_figure(const char *name)
{
    int i = 0;
    while (figure_at(i) != NULL && strcmp(figure_at(i)->name, name) != 0) {
        i++;
    }
    return figure_at(i);
}

static bool check_names(const BenchOptions *options, CwError *error)
{
    for (int i = 0; i < options->figure_count; i++) {
        if (find_figure(options->figures[i]) == NULL) {
            return cw_error_set(error, "bench: there is no figure \"%s\"; --list names them",
                                options->figures[i]);
        }
    }
    return true;
}

static void list_figures(void)
{
    const BenchFigure *figure;
    for (int i = 0; (figure = figure_at(i)) != NULL; i++) {
        printf("%-12s %s", figure->name, figure->about);
        if (figure->goal > 0) {
            printf("; goal: at most %g times the limit", figure->goal);
        }
        printf("\n");
    }
}

static void print_header(void)
{
    printf("%-12s %10s %-8s %10s %10s %7s %10s %7s\n", "figure", "median", "unit", "min", "p99",
           "spread", "limit", "ratio");
}

static void print_row(const BenchFigure *figure, const ContestResult *result)
{
    printf("%-12s %10.1f %-8s %10.1f %10.1f %6.1f%%", figure->name, result->value_ns, figure->unit,
           result->least_ns, result->p99_ns, result->spread * 100);
    if (result->limit_ns > 0) {
        printf(" %10.1f %7.3f", result->limit_ns, result->ratio);
    }
    if (figure->goal > 0) {
        printf("  goal %g: %s", figure->goal, result->ratio <= figure->goal ? "met" : "MISSED");
    }
    printf("\n");
    fflush(stdout);
}

/* A figure without a limit leaves limit and ratio empty. */
static void write_row(LogFile *csv, const BenchFigure *figure, const ContestResult *result)
{
    char limit[64] = ",";
    if (result->limit_ns > 0) {
        snprintf(limit, sizeof limit, "%.3f,%.4f", result->limit_ns, result->ratio);
    }
    log_file_row(csv, "%s,%.3f,%s,%s,%.3f,%.4f,%d\n", figure->name, result->value_ns, figure->unit,
                 limit, result->p99_ns, result->spread, result->rounds);
}

/* Of a figure that this machine can't give. */
static void print_none(const BenchFigure *figure, const ContestResult *result)
{
    printf("%-12s not measured: this machine has no %s\n", figure->name,
           result->lacks == NULL ? "OpenGL" : result->lacks);
}

/* A run of the benchmarks. */
typedef struct Bench {
    const BenchOptions *options;
    LogFile csv;
    BenchBefore before;
    const BenchFigure *worse[FIGURES_MAX];
    int worse_count;
} Bench;

static void print_change(Bench *bench, const BenchFigure *figure, const ContestResult *result)
{
    static const char *const words[] = {
        [BENCH_SAME] = "as before", [BENCH_BETTER] = "better", [BENCH_WORSE] = "WORSE"};
    double change = 0;
    BenchVerdict verdict = bench_compare(&bench->before, figure->name, result, &change);
    if (verdict == BENCH_NEW) {
        printf("  not measured before\n");
        return;
    }
    printf("  %+.1f%%: %s\n", change * 100, words[verdict]);
    if (verdict == BENCH_WORSE && bench->worse_count < FIGURES_MAX) {
        bench->worse[bench->worse_count++] = figure;
    }
}

static bool run_figure(Bench *bench, const BenchFigure *figure, CwError *error)
{
    ContestResult result = {0};
    if (!figure->measure(figure, &bench->options->subject, &result, error)) {
        return cw_error_context(error, "bench %s", figure->name);
    }
    if (result.rounds == 0) {
        print_none(figure, &result);
        return true;
    }
    locale_t previous = number_locale_begin();
    print_row(figure, &result);
    if (bench->before.count > 0) {
        print_change(bench, figure, &result);
    }
    write_row(&bench->csv, figure, &result);
    if (figure->print_details != NULL) {
        figure->print_details(stdout);
    }
    number_locale_end(previous);
    return true;
}

/* What else the machine did may have gone. */
static bool run_worse_again(Bench *bench, CwError *error)
{
    const BenchFigure *figures[FIGURES_MAX];
    int count = bench->worse_count;
    memcpy(figures, bench->worse, sizeof figures);
    bench->worse_count = 0;
    printf("\nworse, measured again:\n");
    for (int i = 0; i < count; i++) {
        if (!run_figure(bench, figures[i], error)) {
            return false;
        }
    }
    return true;
}

static bool run_figures(Bench *bench, CwError *error)
{
    const BenchOptions *options = bench->options;
    print_header();
    bool all = options->figure_count == 0;
    const BenchFigure *figure;
    for (int i = 0; (figure = all                         ? figure_at(i)
                              : i < options->figure_count ? find_figure(options->figures[i])
                                                          : NULL) != NULL;
         i++) {
        if (!run_figure(bench, figure, error)) {
            return false;
        }
    }
    for (int i = 0; i < TIMES_AGAIN && bench->worse_count > 0; i++) {
        if (!run_worse_again(bench, error)) {
            return false;
        }
    }
    return true;
}

static bool refuse_worse(const Bench *bench, CwError *error)
{
    char names[256] = "";
    for (int i = 0; i < bench->worse_count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", bench->worse[i]->name);
    }
    return cw_error_set(error, "bench: worse than in %s:%s", bench->options->compare_path, names);
}

static bool compare_and_run(Bench *bench, CwError *error)
{
    const BenchOptions *options = bench->options;
    LogFile *csv = &bench->csv;
    if (options->compare_path != NULL &&
        !bench_before_load(&bench->before, options->compare_path, error)) {
        return false;
    }
    if (options->csv_path != NULL &&
        !log_file_open(csv, options->csv_path,
                       "figure,value,unit,limit,ratio,p99,spread,rounds\n")) {
        return cw_error_set(error, "%s: %s", options->csv_path, strerror(errno));
    }
    bool measured = run_figures(bench, error);
    log_file_close(csv);
    if (measured && csv->cut) {
        return cw_error_set(error, "%s: can't be written", csv->path);
    }
    return measured && (bench->worse_count == 0 || refuse_worse(bench, error));
}

/* ---- growth ---- */

static void print_growth(const Growth *growth)
{
    locale_t previous = number_locale_begin();
    printf("%-10s", growth->name);
    for (int i = 0; i < GROWTH_STEPS; i++) {
        printf(" %12.1f", growth->cost_ns[i] * 1e-3);
    }
    printf(" %8.2f  %s\n", growth->exponent, growth->about);
    fflush(stdout);
    number_locale_end(previous);
}

static bool plot_growth(const char *path, CwError *error)
{
    Growth growths[16];
    int count = growth_series_count;
    printf("%-10s", "us of");
    for (int i = 0; i < GROWTH_STEPS; i++) {
        printf(" %12d", growth_counts[i]);
    }
    printf(" %8s\n", "exponent");
    for (int i = 0; i < count; i++) {
        if (!growth_measure(i, &growths[i], error)) {
            return cw_error_context(error, "bench --plot, %s", growths[i].name);
        }
        print_growth(&growths[i]);
    }
    return growth_plot(growths, count, path, error);
}

bool bench_run(const BenchOptions *options, CwError *error)
{
    if (options->plot_path != NULL) {
        return plot_growth(options->plot_path, error);
    }
    if (!check_names(options, error)) {
        return false;
    }
    if (options->list) {
        list_figures();
        return true;
    }
    Bench bench = {.options = options};
    bool good = compare_and_run(&bench, error);
    bench_before_free(&bench.before);
    return good;
}
