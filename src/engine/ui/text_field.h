/* A field with a line of text in it: of a menu's row, of the prompt in the middle of the picture,
 * of a game.
 *
 * Cursor and selection are where the typesetter sets the letters, whatever their widths, marks and
 * directions. Pushes into a draw list in screen space, on the layer that it is set to. Knows no
 * keys. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "ui/panel.h"

/* The box is as high as the line. Text that is longer shows where the cursor is; one that nobody
 * types is cut at its end. */
void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour);

/* A field of the engine's own, for a game that asks for text. Returns its box, in the points of
 * ui_view.h. */
Box text_prompt_draw(CwDrawList *list, const char *prompt, const CwTextEntry *entry,
                     const CwTheme *theme);

/* Tells the player which keys end typing. */
extern const char text_field_help[];
