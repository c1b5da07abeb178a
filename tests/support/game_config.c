#include "game_config.h"

#include "panel/keys.h"
#include "test.h"

ConfigTable *game_config(Config *config, const CwGame *game)
{
    static ConfigTable table;
    CwError error = {0};
    ck_assert_msg(config_table_make(&table, game, &maker_config, &error), "%s", error.text);
    config_reset(&table, config);
    return &table;
}

char *printed_config(const ConfigTable *table, const Config *config)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (config == NULL) {
        config_print_defaults(table, file);
    } else {
        config_print(table, config, file);
    }
    fclose(file);
    return text;
}
