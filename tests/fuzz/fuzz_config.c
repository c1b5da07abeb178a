/* Settings, as a file and as --set: every value that gets in is printed so that it reads back. */
#include "frame/config.h"
#include "fuzz/support/input.h"
#include "panel/keys.h"
#include "windup/windup.h"

#include <string.h>

static void ignore(void *context, const char *text)
{
    CW_ASSERT(text[0] != '\0', "say something");
}

/* A printed configuration reads back, over the defaults, to the same values. */
static void check_print(const ConfigTable *table, const Config *config, Config *again)
{
    size_t length;
    char *text = NULL;
    FILE *out = open_memstream(&text, &length);
    config_print(table, config, out);
    fclose(out);
    ConfigFile file = {fuzz_file(text, length), .must_exist = true, .message = ignore};
    config_read_file(table, again, &file);
    for (int i = 0; i < table->count; i++) {
        CW_ASSERT(config_value_equal(&table->keys[i], config, again), "read back what was printed");
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ConfigTable table;
    CwGame game = windup_game;
    game.input.player_count = CW_PLAYER_MAX;
    Config config, again;
    CwError error = {0};
    CW_ASSERT(config_table_make(&table, &game, &maker_config, &error), error.text);
    memset(&config, 0, sizeof config);
    config_reset(&table, &config);
    again = config;
    ConfigFile file = {fuzz_file(data, size), .must_exist = true, .message = ignore};
    config_read_file(&table, &config, &file);
    char assignment[256];
    size_t taken = size < sizeof assignment ? size : sizeof assignment - 1;
    memcpy(assignment, data, taken);
    assignment[taken] = '\0';
    bool set = config_set(&table, &config, assignment, &error);
    CW_ASSERT(set == (error.text[0] == '\0'), "refuse with words");
    if (memcmp(&config, &again, sizeof config) != 0) {
        check_print(&table, &config, &again);
    }
    return 0;
}
