/* The level map: a card for each level with a picture, the player's best result and its medal. */
#include "screens/screens.h"

#include "base/report.h"

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

bool level_picture_draw(const Screens *screens, int picture, Box box, CwDrawList *list)
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

static const double MAP_SHAPE_LEAST = 1.3; /* narrower views have cards */

static bool shows_map(const Screens *screens)
{
    CwViewRect view = screens->stage->viewport.view;
    return screens->cards.has_map && view.width > MAP_SHAPE_LEAST * view.height;
}

static void build(Screens *screens)
{
    Page *page = &screens->page;
    if (shows_map(screens)) {
        const CwLevelMap *map = screens->game->menu.map;
        snprintf(page->title, sizeof page->title, "%s", text_of(map->title));
        page->map_shape = map->picture->width_m / map->picture->height_m;
    }
    for (int i = 0; i < screens->places->levels->count; i++) {
        const LevelCard *card = &screens->cards.cards[i];
        RowKind kind = page->map_shape > 0 ? ROW_PLACE : ROW_CARD;
        PageRow *row = page_add(page, kind, i, text_of(card->title));
        goal_text(screens->game, card->limits, &card->best, row->note);
        if (i > 0 && !card->is_open) {
            snprintf(row->note, sizeof row->note, text_of("Opens after %s"),
                     text_of(screens->cards.cards[i - 1].title));
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

/* The player's best run on a level; the run whose results are shown counts, too. */
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

static void draw_card(void *context, int id, Box box, CwDrawList *list)
{
    const Screens *screens = context;
    if (screens->page.map_shape > 0) {
        level_map_draw(context, id, box, list);
        return;
    }
    const LevelCard *card = &screens->cards.cards[id];
    level_picture_draw(screens, card->picture, box, list);
    double radius = box.height * 0.16;
    CwPoint2 corner = {box.x + box.width - radius * 1.3, box.y + radius * 1.3};
    medal_draw(list, screens->game, (int)card->best.medal, corner, radius);
}

const ScreenDef screen_levels = {.title = "Levels",
                                 .is_whole = true,
                                 .build = build,
                                 .open = open,
                                 .act = act,
                                 .card = draw_card};
