/* Pictures of keys and buttons, for prompts: a key of the keyboard as a cap with its label,
 * the buttons of a controller in their shapes.
 *
 * Pushes into a draw list in screen space, on the layer that it is set to. */
#pragma once

#include "clockwork/game.h"
#include "input/binding.h"
#include "ui/panel.h"

/* With its left edge at the box's, as high as it. Returns its width. */
double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme);
