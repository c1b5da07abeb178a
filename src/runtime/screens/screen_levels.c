/* The level map: a card for each level with a picture, the player's best result and its medal. */
#include "screens/screens.h"

#include "base/report.h"

#include <stdio.h>

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

void level_cards_open(LevelCards *cards, const Levels *levels)
{
    for (int i = 0; i < levels->count; i++) {
        setting_label(levels->names[i], cards->cards[i].title);
        find_picture(cards, levels, i);
    }
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

static void build(Screens *screens)
{
    for (int i = 0; i < screens->places->levels->count; i++) {
        const LevelCard *card = &screens->cards.cards[i];
        PageRow *row = page_add(&screens->page, ROW_CARD, i, text_of(card->title));
        goal_text(screens->game, card->limits, &card->best, row->note);
        if (card->best.ticks > 0) {
            char text[TIME_TEXT_BYTES];
            screens_result_text(screens, &card->best, text);
            page_set_value(row, text);
        }
    }
}

static void open(Screens *screens)
{
    const RecordingPlaces *places = screens->places;
    for (int i = 0; i < places->levels->count; i++) {
        const char *level = places->levels->names[i];
        screens->cards.cards[i].best = best_runs_find(places->best_runs, level, true, NULL);
    }
    page_select(&screens->page, screens->level_played);
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN) {
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
    const LevelCard *card = &screens->cards.cards[id];
    if (card->picture >= 0 && card->picture < screens->cards.loaded_count) {
        const Stage *stage = screens->stage;
        int sprite = stage->sprites.count + stage->played.count + card->picture;
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = sprite,
                                             .x = box.x + box.width / 2,
                                             .y = box.y + box.height / 2,
                                             .width = box.width,
                                             .height = box.height});
    }
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
