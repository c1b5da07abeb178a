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
