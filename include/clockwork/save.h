/* Save data: bytes under a key, in the player's folder. Best times, unlocked levels, a game's own
 * settings.
 *
 *     CwSave save;
 *     if (cw_save_read(frame->saves, "times", &save, NULL) && save.version == TIMES_VERSION &&
 *         save.size == sizeof times) {
 *         memcpy(&times, save.bytes, sizeof times);
 *     }
 *     cw_save_free(&save);
 *     cw_save_write(frame->saves, "times", &(CwSave){TIMES_VERSION, &times, sizeof times}, NULL);
 *
 * They are for frame phases (CwFrame.saves) and your own programs (cw_saves_open). A tick and
 * `start` can't reach them: a world depends on nothing that its recording doesn't hold.
 *
 * Each key is a file of its own, saves/KEY.save. Writes are atomic: a temporary file is written,
 * flushed to disk and renamed. After a crash, on a full disk and with two programs at once the old
 * or the new save is there, never a mixture. That takes the disk's time, often milliseconds: write
 * when something was achieved, not in every frame. Headless it is the same. While a recording is
 * watched, and behind the title screen, saves can be read, but writes are ignored. Rows of menus
 * (menu.h) write them there too.
 *
 * Calls return false with the cause in `error`; where that is NULL they print it. */
#pragma once

#include "clockwork/base.h"

enum { CW_SAVE_KEY_BYTES = 64 };      /* [a-z0-9-]+ and a zero; clockwork-... are the engine's */
enum { CW_SAVE_BYTES_MAX = 1 << 24 }; /* under one key */

/* The save data of a game. */
typedef struct CwSaves CwSaves;

/* The save of one key. */
typedef struct CwSave {
    uint32_t version;  /* of what the bytes mean: the game's own number */
    const void *bytes; /* NULL: nothing was saved under the key */
    size_t size;
} CwSave;

/* Stores a copy of the bytes under the key in place of the old save. On failure returns false, and
 * the old save stays. */
bool cw_save_write(CwSaves *saves, const char *key, const CwSave *save, CwError *error);

/* Reads the save of a key into memory that cw_save_free frees; all zero if there is none. For a
 * damaged file it returns false once and renames it to KEY.save.bad; then there is none. */
bool cw_save_read(CwSaves *saves, const char *key, CwSave *save, CwError *error);
void cw_save_free(CwSave *save);

/* Deletes the save of a key. True, too, if there is none. */
bool cw_save_remove(CwSaves *saves, const char *key, CwError *error);

/* Opens the saves of a game by its id, for tools and tests. NULL: the player has no folder. */
CwSaves *cw_saves_open(const char *game_id, CwError *error);
void cw_saves_close(CwSaves *saves);
