#include "tools/bench.h"

#include "tools/bench_figures.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const BenchFigure *find_figure(const char *name)
{
    for (int i = 0; i < bench_figure_count; i++) {
        if (strcmp(bench_figures[i].name, name) == 0) {
            return &bench_figures[i];
        }
    }
    return NULL;
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
    for (int i = 0; i < bench_figure_count; i++) {
        const BenchFigure *figure = &bench_figures[i];
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
static void write_row(FILE *csv, const BenchFigure *figure, const ContestResult *result)
{
    fprintf(csv, "%s,%.3f,%s,", figure->name, result->value_ns, figure->unit);
    if (result->limit_ns > 0) {
        fprintf(csv, "%.3f,%.4f,", result->limit_ns, result->ratio);
    } else {
        fprintf(csv, ",,");
    }
    fprintf(csv, "%.3f,%.4f,%d\n", result->p99_ns, result->spread, result->rounds);
    fflush(csv);
}

static bool run_figure(const BenchFigure *figure, const BenchSubject *subject, FILE *csv,
                       CwError *error)
{
    ContestResult result = {0};
    bool measured = figure->measure != NULL ? figure->measure(&result, error)
                                            : figure->measure_run(subject, &result, error);
    if (!measured) {
        return cw_error_context(error, "bench %s", figure->name);
    }
    print_row(figure, &result);
    if (csv != NULL) {
        write_row(csv, figure, &result);
    }
    if (figure->print_details != NULL) {
        figure->print_details(stdout);
    }
    return true;
}

static bool run_figures(const BenchOptions *options, FILE *csv, CwError *error)
{
    print_header();
    int count = options->figure_count > 0 ? options->figure_count : bench_figure_count;
    for (int i = 0; i < count; i++) {
        const BenchFigure *figure =
            options->figure_count > 0 ? find_figure(options->figures[i]) : &bench_figures[i];
        if (!run_figure(figure, &options->subject, csv, error)) {
            return false;
        }
    }
    return true;
}

static bool run_with_csv(const BenchOptions *options, CwError *error)
{
    FILE *csv = fopen(options->csv_path, "w");
    if (csv == NULL) {
        return cw_error_set(error, "%s: %s", options->csv_path, strerror(errno));
    }
    fprintf(csv, "figure,value,unit,limit,ratio,p99,spread,rounds\n");
    bool measured = run_figures(options, csv, error);
    bool written = !ferror(csv);
    written = fclose(csv) == 0 && written;
    return measured && (written || cw_error_set(error, "%s: can't be written", options->csv_path));
}

bool bench_run(const BenchOptions *options, CwError *error)
{
    if (!check_names(options, error)) {
        return false;
    }
    if (options->list) {
        list_figures();
        return true;
    }
    return options->csv_path == NULL ? run_figures(options, NULL, error)
                                     : run_with_csv(options, error);
}
