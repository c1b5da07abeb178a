#include "base/number.h"

#include "platform/locale.h"

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

static bool print_digits(double number, int digits, char text[NUMBER_TEXT_MAX])
{
    double same = 0;
    snprintf(text, NUMBER_TEXT_MAX, "%.*g", digits, number);
    return parse(text, &same) && same == number;
}

static void print(double number, char text[NUMBER_TEXT_MAX])
{
    if (fabs(number) < 1e15 && number == trunc(number)) {
        snprintf(text, NUMBER_TEXT_MAX, "%.0f", number);
        return;
    }
    /* Where 15 digits don't do, no fewer will. Most results of arithmetic need 16 or 17. */
    int digits = print_digits(number, 15, text) ? 1 : 16;
    while (digits <= 17 && !print_digits(number, digits, text)) {
        digits++;
    }
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
    print(number, text);
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
