/* Finds the file of a font face: this machine's fonts by fontconfig (font_files_installed.c), or
 * those that come with the program (font_files_shipped.c). fonts.c opens them. */
#pragma once

#include "base/cache.h"

typedef struct FontFile {
    char path[PATH_BYTES_MAX]; /* "": no file */
    int index;                 /* index of the face in the file; the upper half is a variation */
} FontFile;

typedef struct FaceWish {
    const char *family;
    bool bold;
} FaceWish;

/* The remedy for a missing DejaVu Sans. */
extern const char FONT_FILES_ADVICE[];

/* State kept between searches; NULL before the first. */
typedef struct FontFinder FontFinder;

/* Finds the file nearest to a wish; the caller checks it. With a letter: file number `place` of
 * those that may have it. False, and "": none. */
bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file);
void font_files_close(FontFinder *finder); /* NULL is fine */

/* Adds all that the search for a face depends on, as far as it can be told without a search. */
CacheKey font_files_key(CacheKey before, const FaceWish *wish);
