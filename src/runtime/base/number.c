#include "base/number.h"

#include "clockwork/base.h"
#include "platform/locale.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse(const char *text, double *number)
{
    if (text[0] == '\0' || text[strspn(text, "+-.0123456789eE")] != '\0') {
        return false;
    }
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

/* False if the text reads back as another number. */
static bool print_digits(double number, int digits, char text[NUMBER_TEXT_MAX])
{
    double same = 0;
    snprintf(text, NUMBER_TEXT_MAX, "%.*g", digits, number);
    return parse(text, &same) && same == number;
}

bool number_parse(const char *text, double *number)
{
    void *previous = locale_plain_begin();
    bool ok = parse(text, number);
    locale_plain_end(previous);
    return ok;
}

void number_print(double number, char text[NUMBER_TEXT_MAX])
{
    void *previous = locale_plain_begin();
    if (fabs(number) < 1e15 && number == trunc(number)) {
        snprintf(text, NUMBER_TEXT_MAX, "%.0f", number);
    } else {
        /* Most results need 16 or 17 digits. If 15 are not enough, fewer are not either. */
        int digits = print_digits(number, 15, text) ? 1 : 16;
        while (digits <= 17 && !print_digits(number, digits, text)) {
            digits++;
        }
    }
    locale_plain_end(previous);
}

double number_round(double number, int decimals)
{
    double scale = 1;
    for (int i = 0; i < decimals; i++) {
        scale *= 10;
    }
    return trunc(number * scale + (number < 0 ? -0.5 : 0.5)) / scale + 0.0;
}

/* ---- names ---- */

enum {
    NAME_MAX_COMPARED = 63,
    SLIP_LETTERS = 3 /* names may have one wrong letter in this many */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int name_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_COMPARED + 1];
    int *older = rows[0], *above = rows[1], *row = rows[2];
    int a_size = (int)strnlen(a, NAME_MAX_COMPARED), b_size = (int)strnlen(b, NAME_MAX_COMPARED);
    for (int j = 0; j <= b_size; j++) {
        row[j] = j;
        above[j] = 0;
    }
    for (int i = 1; i <= a_size; i++) {
        int *oldest = older;
        older = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (int j = 1; j <= b_size; j++) {
            int x = to_lower(a[i - 1]), y = to_lower(b[j - 1]);
            row[j] = smaller(above[j - 1] + (x != y), smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == to_lower(b[j - 2]) && to_lower(a[i - 2]) == y) {
                row[j] = smaller(row[j], older[j - 2] + 1);
            }
        }
    }
    return row[b_size];
}

bool name_is_near(const char *mistyped, const char *known)
{
    int distance = name_distance(mistyped, known), length = (int)strlen(mistyped);
    return distance < length &&
           distance * SLIP_LETTERS <= (length > SLIP_LETTERS ? length : SLIP_LETTERS);
}

const char *cw_nearest_name(const char *wanted, const char *const *names, int count)
{
    const char *nearest = NULL;
    int nearest_distance = INT_MAX;
    for (int i = 0; i < count; i++) {
        int distance = name_distance(wanted, names[i]);
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = names[i];
        }
    }
    return nearest != NULL && name_is_near(wanted, nearest) ? nearest : NULL;
}

/* ---- measurements ---- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_quantile(double *numbers, int count, double part)
{
    if (count == 0) {
        return 0;
    }
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
    return numbers[(int)(part * (count - 1) + 0.5)];
}
