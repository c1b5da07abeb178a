/* A small picture of a level, for its card: what is seen in the middle of its bundled recording, or
 * of its start where there is none.
 *
 * Made in bits, so that no frame of the menu behind which it happens takes long: a world of its own
 * plays up to that moment, a picture in memory is painted of it, and a PNG file written. The level
 * cards run one at a time. It owns that world and painter; all else stays the caller's. */
#ifndef APP_LEVEL_PICTURE_H
#define APP_LEVEL_PICTURE_H

#include "app/game_config.h"
#include "clockwork/replay.h"
#include "draw/draw_list.h"
#include "draw/renderer.h"
#include "sim/session.h"

enum { PICTURE_WIDTH_PX = 480, PICTURE_HEIGHT_PX = 270 };

typedef struct LevelPictureDesc {
    const CwGame *game;
    const Levels *levels;
    const Config *config; /* in force */
    uint64_t fingerprint;
    const SpriteTable *sprites;
    const char *data_dir;    /* holds assets/; NULL or "": none */
    const char *replays_dir; /* NULL or "": none */
    Typesetter *typesetter;  /* NULL: texts are not seen */
} LevelPictureDesc;

/* Zero-initialise. */
typedef struct LevelPicture {
    LevelPictureDesc desc;
    CwReplayFile *replay; /* NULL: none that fits */
    Session session;
    bool is_open; /* the session */
    Renderer *renderer;
    Viewport viewport;
    GameConfig game_config;
    CwDrawList list;
} LevelPicture;

typedef enum PictureState { PICTURE_UNDERWAY, PICTURE_DONE, PICTURE_REFUSED } PictureState;

/* Begins with a level, in place of the one before. False where it can't be opened. */
bool level_picture_begin(LevelPicture *picture, const LevelPictureDesc *desc, const char *level,
                         CwError *error);

/* Goes on for some milliseconds. Done: the file is whole under `path`. */
PictureState level_picture_work(LevelPicture *picture, const char *path, CwError *error);

/* Frees everything; the painter is kept from one picture to the next only. */
void level_picture_end(LevelPicture *picture);

#endif
