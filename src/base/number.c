#include "base/number.h"

#include <locale.h>
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

static void print(double number, char text[NUMBER_TEXT_MAX])
{
    if (fabs(number) < 1e15 && number == trunc(number)) {
        snprintf(text, NUMBER_TEXT_MAX, "%.0f", number);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        double same = 0;
        snprintf(text, NUMBER_TEXT_MAX, "%.*g", digits, number);
        if (parse(text, &same) && same == number) {
            return;
        }
    }
}

bool number_parse(const char *text, double *number)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t previous = uselocale(plain); /* of this thread only */
    bool ok = parse(text, number);
    uselocale(previous);
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    return ok;
}

void number_print(double number, char text[NUMBER_TEXT_MAX])
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t previous = uselocale(plain);
    print(number, text);
    uselocale(previous);
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
}
