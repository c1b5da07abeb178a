#include "shell/level_cards.h"

#include "base/path.h"
#include "clockwork/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "first-wind" becomes "First wind". */
static void make_title(const char *level, char title[LEVEL_TITLE_BYTES])
{
    snprintf(title, LEVEL_TITLE_BYTES, "%s", level);
    for (char *c = title; *c != '\0'; c++) {
        *c = *c == '-' ? ' ' : *c;
    }
    if (title[0] >= 'a' && title[0] <= 'z') {
        title[0] = (char)(title[0] - 'a' + 'A');
    }
}

static void find_picture(LevelCards *cards, int index)
{
    LevelCard *card = &cards->cards[index];
    char name[LEVEL_NAME_BYTES + 4];
    snprintf(name, sizeof name, "%s.png", cards->levels->names[index]);
    card->picture = -1;
    if (path_join(card->file, cards->levels->folder, name) && access(card->file, R_OK) == 0) {
        card->picture = cards->picture_count;
        cards->pictures[cards->picture_count++] =
            (CwSpriteDef){.file = card->file,
                          .width_m = 1,
                          .height_m = 1,
                          .width_px = LEVEL_PICTURE_WIDTH_PX,
                          .height_px = LEVEL_PICTURE_HEIGHT_PX};
    }
}

LevelCards *level_cards_create(const Levels *levels, CwBestRuns *best_runs)
{
    LevelCards *cards = calloc(1, sizeof *cards + (size_t)levels->count * sizeof cards->cards[0]);
    if (cards == NULL) {
        return NULL;
    }
    cards->levels = levels;
    cards->best_runs = best_runs;
    cards->count = levels->count;
    for (int i = 0; i < cards->count; i++) {
        make_title(levels->names[i], cards->cards[i].title);
        find_picture(cards, i);
    }
    return cards;
}

const LevelCard *level_cards_find(const LevelCards *cards, const char *level)
{
    for (int i = 0; cards != NULL && i < cards->count; i++) {
        if (strcmp(cards->levels->names[i], level) == 0) {
            return &cards->cards[i];
        }
    }
    return NULL;
}

void level_cards_read_times(LevelCards *cards)
{
    for (int i = 0; i < cards->count; i++) {
        const char *level = cards->levels->names[i];
        cards->cards[i].best = best_runs_find(cards->best_runs, level, true, NULL);
    }
}

/* A map that can't be read is reported when it is played. */
static void read_title(LevelCards *cards, int index)
{
    LevelCard *card = &cards->cards[index];
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    bool found = levels_resolve(cards->levels, cards->levels->names[index], path, name, &error);
    CwMap *map = found ? cw_map_load(path, &error) : NULL;
    const char *title = map == NULL ? "" : cw_map_text(map, NULL, "title", "");
    card->is_read = true;
    if (title[0] != '\0') {
        snprintf(card->title, sizeof card->title, "%s", title);
    }
    cw_map_free(map);
}

void level_cards_update(LevelCards *cards)
{
    for (int i = 0; i < cards->count; i++) {
        if (!cards->cards[i].is_read) {
            read_title(cards, i);
            return;
        }
    }
}
