/* A field with a line of text in it: of a menu's row, of the prompt in the middle of the picture,
 * of a game. Cursor and selection are where the typesetter sets the letters. In screen space. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/text_entry.h"
#include "ui/panel.h"

/* As high as the line. Longer text shows the cursor; one that nobody types is cut. */
void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour);

/* The engine's own field, for a game that asks for text; its box (ui_view.h). */
Box text_prompt_draw(CwDrawList *list, const char *prompt, const CwTextEntry *entry,
                     const CwTheme *theme);

/* Tells the player which keys end typing. */
extern const char text_field_help[];
