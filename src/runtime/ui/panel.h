/* Panels are filled boxes with lines of text. Menus, transport bar, notices and overlay are made of
 * them. Everything is pushed in view points, on the list's layer, in the caller's colours. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "input/binding.h"

typedef CwViewRect Box;

/* A line of text in the vertical middle of a box. A box without size is an anchor. */
typedef struct Label {
    const char *text;
    int face;
    CwTextAlign align;
    double size; /* height of the line */
    CwColour colour;
} Label;

CwColour panel_alpha(CwColour colour, double alpha); /* 0..255 */

/* The game's colours, or more contrasting ones. */
CwTheme panel_theme(const CwGame *game, bool high_contrast);

/* A light colour made readable on the theme's pages: darker where those are light. */
CwColour panel_ink(CwColour colour, const CwTheme *theme);

bool panel_holds(Box box, double x, double y);

void panel_fill(CwDrawList *list, Box box, CwColour colour);
void panel_fill_cut(CwDrawList *list, Box box, double cut, CwColour colour); /* cut corners */
/* Draws a frame behind rows and fields, readable on any picture: cut corners, a brass edge. */
void panel_frame(CwDrawList *list, Box box, const CwTheme *theme);
void panel_edge(CwDrawList *list, Box box, double cut, double width, CwColour colour);
void panel_label(CwDrawList *list, Box box, const Label *label);
void panel_label_fit(CwDrawList *list, Box box, const Label *label);
/* Draws a scroll bar at the left edge: share and place of the visible part; none if all is seen. */
void panel_scroll_bar(CwDrawList *list, Box box, double total, double scroll, const CwTheme *theme);
/* The width of a text; 0: it can't be measured. */
double panel_text_width(CwDrawList *list, const char *text, int face, double size);

/* ---- content of panels ---- */

/* Draws a key or a controller's button at the box's left edge, as high as it. Returns its width. */
double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme);

/* Draws a line of text with cursor and selection. A long text scrolls to its cursor. */
void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour);

typedef struct TextPrompt {
    const char *text; /* over the field */
    const char *help; /* below it: what ends typing */
    double scale;     /* 1 for text of usual size */
} TextPrompt;

/* Draws the engine's own text field for a game that requests text; returns its box (ui_view.h). */
Box text_prompt_draw(CwDrawList *list, const TextPrompt *prompt, const CwTextEntry *entry,
                     const CwTheme *theme);
