#include "base/report.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
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

/* Controls, and characters that separate lines or turn their direction. */
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

void print_name(const char *before, const char *name)
{
    const char *end = name + strlen(name);
    fputs(before, stdout);
    for (const char *at = name, *next = at; at < end;) {
        uint32_t letter = utf8_next(&next, end);
        bool wrong = letter == UTF8_REPLACEMENT && next - at == 1;
        bool coded = wrong || is_hidden(letter) || is_blank_or_sign(letter);
        for (; at < next; at++) {
            printf(coded ? "%%%02X" : "%c", (unsigned char)*at);
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
