#include "base/report.h"

#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

const char *without_folder(const char *message)
{
    const char *end = strstr(message, ": "), *file = message;
    for (const char *c = message; end != NULL && c < end; c++) {
        file = *c == '/' ? c + 1 : file;
    }
    return file;
}
