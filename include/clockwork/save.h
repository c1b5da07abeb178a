/* Save data, such as unlocked levels: bytes under a key, in the player's folder. docs/settings.md
 * has an example.
 *
 * Saves are for frame phases (CwFrame.saves). Ticks and `start` can't reach them, because a
 * recording must hold all that its world depends on. Each key is a file of its own, saves/KEY.save.
 * Writes are atomic. They often take milliseconds, so write when something was achieved, not in
 * every frame. In a watched recording and behind the title screen only menu rows (menu.h) can
 * write, but all frame phases can read.
 *
 * On failure calls return false with the cause in `error`, or print it if `error` is NULL. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

enum { CW_SAVE_KEY_BYTES = 64 };      /* [a-z0-9-]+ and a NUL. Keys clockwork-... are reserved */
enum { CW_SAVE_BYTES_MAX = 1 << 24 }; /* largest size under one key */

/* The save data of a game. */
typedef struct CwSaves CwSaves;

/* The save of one key. */
typedef struct CwSave {
    uint32_t version;  /* the game's own number for the format of the bytes */
    const void *bytes; /* NULL: nothing was saved under the key */
    size_t size;
} CwSave;

/* Replaces the save of a key by a copy of these bytes. On failure the old save stays. */
bool cw_save_write(CwSaves *saves, const char *key, const CwSave *save, CwError *error);

/* Reads the save of a key; all zero if there is none. Free it with cw_save_free. For a damaged file
 * returns false and renames it to KEY.save.bad, so later reads find no save. */
bool cw_save_read(CwSaves *saves, const char *key, CwSave *save, CwError *error);
void cw_save_free(CwSave *save);

/* Deletes the save of a key. True also if there is none. */
bool cw_save_remove(CwSaves *saves, const char *key, CwError *error);
CW_C_END
