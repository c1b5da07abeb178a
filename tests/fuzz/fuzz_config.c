/* Settings, as a file and as --set: every value that gets in is printed so that it reads back. */
#include "config/config.h"
#include "game/windup.h"
#include "host/bindings.h"
#include "input.h"
#include "ui/ui_actions.h"

#include <stdlib.h>
#include <string.h>

static void ignore(void *context, const char *text)
{
    (void)context;
    CW_ASSERT(text[0] != '\0', "say something");
}

static bool binding_is_understood(const char *text, CwError *error)
{
    Binding bindings[BINDING_MAX];
    int count;
    return bindings_parse(text, bindings, BINDING_MAX, &count, error);
}

static char *print(const Config *config, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    config_print(config, out, CONFIG_PRINT_VALUES);
    fclose(out);
    return text;
}

/* What is printed reads back, over the defaults, to the same. */
static void check_print(const Config *config, Config *again)
{
    ConfigSink sink = {.message = ignore};
    size_t length, length_again;
    char *text = print(config, &length);
    config_read_file(again, fuzz_file(text, length), true, &sink);
    char *text_again = print(again, &length_again);
    CW_ASSERT(strcmp(text, text_again) == 0, "read back what was printed");
    free(text);
    free(text_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ConfigActions actions = {windup_game.actions, windup_game.action_count, ui_actions,
                             UI_ACTION_COUNT, binding_is_understood};
    Config config, again;
    ConfigSink sink = {.message = ignore};
    config_init(&config, &actions);
    again = config;
    config_read_file(&config, fuzz_file(data, size), true, &sink);
    char assignment[256];
    size_t taken = size < sizeof assignment ? size : sizeof assignment - 1;
    memcpy(assignment, data, taken);
    assignment[taken] = '\0';
    CwError error = {0};
    bool set = config_set(&config, assignment, &error);
    CW_ASSERT(set == (error.text[0] == '\0'), "refuse with words");
    if (memcmp(&config, &again, sizeof config) != 0) {
        check_print(&config, &again);
    }
    return 0;
}
