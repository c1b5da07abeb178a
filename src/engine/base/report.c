#include "base/report.h"

#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>

void report(const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    make_printable(line);
    fprintf(stderr, "clockwork: %s\n", line);
}
