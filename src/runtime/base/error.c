#include "clockwork/base.h"

#include "base/number.h"
#include "base/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cw_error_set(CwError *error, const char *format, ...)
{
    if (error == NULL || error->text[0] != '\0') {
        return false;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    make_printable(error->text);
    return false;
}

bool cw_error_context(CwError *error, const char *format, ...)
{
    if (error == NULL) {
        return false;
    }
    char cause[sizeof error->text];
    memcpy(cause, error->text, sizeof cause);
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ": %s", cause);
    make_printable(error->text);
    return false;
}

void assert_number_failed(double number, const char *remedy, const char *file, int line)
{
    char given[NUMBER_TEXT_MAX], text[256];
    if (isfinite(number)) {
        number_print(number, given);
    } else {
        snprintf(given, sizeof given, "%g", number);
    }
    snprintf(text, sizeof text, "it was given %s", given);
    cw_assert_failed(text, remedy, file, line);
}

static _Thread_local void (*assert_escape)(void);

void assert_set_escape(void (*escape)(void))
{
    assert_escape = escape;
}

void cw_assert_failed(const char *condition, const char *remedy, const char *file, int line)
{
    if (assert_escape != NULL) {
        assert_escape();
    }
    fprintf(stderr, "clockwork: %s:%d: assertion failed: %s\n%s\n", file, line, condition, remedy);
    abort();
}
