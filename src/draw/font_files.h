/* Where the fonts are: asks fontconfig once for the three faces of clockwork/draw.h.
 *
 * DejaVu Sans is wanted; where it is missing fontconfig's nearest font serves. Called by text.c
 * when the first text is drawn. Owns nothing afterwards. */
#ifndef DRAW_FONT_FILES_H
#define DRAW_FONT_FILES_H

#include "clockwork/draw.h"

typedef struct FontFile {
    char path[1024]; /* "" when the machine has no font at all */
    int index;       /* of the face within the file */
} FontFile;

void font_files_find(FontFile files[CW_FACE_COUNT]);

#endif
