/* Text: lines and blocks in fonts of the engine or the game. They can be measured, too.
 *
 *     CwTextDraw sign = {.text = "Mind the gap", .x = 320, .y = 180, .align = CW_ALIGN_CENTRE};
 *     cw_draw_text(frame->draw, &sign);
 *
 * A member of 0 means its default. Any frame phase may measure text, with or without a window: the
 * result depends on the text and its fonts alone, and agrees with the picture.
 *
 * Text is UTF-8; invalid bytes are shown as a replacement character. Letters join, combine and are
 * kerned as the font says. Left-to-right and right-to-left may be mixed; a paragraph has the
 * direction of its first letter. A letter that a face lacks is taken from another installed font,
 * or shown as a box. '\n' begins a line, a tab is four blanks wide. */
#pragma once

#include "clockwork/draw.h"
CW_C_BEGIN

/* One row of a game's table of fonts: a TTF or OTF under assets/font, or a font that the player's
 * machine may have. Row n is face CW_FACE_COUNT + n. A file that can't be read is reported once and
 * replaced by CW_FACE_REGULAR. A family that is not installed is replaced without a message, by
 * CW_FACE_BOLD if `bold` is set, else by CW_FACE_REGULAR. */
typedef struct CwFontDef {
    const char *file;   /* "title.ttf" */
    const char *family; /* a family such as "Old Standard TT"; replaces `file` */
    bool bold;          /* bold face of `family` */
} CwFontDef;

/* The alignment of lines in a block, and the side of its anchor. Justified lines fill `width`,
 * except the last line of a paragraph; their anchor is on the left. */
typedef enum CwTextAlign {
    CW_ALIGN_LEFT,
    CW_ALIGN_CENTRE,
    CW_ALIGN_RIGHT,
    CW_ALIGN_JUSTIFY
} CwTextAlign;

/* The part of the block that is at `y`. BASELINE is that of the first line. */
typedef enum CwTextAnchor {
    CW_ANCHOR_MIDDLE,
    CW_ANCHOR_TOP,
    CW_ANCHOR_BASELINE,
    CW_ANCHOR_BOTTOM
} CwTextAnchor;

/* The engine's faces. The game's own faces follow: the first is CW_FACE_COUNT. */
typedef enum CwTextFace { CW_FACE_REGULAR, CW_FACE_BOLD, CW_FACE_MONO, CW_FACE_COUNT } CwTextFace;

/* Longer text is truncated, with one warning on stderr. */
enum { CW_TEXT_BYTES_MAX = 16384 };

/* Lengths are in the unit of the current space: view points on the screen, metres in the world,
 * where text turns with the camera. A negative size draws nothing. */
typedef struct CwTextDraw {
    const char *text; /* copied; NULL or "" draws nothing */
    int face;         /* CwTextFace, or CW_FACE_COUNT + row of CwGame.looks.fonts */
    CwTextAlign align;
    double x, y;     /* place of the anchor */
    double size;     /* height of a line; 0: as high as 16 view points */
    CwColour colour; /* {0, 0, 0, 0}: white, so fade black text with the tint of cw_draw_set_look */
    double width; /* lines are wrapped to this width: after blanks and hyphens, between ideographs,
                     inside a word that is longer; 0: only '\n' begins a line */
    double line_spacing;     /* distance between lines, 1 is a line's height; 0: 1 */
    CwTextAnchor anchor;     /* vertical; `align` is horizontal */
    double angle_rad;        /* turned counter-clockwise about the anchor, with the shadow */
    double outline;          /* width of an edge around the letters; 0: none. At most 0.2 of size */
    CwColour outline_colour; /* {0, 0, 0, 0}: black. Its alpha is multiplied by that of `colour` */
    CwPoint2 shadow;         /* offset of the shadow, right and down; {0, 0}: none */
    CwColour shadow_colour;  /* {0, 0, 0, 0}: black, half opaque. Its alpha is multiplied, too */
    bool is_translated;      /* draws the translation of `text` (language.h), if there is one */
} CwTextDraw;
void cw_draw_text(CwDrawList *list, const CwTextDraw *text);

/* Width of the longest line, and height of all lines without outlines and shadows. */
typedef struct CwTextSize {
    double width, height;
    int line_count;
} CwTextSize;

/* Measures text as cw_draw_text would draw it in the current space. Before CW_PHASE_RENDER that is
 * screen space. Ignores x and y. Returns zeros for empty text or without a font. */
CwTextSize cw_text_measure(const CwDrawList *list, const CwTextDraw *text);
CW_C_END
