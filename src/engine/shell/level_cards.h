/* Level cards: each level's title, the player's best time, and its picture, for the level map.
 *
 * A level's picture is a file that ships with the game: NAME.png beside NAME.tmj, loaded when the
 * level map is first shown. A level without one gets a placeholder. Titles stand in the maps, so
 * level_cards_update reads one map in each frame. */
#ifndef SHELL_LEVEL_CARDS_H
#define SHELL_LEVEL_CARDS_H

#include "shell/best_runs.h"
#include "sim/levels.h"

enum { LEVEL_TITLE_BYTES = 96, LEVEL_PICTURE_WIDTH_PX = 480, LEVEL_PICTURE_HEIGHT_PX = 270 };

typedef struct LevelCard {
    char title[LEVEL_TITLE_BYTES]; /* the map's; made of the level's name until that is read */
    bool is_read;
    CwRunTime best;            /* the player's, clean or else helped; zero: none */
    char file[PATH_BYTES_MAX]; /* of its picture; "": it has none */
    int picture;               /* index into `pictures`; -1: none */
} LevelCard;

typedef struct LevelCards {
    const Levels *levels;
    CwBestRuns *best_runs;
    CwSpriteDef pictures[LEVEL_MAX];
    int picture_count;
    int loaded_count; /* of the pictures: those that the stage has */
    int count;
    LevelCard cards[];
} LevelCards;

/* For free. Both pointers outlive the cards. NULL when memory ran out. */
LevelCards *level_cards_create(const Levels *levels, CwBestRuns *best_runs);

/* The card of a level by its name; NULL: the game has no such level. */
const LevelCard *level_cards_find(const LevelCards *cards, const char *level);

/* Reads the player's times again. */
void level_cards_read_times(LevelCards *cards);

/* Reads the title of the next level that was not read yet. */
void level_cards_update(LevelCards *cards);

#endif
