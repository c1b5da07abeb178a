#include "app/level_cards.h"

#include "app/art_stamp.h"
#include "base/report.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "first-wind" is "First wind". */
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

static uint64_t stamp_of_art(const LevelPictureDesc *desc)
{
    char folder[PATH_BYTES_MAX];
    bool fits = path_join(folder, desc->data_dir == NULL ? "" : desc->data_dir, "assets/art");
    return fits ? art_stamp(folder) : 0;
}

LevelCards *level_cards_create(const LevelCardsDesc *desc)
{
    const Levels *levels = desc->picture.levels;
    size_t bytes = (size_t)levels->count * sizeof(LevelCard);
    LevelCards *cards = calloc(1, sizeof *cards + bytes);
    if (cards == NULL) {
        return NULL;
    }
    cards->desc = *desc;
    cards->made = -1;
    cards->art = stamp_of_art(&desc->picture);
    cards->count = levels->count;
    for (int i = 0; i < cards->count; i++) {
        make_title(levels->names[i], cards->cards[i].title);
        cards->cards[i].picture = -1;
    }
    return cards;
}

void level_cards_destroy(LevelCards *cards)
{
    if (cards != NULL) {
        level_cards_rest(cards);
        free(cards);
    }
}

void level_cards_rest(LevelCards *cards)
{
    level_picture_end(&cards->maker);
    cards->made = -1;
}

const LevelCard *level_cards_find(const LevelCards *cards, const char *level)
{
    for (int i = 0; cards != NULL && i < cards->count; i++) {
        if (strcmp(cards->desc.picture.levels->names[i], level) == 0) {
            return &cards->cards[i];
        }
    }
    return NULL;
}

void level_cards_read_times(LevelCards *cards)
{
    for (int i = 0; i < cards->count; i++) {
        const char *level = cards->desc.picture.levels->names[i];
        cards->cards[i].clean = best_runs_get(cards->desc.best_runs, level, true, NULL);
        cards->cards[i].helped = best_runs_get(cards->desc.best_runs, level, false, NULL);
    }
}

/* ---- titles ---- */

/* What the picture depends on. */
static uint64_t picture_hash(const LevelCards *cards, const CwMap *map)
{
    uint64_t hash = cw_map_hash(map) ^ cards->desc.picture.game->rules_version ^ cards->art;
    for (const char *c = CW_VERSION; *c != '\0'; c++) {
        hash = hash * 1099511628211U ^ (uint8_t)*c;
    }
    return hash;
}

static void name_file(LevelCards *cards, int index, const CwMap *map)
{
    LevelCard *card = &cards->cards[index];
    const char *player = cards->desc.player_dir;
    char folder[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 32];
    snprintf(name, sizeof name, "%s-%016" PRIx64 ".png", cards->desc.picture.levels->names[index],
             picture_hash(cards, map));
    card->is_bad = !path_join(folder, player == NULL ? "" : player, "pictures") ||
                   !path_join(card->file, folder, name);
}

/* A map that can't be read says so when it is played. */
static void read_map(LevelCards *cards, int index)
{
    LevelCard *card = &cards->cards[index];
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    const Levels *levels = cards->desc.picture.levels;
    bool found = levels_resolve(levels, levels->names[index], path, name, &error);
    CwMap *map = found ? cw_map_load(path, &error) : NULL;
    card->is_read = true;
    card->is_bad = true;
    if (map != NULL) {
        const char *title = cw_map_text(map, NULL, "title", "");
        if (title[0] != '\0') {
            snprintf(card->title, sizeof card->title, "%s", title);
        }
        name_file(cards, index, map);
    }
    cw_map_free(map);
}

/* ---- pictures ---- */

static void add_picture(LevelCards *cards, int index)
{
    LevelCard *card = &cards->cards[index];
    card->picture = cards->picture_count;
    cards->pictures[cards->picture_count++] = (CwSpriteDef){.file = card->file,
                                                            .width_m = 1,
                                                            .height_m = 1,
                                                            .width_px = PICTURE_WIDTH_PX,
                                                            .height_px = PICTURE_HEIGHT_PX};
}

/* The level's older ones. */
static void remove_others(const LevelCards *cards, int index)
{
    const char *file = cards->cards[index].file, *own = strrchr(file, '/') + 1;
    size_t same = strlen(cards->desc.picture.levels->names[index]) + 1;
    char folder[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(own - 1 - file), file);
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        bool old = strlen(entry->d_name) == strlen(own) && strcmp(entry->d_name, own) != 0 &&
                   strncmp(entry->d_name, own, same) == 0;
        if (old && path_join(path, folder, entry->d_name)) {
            unlink(path);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

static void make_folder(const LevelCards *cards)
{
    char folder[PATH_BYTES_MAX];
    if (path_join(folder, cards->desc.player_dir, "pictures")) {
        mkdir(folder, 0777);
    }
}

static void refuse(LevelCards *cards, int index, const CwError *error)
{
    report("no picture of level %s: %s", cards->desc.picture.levels->names[index], error->text);
    cards->cards[index].is_bad = true;
    level_cards_rest(cards);
}

/* The picture from before, or the first bit of a new one. */
static bool begin_picture(LevelCards *cards, int index)
{
    CwError error = {0};
    if (access(cards->cards[index].file, R_OK) == 0) {
        add_picture(cards, index);
        return true;
    }
    make_folder(cards);
    const char *level = cards->desc.picture.levels->names[index];
    cards->made = index;
    if (!level_picture_begin(&cards->maker, &cards->desc.picture, level, &error)) {
        refuse(cards, index, &error);
    }
    return false;
}

static bool go_on(LevelCards *cards)
{
    CwError error = {0};
    int index = cards->made;
    switch (level_picture_work(&cards->maker, cards->cards[index].file, &error)) {
    case PICTURE_UNDERWAY:
        return false;
    case PICTURE_DONE:
        cards->made = -1;
        add_picture(cards, index);
        remove_others(cards, index);
        return true;
    case PICTURE_REFUSED:
        break;
    }
    refuse(cards, index, &error);
    return false;
}

bool level_cards_update(LevelCards *cards, bool with_pictures)
{
    if (cards->made >= 0) {
        return with_pictures && go_on(cards);
    }
    for (int i = 0; i < cards->count; i++) {
        const LevelCard *card = &cards->cards[i];
        if (!card->is_read) {
            read_map(cards, i);
            return false;
        }
        if (with_pictures && !card->is_bad && card->picture < 0) {
            return begin_picture(cards, i);
        }
    }
    if (with_pictures) { /* all are there */
        level_cards_rest(cards);
    }
    return false;
}
