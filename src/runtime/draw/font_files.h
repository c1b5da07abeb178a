/* Which file has a face: fonts of this machine, that fontconfig knows (font_files_installed.c), or
 * those that come with the program (font_files_shipped.c). fonts.c opens them. */
#pragma once

#include "base/cache.h"

typedef struct FontFile {
    char path[PATH_BYTES_MAX]; /* "" when there is none */
    int index;                 /* of the face within the file; the upper half is a variation */
} FontFile;

typedef struct FaceWish {
    const char *family;
    bool bold;
} FaceWish;

/* The remedy where DejaVu Sans is missing. */
extern const char FONT_FILES_ADVICE[];

/* State between questions; NULL before the first one. */
typedef struct FontFinder FontFinder;

/* The file nearest to a wish; the caller checks it. With a letter: number `place` of those that may
 * have it. False, and "": there is none. */
bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file);
void font_files_close(FontFinder *finder); /* NULL is fine */

/* Adds all that the answer for a face depends on, as far as it can be told without asking. */
CacheKey font_files_key(CacheKey before, const FaceWish *wish);
