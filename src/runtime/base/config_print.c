/* Writes keys and values, with comments for the shipped config.ini. */
#include "base/config.h"

#include "base/report.h"

#include <string.h>

enum {
    COMMENT_COLUMNS = 98,
    LINE_BYTES_MAX = 190, /* below CONFIG_LINE_BYTES_MAX by the blanks and = */
    ORIGIN_MAX = 4096 + 32
};

/* Prints a paragraph of lines that begin with "; " and break between words. */
static void print_comment(FILE *file, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + word > COMMENT_COLUMNS) {
            fputc('\n', file);
            column = 0;
        }
        fputs(column == 0 ? "; " : " ", file);
        fwrite(text, 1, word, file);
        column += word + (column == 0 ? 2 : 1);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', file);
}

static const char *applies(const ConfigKey *key)
{
    return key->flags & KEY_AT_PROGRAM_START ? "read when the program starts"
           : key->flags & KEY_AT_LEVEL_START ? "read when a level starts"
                                             : "live";
}

/* The heading documents a text that is checked. */
static void print_documentation(const ConfigKey *key, const char *standard, FILE *file)
{
    fputc('\n', file);
    print_comment(file, key->documentation);
    if (key->check != NULL) {
        return;
    }
    char range[CONFIG_VALUE_MAX], facts[512];
    config_range_text(key, range);
    snprintf(facts, sizeof facts, "[%s%s, default %s, %s%s]",
             key->kind == CW_CONFIG_WHOLE ? "whole number, " : "", range, standard, applies(key),
             key->flags & KEY_SIMULATION ? ", recorded" : "");
    print_comment(file, facts);
}

static void print_section(const ConfigTable *table, int index, FILE *file)
{
    const char *section = table->keys[index].section;
    if (index == 0 || strcmp(section, table->keys[index - 1].section) != 0) {
        fprintf(file, "%s[%s]\n", index > 0 ? "\n" : "", section);
    }
}

static void print_value(const ConfigKey *key, const char *value, const char *comment, FILE *file)
{
    fprintf(file, "%s =%s%s%s%s\n", key->name, value[0] == '\0' ? "" : " ", value,
            comment[0] == '\0' ? "" : " ", comment);
}

/* Writes "; from FILE:LINE" or the like; nothing for a built-in value. */
static void origin_text(const ConfigKey *key, const ConfigOrigin *origin, char text[ORIGIN_MAX])
{
    text[0] = '\0';
    if (origin->line > 0) {
        snprintf(text, ORIGIN_MAX, "; from %s:%d", origin->source, origin->line);
    } else if (origin->source != NULL) {
        snprintf(text, ORIGIN_MAX, "; from %s", origin->source);
    } else if (key->flags & KEY_GAME_DEFAULT) {
        snprintf(text, ORIGIN_MAX, "; default of the game");
    }
}

/* The origin is printed after the value or, where the line would be too long to read, above it. */
void config_print(const ConfigTable *table, const void *values, FILE *file)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        ConfigOrigin origin = config_origin(table, values, i);
        char value[CONFIG_VALUE_MAX], comment[ORIGIN_MAX];
        config_value_text(key, values, value);
        origin_text(key, &origin, comment);
        make_printable(value);
        make_printable(comment);
        bool behind = strlen(key->name) + strlen(value) + strlen(comment) < LINE_BYTES_MAX;
        print_section(table, i, file);
        if (!behind) {
            fprintf(file, "%s\n", comment);
        }
        print_value(key, value, behind ? comment : "", file);
    }
}

void config_print_defaults(const ConfigTable *table, FILE *file)
{
    fprintf(file, "%s\n", table->header);
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        char value[CONFIG_VALUE_MAX];
        config_standard_text(key, value);
        print_section(table, i, file);
        if (key->heading != NULL) {
            fprintf(file, "\n%s", key->heading);
        }
        print_documentation(key, value, file);
        print_value(key, value, "", file);
    }
}
