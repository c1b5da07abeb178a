#include "screens/screens.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEETH = 12, STAR_POINTS_MAX = 8 };

static const double WORD_MIN = 9.0; /* view points; smaller words are left out */
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
    const char *name = game->rank.medals[medal - 1];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(METALS); i++) {
        if (strcmp(METALS[i].name, name) == 0) {
            return METALS[i].colour;
        }
    }
    return medal == game->rank.medal_count ? (CwColour){0x1f, 0x8f, 0x9a, 255}
                                           : game->looks.theme.accent;
}

static void draw_wheel(CwDrawList *list, CwPoint2 centre, double radius, CwColour colour)
{
    CwPoint2 corners[4 * TEETH];
    for (int i = 0; i < 4 * TEETH; i++) {
        double angle = (i + 0.5) * 2 * CP_PI / (4 * TEETH);
        double reach = i % 4 < 2 ? radius : radius * 0.86;
        corners[i] = (CwPoint2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    cw_draw_polygon(list, corners, 4 * TEETH, colour);
}

static void draw_star(CwDrawList *list, CwPoint2 centre, double radius, int points, CwColour colour)
{
    CwPoint2 corners[2 * STAR_POINTS_MAX];
    for (int i = 0; i < 2 * points; i++) {
        double angle = (i / (double)points - 0.5) * CP_PI;
        double reach = i % 2 == 0 ? radius : radius * 0.45;
        corners[i] = (CwPoint2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    cw_draw_polygon(list, corners, 2 * points, colour);
}

void medal_draw(CwDrawList *list, const CwGame *game, int medal, CwPoint2 centre, double radius)
{
    if (medal < 1 || medal > game->rank.medal_count) {
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
              medal == game->rank.medal_count ? DARK : colour);
}

void medal_limits(const CwGame *game, const CwMap *map, double limits[CW_MEDAL_MAX])
{
    for (int i = 0; i < game->rank.medal_count; i++) {
        limits[i] = run_medal_limit(game, map, i + 1);
    }
}

static bool is_given(double limit)
{
    return limit != 0 && !isinf(limit);
}

void goal_text(const CwGame *game, const double limits[CW_MEDAL_MAX], const CwRunTime *best,
               char text[PAGE_LABEL_BYTES])
{
    const CwGameRank *rank = &game->rank;
    uint32_t next = best->medal;
    bool is_by_time = rank->by == CW_RANK_TIME, has_run = best->ticks > 0;
    bool has_next = next < (uint32_t)rank->medal_count && is_given(limits[next]);
    double limit = has_next ? limits[next] : 0;
    double ours = is_by_time ? best->ticks / fmax(1, best->tick_rate) : (double)best->score;
    double gap = rank->by == CW_RANK_SCORE_HIGH ? limit - ours : ours - limit;
    text[0] = '\0';
    if (!has_run && rank->finish_wins) {
        snprintf(text, PAGE_LABEL_BYTES, text_of("Finish: %s"), text_in("medal", rank->medals[0]));
    } else if (has_next && (!has_run || gap <= 0)) { /* gap <= 0: an older edition's run */
        snprintf(text, PAGE_LABEL_BYTES,
                 is_by_time ? text_of("Win %s: %.1f s") : text_of("Win %s: %.0f"),
                 text_in("medal", rank->medals[next]), limit);
    } else if (has_next) {
        snprintf(text, PAGE_LABEL_BYTES,
                 is_by_time ? text_of("%.2f s from %s") : text_of("%.0f from %s"), gap,
                 text_in("medal", rank->medals[next]));
    }
    text_figures(text);
}

void goals_draw(const Screens *screens, const double limits[CW_MEDAL_MAX], const CwRunTime *best,
                Box box, CwDrawList *list)
{
    const CwGame *game = screens->game;
    CwColour accent = screens->theme.accent;
    double line = box.height / 2, width = box.width / fmax(1, game->rank.medal_count);
    char text[PAGE_LABEL_BYTES];
    for (int i = 0; i < game->rank.medal_count; i++) {
        Box cell = {box.x + i * width + line * 1.1, box.y, width - line * 1.1, line};
        bool is_for_finish = i == 0 && game->rank.finish_wins;
        if (is_given(limits[i]) || is_for_finish) {
            medal_draw(list, game, i + 1, (CwPoint2){cell.x - line * 0.5, cell.y + line / 2},
                       line * 0.4);
            snprintf(text, sizeof text, game->rank.by == CW_RANK_TIME ? "%.1f" : "%.0f", limits[i]);
            text_figures(text);
            const Label label = {is_for_finish ? text_of("Finish") : text, CW_FACE_MONO,
                                 CW_ALIGN_LEFT, line * 0.72, screens->theme.text};
            double size = label.size * cell.width /
                          panel_text_width(list, label.text, label.face, label.size);
            if (!is_for_finish || size > WORD_MIN) { /* the medal alone says enough */
                panel_label_fit(list, cell, &label);
            }
        }
    }
    Box goal = {box.x, box.y + line, box.width * 0.66, line};
    goal_text(game, limits, best, text);
    panel_label_fit(list, goal, &(Label){text, CW_FACE_BOLD, CW_ALIGN_LEFT, line * 0.8, accent});
    if (game->rank.counted != NULL && game->rank.by == CW_RANK_TIME && best->ticks > 0) {
        goal.x += box.width * 0.68;
        goal.width = box.width * 0.32;
        snprintf(text, sizeof text, "%.150s %" PRId64, text_of(game->rank.counted), best->score);
        panel_label_fit(list, goal,
                        &(Label){text, CW_FACE_BOLD, CW_ALIGN_RIGHT, line * 0.8, accent});
    }
}

int screens_choose_medal(Screens *screens, const char *level, uint32_t won)
{
    char path[PATH_BYTES_MAX];
    int medal = best_runs_next_medal(screens->places->best_runs, level, won, path);
    if (medal > 0) {
        screens->chosen = recording_of_medal(path, level);
    }
    return medal;
}
