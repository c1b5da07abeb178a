#include "expect.h"

#include <stdarg.h>

const char *textf(const char *format, ...)
{
    static char texts[8][8192];
    static int next;
    char *text = texts[next++ % 8];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof texts[0], format, args);
    va_end(args);
    ck_assert_int_lt(length, (int)sizeof texts[0]);
    return text;
}
