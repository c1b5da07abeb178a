#include "draw/svg_sheet.h"

#include <string.h>

static const char BLANKS[] = " \t\r\n\f\v";

void svg_sheet_clear(char *text, const char *end)
{
    for (; text < end; text++) {
        *text = *text == '\n' ? '\n' : ' ';
    }
}

/* Behind its last bracket. */
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
