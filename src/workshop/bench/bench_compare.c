/* Compares figures with those of an earlier `clockwork bench --csv FILE`, by their ratios.
 * Worse is what exceeds the noise: 8 % and three times the error of both medians. */
#include "bench/bench.h"

#include "base/files.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE, VALUE, UNIT, LIMIT, RATIO, P99, SPREAD, ROUNDS, COLUMNS };

enum { FILE_BYTES_MAX = 1 << 20 };

static const double NOISE = 0.08, ERRORS = 3;

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

static bool read_rows(BenchBefore *before, char *text, const char *path, CwError *error)
{
    char *line = text, *next;
    for (int number = 1; line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        line[strcspn(line, "\r")] = '\0';
        bool is_head = number == 1 && strncmp(line, "figure,", 7) == 0;
        if (!is_head && line[0] != '\0' &&
            (before->count == BENCH_ROWS_MAX || !add_row(before, line))) {
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
    size_t size;
    char *text = text_file_read(path, FILE_BYTES_MAX, &size, error);
    before->count = 0;
    bool good = text != NULL && read_rows(before, text, path, error);
    free(text);
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
    if (then == NULL || then->ratio <= 0) {
        return BENCH_NEW;
    }
    *change = now->ratio / then->ratio - 1;
    double error = hypot(median_error(then), median_error(now));
    double noise = NOISE + ERRORS * error;
    return *change > noise ? BENCH_WORSE : *change < -noise ? BENCH_BETTER : BENCH_SAME;
}
