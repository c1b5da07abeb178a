/* The files of the player's save data, behind clockwork/save.h.
 *
 * saves/KEY.save is a head of 32 bytes, little-endian, and what was saved:
 *     0   8 "CWSAVE", format version 1 in two bytes
 *     8   4 the game's version
 *    12   4 0
 *    16   8 size of what follows the head
 *    24   8 XXH3_64bits of the head up to here and what follows, seeded with the key's hash
 * A lock on the folder lets one program at a time write or take a damaged file away; file systems
 * without locks do without. The loop keeps one CwSaves and hands it out with each frame. */
#pragma once

#include "clockwork/save.h"
#include "platform/path.h"
#include "ui/notices.h"

struct CwSaves {
    char folder[PATH_BYTES_MAX]; /* "": no folder */
    bool is_unplayed;            /* no player plays, so nothing is written */
    Notices *notices;            /* show failures that no caller takes; NULL: none */
    CwError failure;             /* the last of those; the same one is reported once */
};

/* Describes the saves in the player's folder; NULL or "": none. Makes nothing yet. */
CwSaves saves_in(const char *player_dir);
