#include "draw/svg_text.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t\r\n\f\v";

void svg_sheet_clear(char *text, const char *end)
{
    for (; text < end; text++) {
        *text = *text == '\n' ? '\n' : ' ';
    }
}

/* The end of a rule: after its last bracket. */
static char *find_rule_end(char *rule, char *end)
{
    for (int depth = 0; rule < end; rule++) {
        depth += *rule == '{';
        if (*rule == '}' && --depth <= 0) {
            return rule + 1;
        }
    }
    return end;
}

/* The reader takes a comma for the end of a class only where it follows at once. */
static bool is_plain(const char *rule, const char *end)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    bool more = true;
    for (; more && *rule == '.'; rule += strspn(rule, BLANKS)) {
        rule += 1 + strspn(rule + 1, letters);
        more = *rule == ',';
        rule += more;
    }
    return !more && *rule == '{' && rule + 1 + strcspn(rule + 1, "{}<") == end - 1;
}

bool svg_sheet_tidy(char *sheet, char *end)
{
    char after = *end;
    bool all_plain = true;
    *end = '\0';
    for (char *comment = sheet; (comment = strstr(comment, "/*")) != NULL;) {
        const char *close = strstr(comment, "*/");
        svg_sheet_clear(comment, close != NULL ? close + 2 : end);
    }
    for (char *next; sheet += strspn(sheet, BLANKS), sheet < end; sheet = next) {
        next = find_rule_end(sheet, end);
        if (next[-1] != '}' || !is_plain(sheet, next)) {
            svg_sheet_clear(sheet, next);
            all_plain = false;
        }
    }
    *end = after;
    return all_plain;
}

SvgNumbers svg_read_numbers(const char *text, int most_count)
{
    SvgNumbers numbers = {0};
    double before[2] = {0};
    char letter = 'M';
    while (*text != '\0' && *text != ')' && numbers.count < most_count) {
        const char *digit = text + (*text == '-' || *text == '+');
        char *end = (char *)(uintptr_t)text + 1;
        if (isdigit((unsigned char)digit[digit[0] == '.'])) {
            double number = strtod(text, &end), *last = &before[numbers.count++ % 2];
            bool is_pair = letter != 'H' && letter != 'V';
            numbers.sum += fabs(number);
            numbers.most = fmax(numbers.most, fabs(number));
            double step = islower((unsigned char)letter) ? fabs(number)
                          : is_pair                      ? fabs(number - *last)
                                                         : fabs(number) + numbers.most;
            numbers.way += numbers.count > 2 ? step : 0;
            *last = number;
        }
        letter = isalpha((unsigned char)*text) ? *text : letter;
        text = end;
    }
    return numbers;
}

const char *svg_skip_number(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-' || *text == '+';
    text += strspn(text, digits);
    text += *text == '.' ? 1 + strspn(text + 1, digits) : 0;
    if ((*text == 'e' || *text == 'E') && text[1] != 'm' && text[1] != 'x') {
        text += 1 + (text[1] == '-' || text[1] == '+');
        text += strspn(text, digits);
    }
    return text;
}
