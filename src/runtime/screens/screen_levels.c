/* The page Levels: a card for each level, with a picture, the player's best result and its medal. A
 * game may have a map instead (CwGame.menu.map): a road with a place for each level, a traveller,
 * and a panel about the chosen level. */
#include "screens/screens.h"

#include "base/report.h"
#include "clockwork/tween.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)LEVEL_MAX < (int)PAGE_ROWS_MAX, "the page has a row for each level");

static void find_picture(LevelCards *cards, const Levels *levels, int index)
{
    LevelCard *card = &cards->cards[index];
    char name[LEVEL_NAME_BYTES + 4];
    snprintf(name, sizeof name, "%s.png", levels->names[index]);
    card->picture = -1;
    if (path_join(card->file, levels->folder, name) && file_exists(card->file)) {
        card->picture = cards->picture_count;
        cards->pictures[cards->picture_count++] =
            (CwSpriteDef){.file = card->file,
                          .width_m = 1,
                          .height_m = 1,
                          .width_px = LEVEL_PICTURE_WIDTH_PX,
                          .height_px = LEVEL_PICTURE_HEIGHT_PX};
    }
}

static const CwPlace *find_place(const CwLevelMap *map, const char *level)
{
    for (int i = 0; map != NULL && i < map->place_count; i++) {
        if (strcmp(map->places[i].level, level) == 0) {
            return &map->places[i];
        }
    }
    return NULL;
}

static void find_map(LevelCards *cards, const CwLevelMap *map, const Levels *levels)
{
    cards->has_map = map != NULL && levels->are_files;
    for (int i = 0; i < levels->count; i++) {
        cards->cards[i].place = find_place(map, levels->names[i]);
        cards->has_map = cards->has_map && cards->cards[i].place != NULL;
    }
    char name[PATH_BYTES_MAX];
    if (cards->has_map && path_join(name, "../art", map->picture->file) &&
        path_join(cards->map_file, levels->folder, name)) {
        cards->pictures[cards->picture_count] = *map->picture;
        cards->pictures[cards->picture_count++].file = cards->map_file;
    }
}

void level_cards_open(Screens *screens)
{
    LevelCards *cards = &screens->cards;
    const Levels *levels = screens->places->levels;
    find_map(cards, screens->game->menu.map, levels);
    for (int i = 0; i < levels->count; i++) {
        setting_label(levels->names[i], cards->cards[i].title);
        find_picture(cards, levels, i);
    }
}

/* Draws a picture of the level cards; false while it is not loaded. */
static bool draw_level_picture(const Screens *screens, int picture, Box box, CwDrawList *list)
{
    const Stage *stage = screens->stage;
    bool is_loaded = picture >= 0 && picture < screens->cards.loaded_count;
    if (is_loaded) {
        int sprite = stage->sprites.count + stage->played.count + picture;
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = sprite,
                                             .x = box.x + box.width / 2,
                                             .y = box.y + box.height / 2,
                                             .width = box.width,
                                             .height = box.height});
    }
    return is_loaded;
}

static void read_map(const CwGame *game, const Levels *levels, const char *level, LevelCard *card)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    card->is_read = true;
    bool ok = levels_resolve(levels, level, path, name, &error);
    CwMap *map = ok && path[0] != '\0' ? cw_map_load(path, &error) : NULL;
    const char *title = cw_map_title(map);
    medal_limits(game, map, card->limits);
    if (error.text[0] != '\0') {
        report("%s; the level map shows the level by its file's name", error.text);
    }
    if (title[0] != '\0') {
        snprintf(card->title, sizeof card->title, "%s", title);
    }
    cw_map_free(map);
}

static void load_pictures(LevelCards *cards, Stage *stage, int count)
{
    CwError error = {0};
    cards->loaded_count = count;
    stage->loading_frames = STAGE_LOADING_FRAMES;
    stage->own = (PictureRows){cards->pictures, count};
    if (!stage_load_pictures(stage, &error)) {
        report("%s; the level map goes on without its pictures", error.text);
        cards->loaded_count = cards->picture_count = 0;
        stage->own = (PictureRows){0};
    }
}

void level_cards_update(Screens *screens, bool shown)
{
    LevelCards *cards = &screens->cards;
    const Levels *levels = screens->places->levels;
    Stage *stage = screens->stage;
    int next = 0, more = cards->loaded_count < cards->picture_count;
    while (next < levels->count && cards->cards[next].is_read) {
        next++;
    }
    if (next < levels->count) {
        read_map(screens->game, levels, levels->names[next], &cards->cards[next]);
    }
    int count = shown && stage->desc.renderer != NULL ? cards->loaded_count + more : 0;
    if (count != cards->loaded_count) {
        load_pictures(cards, stage, count);
    }
}

const char *screens_level_title(const Screens *screens, const char *level)
{
    int index = levels_index(screens->places->levels, level);
    return index < 0 ? level : text_of(screens->cards.cards[index].title);
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

static const double MAP_SHAPE_LEAST = 1.4; /* narrower views have cards */

static void build(Screens *screens)
{
    Page *page = &screens->page;
    CwViewRect view = screens->stage->viewport.view;
    if (screens->cards.has_map && view.width > MAP_SHAPE_LEAST * view.height) {
        const CwLevelMap *map = screens->game->menu.map;
        snprintf(page->title, sizeof page->title, "%s", text_of(map->title));
        page->map_shape = map->picture->width_m / map->picture->height_m;
    }
    for (int i = 0; i < screens->places->levels->count; i++) {
        const LevelCard *card = &screens->cards.cards[i];
        RowKind kind = page->map_shape > 0 ? ROW_PLACE : ROW_CARD;
        PageRow *row = page_add(page, kind, i, text_of(card->title));
        goal_text(screens->game, card->limits, &card->best, row->note);
        if (card->is_earlier || (i > 0 && !card->is_open)) {
            print_state(screens, i, row->note);
        }
        if (page->map_shape > 0) {
            row->at = (CwPoint2){card->place->x, card->place->y};
        } else if (card->best.ticks > 0) {
            char text[TIME_TEXT_BYTES];
            screens_result_text(screens, &card->best, text);
            page_set_value(row, text);
        }
    }
}

/* Finds the player's best run on a level. The run whose results are shown counts, too. */
static void find_best(const Screens *screens, const char *level, LevelCard *card)
{
    const Playback *playback = screens->playback;
    CwReplayFile *replay;
    card->best = best_runs_find(screens->places->best_runs, level, true, &replay);
    card->is_earlier =
        replay != NULL && replay->header.rules_version != screens->game->rules_version;
    cw_replay_free(replay);
    bool is_here =
        screens->activity == ACTIVITY_FINISHED && strcmp(playback->session.level, level) == 0;
    uint32_t medal = is_here ? screens_medal_won(screens) : 0;
    if (medal > 0 && run_is_better(screens->game, &playback->run.time, &card->best)) {
        card->best = playback->run.time;
        card->best.medal = medal;
        card->is_earlier = false;
    }
}

static void open(Screens *screens)
{
    const RecordingPlaces *places = screens->places;
    LevelCards *cards = &screens->cards;
    bool is_last_open = true;
    cards->finished_count = 0;
    for (int i = 0; i < places->levels->count; i++) {
        LevelCard *card = &cards->cards[i];
        find_best(screens, places->levels->names[i], card);
        bool is_finished = card->best.ticks > 0;
        card->is_open =
            !cards->has_map || screens->config->all_levels || is_last_open || is_finished;
        is_last_open = is_finished;
        cards->finished_count += is_finished;
    }
    page_select(&screens->page, screens->level_played);
    cards->road = screens->page.selected;
    cards->road_s = 0;
    bool leads_on = cards->has_map && cards->cards[screens->page.selected].best.ticks > 0 &&
                    screens->page.selected == cards->finished_count - 1;
    page_select(&screens->page, screens->page.selected + leads_on);
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN && screens->cards.cards[event->id].is_open) {
        const char *level = screens->places->levels->names[event->id];
        bool has_new_seed = screens->playback->desc.setup.draws_seeds;
        bool has_race = screens->config->ghost != GHOST_OFF && !has_new_seed &&
                        screens_choose_medal(screens, level, 0) > 0;
        screens->ask = (ScreenAsk){.kind = has_race ? ASK_RACE : ASK_PLAY, .level = level};
    }
}

/* ---- the map ---- */

enum { ROAD_POINTS = 12 }; /* segments of the road between two places */

static const double TRAVEL_S = 0.18; /* time for about two thirds of a way */
static const double PICTURE_SHAPE = 16.0 / 9;
static const CwColour DARK = {0x24, 0x1a, 0x12, 255}, CLOSED = {0xb4, 0xa8, 0x94, 255};

/* A coordinate on the Catmull-Rom curve through four points, at `t` from the second to the third.
 */
static double curve(const double at[4], double t)
{
    double b = at[1], slope = (at[2] - at[0]) / 2, end_slope = (at[3] - b) / 2, step = at[2] - b;
    return b + t * (slope +
                    t * (3 * step - 2 * slope - end_slope + t * (slope + end_slope - 2 * step)));
}

/* The point of the road at an index of places, which may have a fraction. */
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
    bool is_loaded = draw_level_picture(screens, 0, map, list); /* the map is the first picture */
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

static void draw_traveller(Screens *screens, CwDrawList *list)
{
    const CwSpriteDef *def = screens->game->menu.map->traveller;
    LevelCards *cards = &screens->cards;
    double left = screens->page.selected - cards->road;
    double passed_s = fmax(0, screens->shown_s - cards->road_s);
    double tau_s = screens->config->reduced_motion || fabs(left) < 0.002 ? 0 : TRAVEL_S;
    cards->road = cw_smooth(cards->road, screens->page.selected, tau_s, passed_s);
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
    if (draw_level_picture(screens, card->picture, picture, list)) {
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

static void draw_card(void *context, int id, Box box, CwDrawList *list)
{
    Screens *screens = context;
    if (id == PAGE_MAP) {
        draw_map(screens, box, list);
    } else if (id == PAGE_ABOUT_PLACE) {
        draw_traveller(screens, list);
        draw_about(screens, box, list);
    } else if (screens->page.map_shape > 0) {
        draw_place(screens, id, box, list);
    } else {
        const LevelCard *card = &screens->cards.cards[id];
        double radius = box.height * 0.16;
        CwPoint2 corner = {box.x + box.width - radius * 1.3, box.y + radius * 1.3};
        draw_level_picture(screens, card->picture, box, list);
        medal_draw(list, screens->game, (int)card->best.medal, corner, radius);
    }
}

const ScreenDef screen_levels = {.title = "Levels",
                                 .is_whole = true,
                                 .build = build,
                                 .open = open,
                                 .act = act,
                                 .card = draw_card};
