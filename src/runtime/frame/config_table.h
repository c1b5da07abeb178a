/* The settings: the struct of fields that loop and window read, and the table by which
 * src/runtime/base reads and prints them.
 *
 * Keys are the rows of config_keys.h, in [input] all actions, the game's own, and last a guest's; a
 * game may change defaults. The command line lays shipped config.ini, the player's settings,
 * --config and --set over it in this order. Menus walk over the keys. */
#pragma once

#include "clockwork/game.h"
#include "frame/config_keys.h"
#include "frame/loop_guest.h"

#define CONFIG_FIELD_WHOLE(section, name, ...) int name;
#define CONFIG_FIELD_REAL(section, name, ...) double name;
#define CONFIG_FIELD_SWITCH(section, name, ...) bool name;
#define CONFIG_FIELD_CHOICE(section, name, type, ...) type name;
#define CONFIG_FIELD_SIM(setting, ...) /* a member of Config.sim */

typedef union GameValue {
    int whole; /* also the number of a choice */
    double real;
    bool on;
    char text[CONFIG_TEXT_MAX + 1];
} GameValue;

/* Read the fields: config->vsync, config->sim.tick_rate. Units stand in config_keys.h. */
typedef struct Config {
    CONFIG_KEYS(CONFIG_FIELD_WHOLE, CONFIG_FIELD_REAL, CONFIG_FIELD_SWITCH, CONFIG_FIELD_CHOICE,
                CONFIG_FIELD_SIM, CONFIG_FIELD_SIM)
    CwSimSettings sim;
    unsigned fixed_settings; /* a bit for each of `sim` that no map overrides: --config, --set */
    /* Words separated by blanks; may be "". */
    char game_bindings[CW_PLAYER_MAX][CW_ACTION_MAX][CONFIG_TEXT_MAX + 1]; /* bindings by player */
    char ui_bindings[CW_ACTION_MAX][CONFIG_TEXT_MAX + 1]; /* the guest's follow the runtime's */
    GameValue game_values[CW_CONFIG_KEY_MAX]; /* values of the game's own keys (settings.h) */
    GameValue guest_values[GUEST_KEY_MAX];
    ConfigOrigin origins[CONFIG_KEYS_MAX]; /* origin of each key's value */
} Config;

/* Makes a game's table, with a guest's rows (NULL: none); both must outlive it. False names a fault
 * in the game's own table. */
bool config_table_make(ConfigTable *table, const CwGame *game, const GuestConfig *guest,
                       CwError *error);

CwComfort comfort_of(const Config *config);

/* The game's colours, or more contrasting ones. */
CwTheme comfort_theme(const CwGame *game, const Config *config);
