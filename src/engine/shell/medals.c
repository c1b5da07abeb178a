#include "shell/screens.h"

#include <math.h>
#include <string.h>

enum { TEETH = 12, STAR_POINTS_MAX = 8 };

static const CwColour DARK = {0x24, 0x1a, 0x12, 255};

static const struct {
    const char *name;
    CwColour colour;
} METALS[] = {{"bronze", {0xb8, 0x77, 0x45, 255}},
              {"silver", {0xc9, 0xd0, 0xd6, 255}},
              {"gold", {0xe8, 0xb8, 0x3a, 255}},
              {"platinum", {0xbf, 0xe6, 0xee, 255}}};

static CwColour medal_colour(const CwGame *game, int medal)
{
    const char *name = game->medals[medal - 1];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(METALS); i++) {
        if (strcmp(METALS[i].name, name) == 0) {
            return METALS[i].colour;
        }
    }
    return medal == game->medal_count ? (CwColour){0x1f, 0x8f, 0x9a, 255} : game->theme.accent;
}

static void draw_wheel(CwDrawList *list, CwPoint2 centre, double radius, CwColour colour)
{
    CwPoint2 corners[4 * TEETH];
    for (int i = 0; i < 4 * TEETH; i++) {
        double angle = (i + 0.5) * 2 * 3.141592653589793 / (4 * TEETH);
        double reach = i % 4 < 2 ? radius : radius * 0.86;
        corners[i] = (CwPoint2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    cw_draw_polygon(list, corners, 4 * TEETH, colour);
}

static void draw_star(CwDrawList *list, CwPoint2 centre, double radius, int points, CwColour colour)
{
    CwPoint2 corners[2 * STAR_POINTS_MAX];
    for (int i = 0; i < 2 * points; i++) {
        double angle = (i / (double)points - 0.5) * 3.141592653589793;
        double reach = i % 2 == 0 ? radius : radius * 0.45;
        corners[i] = (CwPoint2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    cw_draw_polygon(list, corners, 2 * points, colour);
}

void medal_draw(CwDrawList *list, const CwGame *game, int medal, CwPoint2 centre, double radius)
{
    if (medal < 1 || medal > game->medal_count) {
        return;
    }
    CwColour colour = medal_colour(game, medal);
    CwColour shine = {(uint8_t)fmin(255, colour.r + 30), (uint8_t)fmin(255, colour.g + 30),
                      (uint8_t)fmin(255, colour.b + 30), 255};
    draw_wheel(list, centre, radius * 1.1, DARK);
    draw_wheel(list, centre, radius, colour);
    cw_draw_circle(list, centre, radius * 0.7, DARK);
    cw_draw_circle(list, centre, radius * 0.64, shine);
    draw_star(list, centre, radius * 0.5, medal < STAR_POINTS_MAX - 2 ? medal + 2 : STAR_POINTS_MAX,
              medal == game->medal_count ? DARK : colour);
}
