#include "base/report.h"

#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>

CW_PRINTF(1, 0) static void print(const char *format, va_list args)
{
    char line[2048];
    vsnprintf(line, sizeof line, format, args);
    make_printable(line);
    fprintf(stderr, "clockwork: %s\n", line);
}

void report(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(format, args);
    va_end(args);
}

void report_once(bool *reported, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*reported) {
        print(format, args);
    }
    va_end(args);
    *reported = true;
}
