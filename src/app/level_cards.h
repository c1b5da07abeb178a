/* What is known of each level: its title, the player's times there, a picture. For the level map,
 * and for whatever else names a level.
 *
 * A map has to be read for its title, and a picture be made: level_cards_update does a bit of it in
 * each frame, the picture only where somebody looks. Pictures are kept as files,
 * PLAYER/pictures/LEVEL-HASH.png, and made anew when level, rules, version or art are others. */
#ifndef APP_LEVEL_CARDS_H
#define APP_LEVEL_CARDS_H

#include "app/best_runs.h"
#include "app/level_picture.h"

enum { LEVEL_TITLE_BYTES = 96 };

typedef struct LevelCard {
    char title[LEVEL_TITLE_BYTES]; /* the map's; made of its name until that is read */
    bool is_read;
    CwRunTime clean, helped; /* the player's best; zero: none */
    char file[PATH_BYTES_MAX];
    int picture; /* of `pictures`; -1: none yet */
    bool is_bad; /* a picture can't be had */
} LevelCard;

typedef struct LevelCardsDesc {
    LevelPictureDesc picture;
    CwBestRuns *best_runs;
    const char *player_dir; /* NULL or "": pictures are not made */
} LevelCardsDesc;

typedef struct LevelCards {
    LevelCardsDesc desc;
    LevelPicture maker;
    uint64_t art;                    /* art_stamp of the program's pictures */
    int made;                        /* the level whose picture is being made; -1: none */
    CwSpriteDef pictures[LEVEL_MAX]; /* files are paths */
    int picture_count;
    int count;
    LevelCard cards[];
} LevelCards;

/* All pointers of the desc outlive it. NULL when memory ran out. */
LevelCards *level_cards_create(const LevelCardsDesc *desc);
void level_cards_destroy(LevelCards *cards); /* NULL is fine */

/* The card of a level by its name; NULL: the game has none of it. */
const LevelCard *level_cards_find(const LevelCards *cards, const char *level);

/* Reads the player's times again. */
void level_cards_read_times(LevelCards *cards);

/* A bit of what is left to do; true when there is a picture more. */
bool level_cards_update(LevelCards *cards, bool with_pictures);

/* Nobody looks any more: gives back what making pictures takes. */
void level_cards_rest(LevelCards *cards);

#endif
