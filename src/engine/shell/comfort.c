#include "shell/comfort.h"

CwComfort comfort_of(const Config *config)
{
    return (CwComfort){.text_scale = config->text_size,
                       .shake = config->reduced_motion ? 0 : config->shake,
                       .reduced_motion = config->reduced_motion,
                       .high_contrast = config->high_contrast,
                       .colour_safe = config->colour_safe};
}

CwTheme comfort_theme(const CwGame *game, const Config *config)
{
    static const CwTheme clear = {
        .text = {255, 255, 255, 255}, .accent = {255, 221, 51, 255}, .shade = {0, 0, 0, 255}};
    return config->high_contrast ? clear : game->theme;
}
