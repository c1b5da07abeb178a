#include "bench/bench_compare.h"

#include "base/file.h"
#include "base/number.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE, VALUE, UNIT, LIMIT, RATIO, P99, SPREAD, ROUNDS, COLUMNS };

static const double RATIO_NOISE = 0.08, TIME_NOISE = 0.5, ERRORS = 3;

/* Cuts a line at its commas; false unless there are exactly so many columns. */
static bool split(char *line, char *cells[COLUMNS])
{
    int count = 0;
    for (char *cell = line; cell != NULL; count++) {
        char *comma = strchr(cell, ',');
        if (count < COLUMNS) {
            cells[count] = cell;
        }
        if (comma != NULL) {
            *comma++ = '\0';
        }
        cell = comma;
    }
    return count == COLUMNS;
}

static bool read_row(char *line, BenchRow *row)
{
    char *cells[COLUMNS];
    double rounds = 0;
    if (!split(line, cells) || strlen(cells[FIGURE]) >= sizeof row->figure ||
        (cells[LIMIT][0] != '\0' && !number_parse(cells[LIMIT], &row->limit_ns)) ||
        (cells[RATIO][0] != '\0' && !number_parse(cells[RATIO], &row->ratio))) {
        return false;
    }
    memcpy(row->figure, cells[FIGURE], strlen(cells[FIGURE]) + 1);
    bool numbers = number_parse(cells[VALUE], &row->value_ns) &&
                   number_parse(cells[SPREAD], &row->spread) &&
                   number_parse(cells[ROUNDS], &rounds) && rounds >= 1 && rounds < INT_MAX;
    row->rounds = numbers ? (int)rounds : 0;
    return numbers;
}

static bool add_row(BenchBefore *before, const BenchRow *row)
{
    BenchRow *rows = realloc(before->rows, (size_t)(before->count + 1) * sizeof *rows);
    if (rows == NULL) {
        return false;
    }
    before->rows = rows;
    rows[before->count++] = *row;
    return true;
}

static bool read_rows(BenchBefore *before, FILE *file, const char *path, CwError *error)
{
    char line[256];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        BenchRow row = {0};
        line[strcspn(line, "\r\n")] = '\0';
        bool heads = number == 1 && strncmp(line, "figure,", 7) == 0;
        if (heads || line[0] == '\0') {
            continue;
        }
        if (!read_row(line, &row)) {
            return cw_error_set(error,
                                "%s:%d: no row of figures: give a file that bench --csv wrote",
                                path, number);
        }
        if (!add_row(before, &row)) {
            return cw_error_set(error, "%s: out of memory", path);
        }
    }
    return before->count > 0 ||
           cw_error_set(error, "%s: no figures: give a file that bench --csv wrote", path);
}

bool bench_before_load(BenchBefore *before, const char *path, CwError *error)
{
    FILE *file = file_open(path);
    *before = (BenchBefore){0};
    if (file == NULL) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    bool good = read_rows(before, file, path, error);
    fclose(file);
    return good;
}

void bench_before_free(BenchBefore *before)
{
    free(before->rows);
    *before = (BenchBefore){0};
}

/* The standard error of a median of normal numbers, by the distance of their quartiles. */
static double median_error(double spread, int rounds)
{
    return 0.93 * spread / sqrt(rounds);
}

/* A limit that is the same to the digit is a number that somebody chose. */
static bool is_beside_limit(const BenchRow *row, const ContestResult *now)
{
    return row->ratio > 0 && now->ratio > 0 && fabs(row->limit_ns - now->limit_ns) > 0.001;
}

BenchVerdict bench_compare(const BenchBefore *before, const char *figure, const ContestResult *now,
                           double *change)
{
    const BenchRow *row = NULL;
    for (int i = 0; i < before->count; i++) {
        row = strcmp(before->rows[i].figure, figure) == 0 ? &before->rows[i] : row;
    }
    if (row == NULL || row->value_ns <= 0 || now->rounds == 0) {
        return BENCH_NEW;
    }
    bool ratios = is_beside_limit(row, now);
    *change = (ratios ? now->ratio / row->ratio : now->value_ns / row->value_ns) - 1;
    double error =
        hypot(median_error(row->spread, row->rounds), median_error(now->spread, now->rounds));
    double noise = (ratios ? RATIO_NOISE : TIME_NOISE) + ERRORS * error;
    return *change > noise ? BENCH_WORSE : *change < -noise ? BENCH_BETTER : BENCH_SAME;
}
