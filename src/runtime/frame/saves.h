/* The files of the player's save data, behind clockwork/save.h.
 *
 * saves/KEY.save is a head of 32 bytes, little-endian, and then the saved bytes:
 *     0   8 "CWSAVE", format version 1 in two bytes
 *     8   4 the game's version
 *    12   4 0
 *    16   8 size of the saved bytes
 *    24   8 XXH3_64bits of the head up to here and of the saved bytes, seeded with the key's hash
 * A program locks the folder while it writes, or renames a damaged file, unless the file system has
 * no locks. The loop keeps one CwSaves and passes it with each frame. */
#pragma once

#include "clockwork/save.h"
#include "platform/path.h"
#include "ui/notices.h"

struct CwSaves {
    char folder[PATH_BYTES_MAX]; /* "": no folder */
    bool is_unplayed;            /* no player plays, so nothing is written */
    Notices *notices;            /* show failures for which a caller takes no error; NULL: none */
    CwError failure;             /* the last such failure; it is reported once */
};

/* Describes the saves in the player's folder; NULL or "": none. Makes nothing yet. */
CwSaves saves_in(const char *player_dir);

/* Frees a damaged save, reports it and renames its file to KEY.save.bad. Returns false. */
bool saves_put_aside(CwSaves *saves, const char *key, CwSave *save, const char *damage);
