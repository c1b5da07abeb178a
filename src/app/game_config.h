/* The values of a game's own keys, as its frame phases see them: one that changes at the start of a
 * level waits for it here. The loop keeps them and hands them out with each CwFrame. */
#ifndef APP_GAME_CONFIG_H
#define APP_GAME_CONFIG_H

#include "app/config_table.h"

typedef struct CwConfigValues {
    const CwConfigKey *keys;
    int count;
    GameValue values[CW_CONFIG_KEY_MAX];
} GameConfig;

/* Takes what is in force; without `level_starts` only of keys that apply live. */
void game_config_update(GameConfig *game_config, const CwGame *game, const Config *config,
                        bool level_starts);

#endif
