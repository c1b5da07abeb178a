/* Fonts: the engine's three faces, the game's own, and this machine's fonts for letters that those
 * lack. The typesetter owns one.
 *
 * A font is opened when it is first needed: the engine's by name (DejaVu Sans, or the nearest), the
 * game's by file. A missing letter is looked up once. Knows no pixels. */
#pragma once

#include "clockwork/text.h"
#include "platform/path.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>

enum { GAME_FONTS_MAX = 64, FONTS_MAX = 128, FONT_NONE = -1 };

typedef struct Font {
    bool was_tried;
    hb_font_t *shaper; /* lengths in font units; NULL: not opened */
    FT_Face outlines;  /* uses the shaper's bytes */
    double units_per_em;
    double em_per_line;     /* em of letters in a line of height 1 */
    double ascent_per_line; /* baseline, from the top of a line of height 1 */
} Font;

typedef struct Fonts Fonts;

typedef struct FontsDesc {
    const CwFontDef *defs; /* the game's fonts; owned by the caller */
    int count;
    const char *folder; /* folder of the files; "" or NULL: none */
} FontsDesc;

/* Creates fonts and opens none. NULL: out of memory. */
Fonts *fonts_create(const FontsDesc *desc);
void fonts_destroy(Fonts *fonts); /* NULL is fine */

int fonts_face_count(const Fonts *fonts);

/* A face's font, or its replacement. FONT_NONE, after one message: no font can be opened. */
int fonts_of_face(Fonts *fonts, int face);

/* The face's font, or one that has the letter; if none has, the face's, after one message. */
int fonts_for_letter(Fonts *fonts, int face, uint32_t letter);

bool fonts_has_letter(const Fonts *fonts, int font, uint32_t letter);

const Font *fonts_at(const Fonts *fonts, int font);

/* Prefers fonts with the letters of a language ("ja", "zh_CN"), since languages write the same
 * Chinese character differently. NULL: those of the system. Keeps the name. */
void fonts_set_language(Fonts *fonts, const char *language);

/* ---- the file of a face ----
 *
 * Found by fontconfig (font_files_installed.c), or beside the program (font_files_shipped.c). */

typedef struct FontFile {
    char path[PATH_BYTES_MAX]; /* "": no file */
    int index;                 /* index of the face in the file; the upper half is a variation */
} FontFile;

typedef struct FaceWish {
    const char *family;
    bool is_bold;
    const char *language; /* NULL: any */
} FaceWish;

/* The remedy for a missing DejaVu Sans. */
extern const char FONT_FILES_ADVICE[];

/* State kept between searches; NULL before the first. */
typedef struct FontFinder FontFinder;

/* Finds the file nearest to a wish, or file `place` of those that may have a letter; false:
 * none. */
bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file);
void font_files_close(FontFinder *finder); /* NULL is fine */
