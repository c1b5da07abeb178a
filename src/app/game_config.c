#include "app/game_config.h"

#include "base/assert_number.h"

void game_config_update(GameConfig *game_config, const CwGame *game, const Config *config,
                        bool level_starts)
{
    game_config->keys = game->config_keys;
    game_config->count = game->config_key_count;
    for (int i = 0; i < game->config_key_count; i++) {
        if (level_starts || !game->config_keys[i].at_level_start) {
            game_config->values[i] = config->game_values[i];
        }
    }
}

static const GameValue *value_of(const CwFrame *frame, int key, CwConfigKind kind)
{
    const GameConfig *config = frame->config;
    CW_ASSERT(config != NULL, "read settings in the frames of a running game");
    ASSERT_NUMBER(key, key >= 0 && key < config->count, "ask for keys of CwGame.config_keys");
    CW_ASSERT(config->keys[key].kind == kind, "read a key with the function of its kind");
    return &config->values[key];
}

int cw_config_whole(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_WHOLE)->whole;
}

double cw_config_real(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_REAL)->real;
}

bool cw_config_switch(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_SWITCH)->on;
}

int cw_config_choice(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_CHOICE)->whole;
}

const char *cw_config_text(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_TEXT)->text;
}
