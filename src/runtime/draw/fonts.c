#include "draw/fonts.h"

#include "base/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FOUND_SLOTS = 4096, /* letters that share a slot replace each other */
    MISSING_MAX = 16    /* messages about letters that no font has */
};

typedef struct Found {
    uint32_t key; /* the letter, with the highest bit for bold; 0: free slot */
    int font;     /* FONT_NONE: no font has the letter */
} Found;

struct Fonts {
    const CwFontDef *defs;
    int def_count;
    char folder[PATH_BYTES_MAX];
    FT_Library library; /* NULL before the first font */
    FontFinder *finder; /* NULL before the first search */
    Font fonts[FONTS_MAX];
    FontFile files[FONTS_MAX]; /* files of stand-ins */
    int count;                 /* faces first, then stand-ins */
    Found found[FOUND_SLOTS];
    int missing_count; /* letters that no font has */
    const char *language;
};

static const FaceWish WISHES[] = {
    [CW_FACE_REGULAR] = {.family = "DejaVu Sans"},
    [CW_FACE_BOLD] = {.family = "DejaVu Sans", .is_bold = true},
    [CW_FACE_MONO] = {.family = "DejaVu Sans Mono"},
};
_Static_assert(CW_ARRAY_LENGTH(WISHES) == CW_FACE_COUNT, "a wish for each face");

/* ---- opening ---- */

static void measure_lines(Font *font)
{
    FT_Face face = font->outlines;
    double height = face->ascender - face->descender;
    font->units_per_em = fmax(1, face->units_per_EM);
    if (!(height > 0)) { /* the font has no height */
        font->em_per_line = 0.8;
        font->ascent_per_line = 0.75;
        return;
    }
    font->em_per_line = font->units_per_em / height;
    font->ascent_per_line = face->ascender / height;
}

/* FreeType and HarfBuzz share the font's bytes, and read them while they shape and draw. */
static bool open_font(Fonts *fonts, const FontFile *file, Font *font)
{
    font->was_tried = true;
    if (fonts->library == NULL && FT_Init_FreeType(&fonts->library) != 0) {
        return false;
    }
    hb_blob_t *bytes = hb_blob_create_from_file_or_fail(file->path);
    unsigned length = 0;
    const char *start = bytes == NULL ? NULL : hb_blob_get_data(bytes, &length);
    FT_Face outlines = NULL;
    bool is_font =
        start != NULL && FT_New_Memory_Face(fonts->library, (const FT_Byte *)start, (FT_Long)length,
                                            file->index, &outlines) == 0;
    if (!is_font || !FT_IS_SCALABLE(outlines)) {
        FT_Done_Face(outlines); /* NULL is fine */
        hb_blob_destroy(bytes);
        return false;
    }
    hb_face_t *face = hb_face_create(bytes, (unsigned)file->index & 0xFFFF);
    font->shaper = hb_font_create(face); /* the face keeps the bytes */
    if (file->index >> 16 > 0) {
        hb_font_set_var_named_instance(font->shaper, ((unsigned)file->index >> 16) - 1);
    }
    hb_face_destroy(face);
    hb_blob_destroy(bytes);
    font->outlines = outlines;
    measure_lines(font);
    return true;
}

static FaceWish wish_of(const Fonts *fonts, int face)
{
    if (face < CW_FACE_COUNT) {
        return WISHES[face];
    }
    const CwFontDef *def = &fonts->defs[face - CW_FACE_COUNT];
    return (FaceWish){.family = def->family, .is_bold = def->bold};
}

/* The engine's face for letters that this face lacks, or for all if it is missing. */
static int engine_face_of(const Fonts *fonts, int face)
{
    bool is_own = face >= CW_FACE_COUNT;
    return !is_own ? face : fonts->defs[face - CW_FACE_COUNT].bold ? CW_FACE_BOLD : CW_FACE_REGULAR;
}

static void close_font(Font *font)
{
    if (font->shaper != NULL) {
        FT_Done_Face(font->outlines);
        hb_font_destroy(font->shaper);
        *font = (Font){.was_tried = true};
    }
}

/* Any font serves for a face of the engine, only the wished family for a game's. */
static bool open_wished(Fonts *fonts, int face, FontFile *file)
{
    Font *font = &fonts->fonts[face];
    const FaceWish wish = wish_of(fonts, face);
    if (!font_files_find(&fonts->finder, &wish, 0, 0, file) || !open_font(fonts, file, font)) {
        return false;
    }
    const char *family = font->outlines->family_name;
    if (face >= CW_FACE_COUNT && (family == NULL || strcmp(family, wish.family) != 0)) {
        close_font(font);
    }
    return font->shaper != NULL;
}

static void open_engine_face(Fonts *fonts, int face)
{
    FontFile file;
    if (!open_wished(fonts, face, &file) && face == CW_FACE_REGULAR) {
        report("no font can be opened%s%s, so text is left out; %s",
               file.path[0] != '\0' ? ", not even " : "", file.path, FONT_FILES_ADVICE);
    } else if (fonts->fonts[face].shaper == NULL) {
        report("no font can be opened for the %s face, so the regular one serves in its place; %s",
               face == CW_FACE_BOLD ? "bold" : "monospaced", FONT_FILES_ADVICE);
    }
}

static void open_game_face(Fonts *fonts, int face)
{
    const char *name = fonts->defs[face - CW_FACE_COUNT].file;
    FontFile file = {0};
    if (name == NULL) {
        open_wished(fonts, face, &file);
        return;
    }
    if (!path_join(file.path, fonts->folder, name) ||
        !open_font(fonts, &file, &fonts->fonts[face])) {
        report("assets/font/%s: %s; the regular face serves in its place", name,
               file.path[0] == '\0' ? "there is no folder assets beside the program"
                                    : "no TrueType or OpenType font can be read there");
    }
}

int fonts_of_face(Fonts *fonts, int face)
{
    if (!fonts->fonts[face].was_tried) {
        fonts->fonts[face].was_tried = true;
        if (face < CW_FACE_COUNT) {
            open_engine_face(fonts, face);
        } else {
            open_game_face(fonts, face);
        }
    }
    if (fonts->fonts[face].shaper != NULL) {
        return face;
    }
    int instead = engine_face_of(fonts, face);
    instead = instead == face ? CW_FACE_REGULAR : instead;
    return face == CW_FACE_REGULAR ? FONT_NONE : fonts_of_face(fonts, instead);
}

/* ---- letters ---- */

bool fonts_has_letter(const Fonts *fonts, int font, uint32_t letter)
{
    hb_codepoint_t glyph;
    return hb_font_get_nominal_glyph(fonts->fonts[font].shaper, letter, &glyph) != 0;
}

/* A stand-in, opened if it is not open yet; FONT_NONE: it can't be opened. */
static int open_stand_in(Fonts *fonts, const FontFile *file)
{
    int first = fonts_face_count(fonts);
    for (int i = first; i < fonts->count; i++) {
        if (fonts->files[i].index == file->index && strcmp(fonts->files[i].path, file->path) == 0) {
            return fonts->fonts[i].shaper == NULL ? FONT_NONE : i;
        }
    }
    if (fonts->count == FONTS_MAX) {
        return FONT_NONE;
    }
    int font = fonts->count++;
    fonts->files[font] = *file;
    return open_font(fonts, file, &fonts->fonts[font]) ? font : FONT_NONE;
}

static int search_fonts(Fonts *fonts, int face, uint32_t letter)
{
    int engine = engine_face_of(fonts, face);
    const int nearer[] = {fonts_of_face(fonts, engine), fonts_of_face(fonts, CW_FACE_REGULAR)};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(nearer); i++) {
        if (nearer[i] != FONT_NONE && fonts_has_letter(fonts, nearer[i], letter)) {
            return nearer[i];
        }
    }
    FaceWish wish = WISHES[engine];
    wish.language = fonts->language;
    FontFile file;
    for (int i = 0; font_files_find(&fonts->finder, &wish, letter, i, &file); i++) {
        int font = open_stand_in(fonts, &file);
        if (font != FONT_NONE && fonts_has_letter(fonts, font, letter)) {
            return font;
        }
    }
    return FONT_NONE;
}

/* Faces of one weight share the fonts that were found. */
static int find_letter(Fonts *fonts, int face, uint32_t letter)
{
    uint32_t engine = (uint32_t)engine_face_of(fonts, face);
    uint32_t key = letter | (engine + 1) << 24;
    Found *found = &fonts->found[(key * 0x9E3779B1U >> 16) % FOUND_SLOTS];
    if (found->key != key) {
        *found = (Found){key, search_fonts(fonts, face, letter)};
        if (found->font == FONT_NONE && fonts->missing_count++ < MISSING_MAX) {
            report("no font of this machine has U+%04X, so a box is drawn; install a font that has "
                   "this letter, or put one into assets/font",
                   (unsigned)letter);
        }
    }
    return found->font;
}

int fonts_for_letter(Fonts *fonts, int face, uint32_t letter)
{
    int own = fonts_of_face(fonts, face);
    if (own == FONT_NONE || fonts_has_letter(fonts, own, letter)) {
        return own;
    }
    int font = find_letter(fonts, face, letter);
    return font == FONT_NONE ? own : font;
}

void fonts_set_language(Fonts *fonts, const char *language)
{
    fonts->language = language;
    memset(fonts->found, 0, sizeof fonts->found);
}

int fonts_face_count(const Fonts *fonts)
{
    return CW_FACE_COUNT + fonts->def_count;
}

const Font *fonts_at(const Fonts *fonts, int font)
{
    return &fonts->fonts[font];
}

Fonts *fonts_create(const FontsDesc *desc)
{
    CW_ASSERT(desc->count >= 0 && desc->count <= GAME_FONTS_MAX, "Give a game at most 64 fonts.");
    Fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        return NULL;
    }
    fonts->defs = desc->defs;
    fonts->def_count = desc->count;
    snprintf(fonts->folder, sizeof fonts->folder, "%s", desc->folder == NULL ? "" : desc->folder);
    fonts->count = fonts_face_count(fonts);
    return fonts;
}

void fonts_destroy(Fonts *fonts)
{
    if (fonts == NULL) {
        return;
    }
    for (int i = 0; i < fonts->count; i++) {
        close_font(&fonts->fonts[i]);
    }
    font_files_close(fonts->finder);
    if (fonts->library != NULL) {
        FT_Done_FreeType(fonts->library);
    }
    free(fonts);
}
