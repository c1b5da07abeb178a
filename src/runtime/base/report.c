#include "base/report.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CW_PRINTF(2, 0) static void print(FILE *out, const char *format, va_list args)
{
    char text[16384]; /* room for two paths and a message */
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

/* Control characters, line separators and direction marks. */
static bool is_hidden(uint32_t letter)
{
    return letter < ' ' || (letter >= 0x7F && letter < 0xA0) || letter == 0x61C ||
           letter == 0x200E || letter == 0x200F || (letter >= 0x2028 && letter <= 0x202E) ||
           (letter >= 0x2066 && letter <= 0x2069);
}

/* Characters that could end a word or look like a value in a result line. */
static bool is_blank_or_sign(uint32_t letter)
{
    return (letter < 0x80 && strchr(" =%\"'`", (int)letter) != NULL) || letter == 0xA0 ||
           letter == 0x1680 || (letter >= 0x2000 && letter <= 0x200D) || letter == 0x202F ||
           letter == 0x205F || letter == 0x3000 || letter == 0xFEFF;
}

void make_printable(char *text)
{
    const char *end = text + strlen(text);
    for (const char *at = text, *next = at; at < end; at = next) {
        if (is_hidden(utf8_next(&next, end))) {
            memset(text + (at - text), '?', (size_t)(next - at));
        }
    }
}

void print_name(const char *prefix, const char *name)
{
    const char *end = name + strlen(name);
    fputs(prefix, stdout);
    for (const char *at = name, *next = at; at < end;) {
        uint32_t letter = utf8_next(&next, end);
        bool is_invalid = letter == UTF8_REPLACEMENT && next - at == 1;
        bool is_coded = is_invalid || is_hidden(letter) || is_blank_or_sign(letter);
        for (; at < next; at++) {
            printf(is_coded ? "%%%02X" : "%c", (unsigned char)*at);
        }
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

/* ---- errors ---- */

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

/* ---- assertions ---- */

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
