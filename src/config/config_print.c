/* Writing keys and values, with comments for the shipped config.ini. */
#include "config/config.h"

#include <string.h>

enum { COMMENT_COLUMNS = 98 };

static const char header[] =
    "; Settings of Clockwork, each with its default. Write name = value; comments begin with ; "
    "and\n"
    "; lines at the margin. Later ones win: built-in, this file, the player's settings, --config\n"
    "; FILE, --set section.key=value. A value that is not allowed is reported and the earlier one\n"
    "; stays. \"live\" keys may change while a level runs. \"Recorded\" ones change what the\n"
    "; simulation does: replays carry them and play with their own, and a time counts as best "
    "time\n"
    "; with the defaults only. `clockwork config` prints the values in force.\n"
    ";\n"
    "; Made from src/config/config_keys.h by: build/clockwork config --defaults > config.ini\n";

static const char bindings_header[] =
    "; What drives each action, any number of words up to 8, none to leave it unbound:\n"
    ";   key:Right  key:Left_Shift  mouse:left  pad:a  pad:righttrigger  pad:leftx+\n"
    ";   touch:50-100/50-100\n"
    "; Keys, buttons and axes have SDL's names with _ for blanks; an axis of a stick ends in the\n"
    "; half that counts (+ is right and down); a touch zone is left-right/top-bottom in percent "
    "of\n"
    "; the picture.\n";

/* Paragraph of lines that begin with "; " and break between words. */
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
    if (key->flags & KEY_AT_PROGRAM_START) {
        return "read when the program starts";
    }
    return key->flags & KEY_AT_LEVEL_START ? "read when a level starts" : "live";
}

static void print_documentation(const Config *config, FILE *file, int index)
{
    ConfigKey key = config_key(config, index);
    char range[CONFIG_VALUE_MAX], value[CONFIG_VALUE_MAX], facts[512];
    fputc('\n', file);
    print_comment(file, key.documentation);
    if (key.kind == CONFIG_BINDINGS) {
        return;
    }
    config_range_text(&key, range);
    config_value_text(config, index, value);
    snprintf(facts, sizeof facts, "[%s%s, default %s, %s%s]",
             key.kind == CONFIG_WHOLE ? "whole number, " : "", range, value, applies(&key),
             key.flags & KEY_SIMULATION ? ", recorded" : "");
    print_comment(file, facts);
}

static void print_keys(const Config *config, FILE *file, bool commented)
{
    const char *section = "";
    bool bindings_begun = false;
    for (int i = 0; i < config_key_count(config); i++) {
        ConfigKey key = config_key(config, i);
        if (strcmp(key.section, section) != 0) {
            fprintf(file, "%s[%s]\n", i > 0 || commented ? "\n" : "", key.section);
            section = key.section;
        }
        if (commented && key.kind == CONFIG_BINDINGS && !bindings_begun) {
            fprintf(file, "\n%s", bindings_header);
            bindings_begun = true;
        }
        if (commented) {
            print_documentation(config, file, i);
        }
        char value[CONFIG_VALUE_MAX];
        config_value_text(config, i, value);
        fprintf(file, "%s =%s%s\n", key.name, value[0] == '\0' ? "" : " ", value);
    }
}

void config_print(const Config *config, FILE *file, ConfigPrint mode)
{
    switch (mode) {
    case CONFIG_PRINT_VALUES:
        print_keys(config, file, false);
        return;
    case CONFIG_PRINT_DEFAULTS: {
        Config defaults;
        config_init(&defaults, &config->actions);
        fputs(header, file);
        print_keys(&defaults, file, true);
        return;
    }
    }
}
