/* Fonts: the engine's three faces, the game's own, and others of this machine for letters that
 * those lack. The typesetter owns one.
 *
 * A font is opened when it is first asked for: the engine's by font_files.h (DejaVu Sans, or the
 * nearest), the game's by file. A lacking letter is looked up once. Knows FreeType and HarfBuzz, no
 * text and no pixels. */
#pragma once

#include "base/cache.h"
#include "clockwork/text.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>

enum { GAME_FONTS_MAX = 64, FONTS_MAX = 128, FONT_NONE = -1 };

typedef struct Font {
    bool tried;
    hb_font_t *shaper; /* in font units; NULL: can't be opened */
    FT_Face outlines;  /* of the same bytes */
    double units_per_em;
    double em_per_line;     /* the em of letters whose line is 1 high ... */
    double ascent_per_line; /* ... and the way down from its top to the baseline */
} Font;

typedef struct Fonts Fonts;

typedef struct FontsDesc {
    const CwFontDef *defs; /* the game's, the caller's */
    int count;
    const char *folder; /* with them; "" or NULL: none */
    const Cache *cache; /* of where the engine's faces are, the caller's; NULL: none */
} FontsDesc;

/* NULL when memory ran out. */
Fonts *fonts_create(const FontsDesc *desc);
void fonts_destroy(Fonts *fonts); /* NULL is fine */

/* Faces that there are: the engine's and the game's. */
int fonts_face_count(const Fonts *fonts);
int fonts_count(const Fonts *fonts); /* with those that stand in */

/* A face's font, or the one that serves for it. FONT_NONE, after one message, without any. */
int fonts_of_face(Fonts *fonts, int face);

/* The face's font, or one that has the letter; without any the face's. */
int fonts_for_letter(Fonts *fonts, int face, uint32_t letter);

/* Reports the letters that no font had since the last report; each is named once. */
void fonts_mention_missing(Fonts *fonts);

bool fonts_has_letter(const Fonts *fonts, int font, uint32_t letter);

const Font *fonts_at(const Fonts *fonts, int font);
