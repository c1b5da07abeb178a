/* Pictures of keys (caps with labels) and a controller's buttons, for prompts, in screen space. */
#pragma once

#include "clockwork/game.h"
#include "input/binding.h"
#include "ui/panel.h"

/* With its left edge at the box's, as high as it. Returns its width. */
double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme);
