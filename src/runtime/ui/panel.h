/* Panels: filled boxes and lines of text in them, of which menus, transport bar, notices, overlay
 * and lab are made. Pushes view points, on the list's layer. Colours are the caller's. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "input/binding.h"

typedef CwViewRect Box;

/* A line of text, in the vertical middle of a box; one without size is an anchor. */
typedef struct Label {
    const char *text;
    int face;
    CwTextAlign align;
    double size; /* height of the line */
    CwColour colour;
} Label;

CwColour panel_alpha(CwColour colour, double alpha); /* 0..255 */

/* A light colour as it is read on the theme's pages: darker where those are light. */
CwColour panel_ink(CwColour colour, const CwTheme *theme);

bool panel_holds(Box box, double x, double y);

void panel_fill(CwDrawList *list, Box box, CwColour colour);
void panel_fill_cut(CwDrawList *list, Box box, double cut, CwColour colour); /* corners cut off */
/* Behind rows and fields, so that they read on any picture: corners cut off, an edge of brass. */
void panel_frame(CwDrawList *list, Box box, const CwTheme *theme);
void panel_edge(CwDrawList *list, Box box, double cut, double width, CwColour colour);
void panel_label(CwDrawList *list, Box box, const Label *label);
/* The same, smaller where it would be wider than its box. */
void panel_label_fit(CwDrawList *list, Box box, const Label *label);
/* At the left edge: how much of a content is seen, and which part; nothing for all of it. */
void panel_scroll_bar(CwDrawList *list, Box box, double content, double scroll,
                      const CwTheme *theme);
/* Width of a text; 0 where nothing can be measured. */
double panel_text_width(CwDrawList *list, const char *text, int face, double size);

/* ---- what stands in a panel ---- */

/* The picture of a key (a cap with its label) or a controller's button, for prompts: its left edge
 * at the box's, as high as it. Returns its width. */
double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme);

/* A line of text that is typed, as high as the box, with the cursor and the selection where the
 * letters are. Longer text shows the cursor; one that nobody types is cut. */
void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour);

/* The engine's own field, for a game that asks for text; its box (ui_view.h). */
Box text_prompt_draw(CwDrawList *list, const char *prompt, const CwTextEntry *entry,
                     const CwTheme *theme);
