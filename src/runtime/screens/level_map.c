/* The page Levels as a map (CwGame.menu.map): the picture, the road with a place for each level,
 * the traveller, and a panel about the chosen level. */
#include "screens/screens.h"

#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>

enum { ROAD_POINTS = 12 }; /* of the road between two places */

static const double TRAVEL_S =
    0.18; /* time in which the traveller goes about two thirds of a way */
static const double PICTURE_SHAPE = 16.0 / 9;
static const CwColour DARK = {0x24, 0x1a, 0x12, 255}, CLOSED = {0xb4, 0xa8, 0x94, 255};

/* A number of the curve through places `a` to `d` (Catmull-Rom), at `t` from `b` to `c`. */
static double curve(const double at[4], double t)
{
    double b = at[1], slope = (at[2] - at[0]) / 2, end_slope = (at[3] - b) / 2, step = at[2] - b;
    return b + t * (slope +
                    t * (3 * step - 2 * slope - end_slope + t * (slope + end_slope - 2 * step)));
}

/* The point of the road at a place's index, or between two. */
static CwPoint2 road_point(const Page *page, double index)
{
    int last = page->row_count - 1, from = (int)fmax(0, fmin(last - 1, floor(index)));
    double x[4], y[4];
    for (int i = 0; i < 4; i++) {
        int row = (int)fmax(0, fmin(last, from + i - 1));
        x[i] = page->layout.map.x + page->rows[row].at.x * page->layout.map.width;
        y[i] = page->layout.map.y + page->rows[row].at.y * page->layout.map.height;
    }
    return (CwPoint2){curve(x, index - from), curve(y, index - from)};
}

static void draw_road(const Screens *screens, CwDrawList *list)
{
    const Page *page = &screens->page;
    double unit = ui_sizes(page->text_scale).unit;
    for (int i = 0; i + 1 < page->row_count; i++) {
        bool is_open = screens->cards.cards[i + 1].is_open;
        CwPoint2 points[ROAD_POINTS + 1];
        for (int k = 0; k <= ROAD_POINTS; k++) {
            points[k] = road_point(page, i + (double)k / ROAD_POINTS);
        }
        cw_draw_polyline(list, points, ROAD_POINTS + 1, 6 * unit, DARK);
        cw_draw_polyline(list, points, ROAD_POINTS + 1, 3.4 * unit,
                         is_open ? screens->theme.accent : CLOSED);
    }
}

static void draw_map(const Screens *screens, Box map, CwDrawList *list)
{
    const CwLevelMap *shown = screens->game->menu.map;
    CwViewRect view = screens->page.layout.view;
    panel_fill(list, view, panel_alpha(screens->theme.shade, 255));
    bool is_loaded = level_picture_draw(screens, 0, map, list); /* the map is the first picture */
    if (is_loaded && shown->draw != NULL && screens->frame != NULL) {
        shown->draw(screens->frame, map, screens->cards.finished_count);
    }
    if (screens->config->high_contrast) {
        panel_fill(list, view, (CwColour){0, 0, 0, 150});
    }
    cw_draw_rect(list,
                 &(CwRectDraw){view.x, view.y, view.width, 2 * screens->page.layout.title.height,
                               panel_alpha(screens->theme.shade, 190),
                               panel_alpha(screens->theme.shade, 0)});
    draw_road(screens, list);
}

static void draw_place(const Screens *screens, int id, Box box, CwDrawList *list)
{
    const LevelCard *card = &screens->cards.cards[id];
    CwPoint2 centre = {box.x + box.width / 2, box.y + box.height / 2};
    double radius = box.width * 0.4;
    if (id == screens->page.selected) {
        double beat = screens->config->reduced_motion ? 0 : sin(screens->shown_s * 4);
        double rim = radius * (1.3 + 0.08 * beat);
        cw_draw_circle(list, centre, rim + 2, DARK);
        cw_draw_circle(list, centre, rim, screens->theme.text);
    }
    if (card->best.ticks > 0 && card->best.medal > 0) {
        medal_draw(list, screens->game, (int)card->best.medal, centre, radius);
        return;
    }
    radius *= card->is_open ? 0.9 : 0.6;
    cw_draw_circle(list, centre, radius, DARK);
    cw_draw_circle(list, centre, radius * 0.8, card->is_open ? screens->theme.text : CLOSED);
    cw_draw_circle(list, centre, radius * 0.45, card->is_open ? screens->theme.accent : DARK);
}

/* The traveller follows the choice along the road. */
static void draw_traveller(Screens *screens, CwDrawList *list)
{
    const CwSpriteDef *def = screens->game->menu.map->traveller;
    LevelCards *cards = &screens->cards;
    double left = screens->page.selected - cards->road;
    double passed_s = fmax(0, screens->shown_s - cards->road_s);
    bool jumps = screens->config->reduced_motion || fabs(left) < 0.002;
    cards->road += jumps ? left : left * (1 - exp(-passed_s / TRAVEL_S));
    cards->road_s = screens->shown_s;
    if (def == NULL) {
        return;
    }
    double width = 1.35 * screens->page.layout.rows[0].width;
    double height = width * def->height_m / def->width_m;
    CwPoint2 at = road_point(&screens->page, cards->road);
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = (int)(def - screens->game->looks.sprites),
                                         .x = at.x,
                                         .y = at.y - height / 2 - width * 0.3,
                                         .width = left < -0.05 ? -width : width,
                                         .height = height});
}

/* The result on a level, or how the level opens. */
static void print_state(const Screens *screens, int level, char text[PAGE_LABEL_BYTES])
{
    const LevelCard *card = &screens->cards.cards[level];
    char result[TIME_TEXT_BYTES];
    screens_result_text(screens, &card->best, result);
    if (!card->is_open) {
        snprintf(text, PAGE_LABEL_BYTES, text_of("Opens after %s"),
                 text_of(screens->cards.cards[level - 1].title));
    } else if (card->best.ticks == 0) {
        snprintf(text, PAGE_LABEL_BYTES, "%s", text_of("Not finished yet"));
    } else {
        snprintf(text, PAGE_LABEL_BYTES,
                 card->is_earlier ? text_of("Best %s, of an earlier edition") : text_of("Best %s"),
                 result);
    }
}

static const CwChapter *chapter_of(const Screens *screens, int level)
{
    const LevelCards *cards = &screens->cards;
    const CwChapter *ending = screens->game->menu.map->ending;
    bool is_over = level == screens->page.row_count - 1 && cards->finished_count > level;
    return is_over && ending != NULL ? ending : cards->cards[level].place->chapter;
}

static void draw_story(const Screens *screens, const CwChapter *chapter, Box box, CwDrawList *list)
{
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    double line = 17 * sizes.unit;
    panel_label_fit(list, (Box){box.x, box.y, box.width, line},
                    &(Label){text_of(chapter->title), screens->game->looks.title_face,
                             CW_ALIGN_LEFT, sizes.note * 1.1, screens->theme.accent});
    CwTextDraw text = {.text = text_of(chapter->story),
                       .x = box.x,
                       .y = box.y + line,
                       .size = sizes.note,
                       .anchor = CW_ANCHOR_TOP,
                       .width = box.width,
                       .colour = screens->theme.text};
    while (cw_text_measure(list, &text).height > box.height - line) {
        text.size *= 0.95;
    }
    cw_draw_text(list, &text);
}

/* Draws the level's picture, its result and medals, and the chapter's story. */
static void draw_about(Screens *screens, Box panel, CwDrawList *list)
{
    int level = screens->page.selected;
    const LevelCard *card = &screens->cards.cards[level];
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    double gap = 5 * sizes.unit, line = 15 * sizes.unit;
    Box box = {panel.x + gap, panel.y + gap, panel.width - 2 * gap, panel.height - 2 * gap};
    Box picture = {box.x, box.y, box.height * PICTURE_SHAPE, box.height};
    Box text = {picture.x + picture.width + 2 * gap, box.y, 0, line * 1.1};
    text.width = (box.x + box.width - text.x) * 0.5 - gap;
    Box story = {text.x + text.width + 2 * gap, box.y, text.width, box.height};
    char state[PAGE_LABEL_BYTES];
    if (level_picture_draw(screens, card->picture, picture, list)) {
        panel_fill(list, picture, panel_alpha(screens->theme.shade, card->is_open ? 0 : 170));
    }
    panel_label_fit(list, text,
                    &(Label){text_of(card->title), screens->game->looks.title_face, CW_ALIGN_LEFT,
                             sizes.row * 1.1, screens->theme.text});
    print_state(screens, level, state);
    panel_label_fit(
        list, (Box){text.x, text.y + text.height, text.width, line},
        &(Label){state, CW_FACE_REGULAR, CW_ALIGN_LEFT, sizes.note, screens->theme.text});
    goals_draw(screens, card->limits, &card->best,
               (Box){text.x, box.y + box.height - 2 * line, text.width, 2 * line}, list);
    if (chapter_of(screens, level) != NULL) {
        draw_story(screens, chapter_of(screens, level), story, list);
    }
}

void level_map_draw(Screens *screens, int id, Box box, CwDrawList *list)
{
    if (id == PAGE_MAP) {
        draw_map(screens, box, list);
    } else if (id == PAGE_ABOUT_PLACE) {
        draw_traveller(screens, list);
        draw_about(screens, box, list);
    } else {
        draw_place(screens, id, box, list);
    }
}
