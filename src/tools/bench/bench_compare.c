/* Compares figures with those of an earlier `clockwork bench --csv FILE`, by ratios or else values.
 * Worse is what exceeds the noise: 8 % of a ratio and half of a value, and three times the error of
 * both medians. */
#include "bench/bench.h"

#include "base/number.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIGURE, VALUE, UNIT, LIMIT, RATIO, P99, SPREAD, ROUNDS, COLUMNS };

static const double RATIO_NOISE = 0.08, VALUE_NOISE = 0.5, ERRORS = 3;

static bool add_row(BenchBefore *before, char *line)
{
    char *cells[COLUMNS];
    double rounds = 0;
    for (int i = 0; i < COLUMNS; i++) {
        if (line == NULL) {
            return false;
        }
        cells[i] = line;
        line = strchr(line, ',');
        if (line != NULL) {
            *line++ = '\0';
        }
    }
    BenchResult *result = &before->rows[before->count].result;
    *result = (BenchResult){0};
    if (line != NULL || strlen(cells[FIGURE]) >= sizeof before->rows->figure ||
        !number_parse(cells[VALUE], &result->value) ||
        (cells[RATIO][0] != '\0' && !number_parse(cells[RATIO], &result->ratio)) ||
        !number_parse(cells[SPREAD], &result->spread) || !number_parse(cells[ROUNDS], &rounds) ||
        rounds < 1 || rounds > (double)BENCH_ROUNDS_MAX) {
        return false;
    }
    result->rounds = (int)rounds;
    strcpy(before->rows[before->count++].figure, cells[FIGURE]);
    return true;
}

static bool read_rows(BenchBefore *before, FILE *file, const char *path, CwError *error)
{
    char line[256];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char *row = line + (number == 1 ? file_mark_bytes(line, strlen(line)) : 0);
        bool is_head = number == 1 && strncmp(row, "figure,", 7) == 0;
        if (!is_head && row[0] != '\0' &&
            (before->count == BENCH_ROWS_MAX || !add_row(before, row))) {
            return cw_error_set(error,
                                "%s:%d: no row of figures: give a file that bench --csv wrote",
                                path, number);
        }
    }
    return before->count > 0 ||
           cw_error_set(error, "%s: no figures: give a file that bench --csv wrote", path);
}

bool bench_before_load(BenchBefore *before, const char *path, CwError *error)
{
    FILE *file = file_open(path);
    before->count = 0;
    if (file == NULL) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    bool good = read_rows(before, file, path, error);
    fclose(file);
    return good;
}

/* The standard error of a median of normal numbers, by the distance of their quartiles. */
static double median_error(const BenchResult *result)
{
    return 0.93 * result->spread / sqrt(result->rounds);
}

BenchVerdict bench_compare(const BenchBefore *before, const char *figure, const BenchResult *now,
                           double *change)
{
    const BenchResult *then = NULL;
    for (int i = 0; i < before->count; i++) {
        then = strcmp(before->rows[i].figure, figure) == 0 ? &before->rows[i].result : then;
    }
    if (then == NULL || then->value <= 0) {
        return BENCH_NEW;
    }
    bool ratios = then->ratio > 0 && now->ratio > 0;
    *change = (ratios ? now->ratio / then->ratio : now->value / then->value) - 1;
    double error = hypot(median_error(then), median_error(now));
    double noise = (ratios ? RATIO_NOISE : VALUE_NOISE) + ERRORS * error;
    return *change > noise ? BENCH_WORSE : *change < -noise ? BENCH_BETTER : BENCH_SAME;
}
