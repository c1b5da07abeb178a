#include "base/report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

CW_PRINTF(2, 0) static void print(FILE *out, const char *format, va_list args)
{
    char text[16384]; /* two paths and more */
    vsnprintf(text, sizeof text, format, args);
    make_printable(text);
    fprintf(out, out == stderr ? "clockwork: %s\n" : "%s", text);
}

void report(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(stderr, format, args);
    va_end(args);
}

void report_once(bool *reported, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*reported) {
        print(stderr, format, args);
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

/* ---- safe text ---- */

/* The bytes of the character at the front that may not be printed; 0: it may. */
static size_t hidden_bytes(const unsigned char *at)
{
    if (at[0] < ' ' || at[0] == 0x7F) {
        return 1;
    }
    if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0) {
        return 2;
    }
    if (at[0] == 0xD8 && at[1] == 0x9C) { /* U+061C, which turns text around as those below do */
        return 2;
    }
    bool turns =
        at[0] == 0xE2 &&
        ((at[1] == 0x80 && ((at[2] >= 0xA8 && at[2] <= 0xAE) || at[2] == 0x8E || at[2] == 0x8F)) ||
         (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9));
    return turns ? 3 : 0;
}

void make_printable(char *text)
{
    for (char *at = text; *at != '\0';) {
        size_t bytes = hidden_bytes((const unsigned char *)at);
        memset(at, '?', bytes);
        at += bytes > 0 ? bytes : 1;
    }
}

void print_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(stdout, format, args);
    va_end(args);
}

void print_line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(stdout, format, args);
    va_end(args);
    putchar('\n');
}
