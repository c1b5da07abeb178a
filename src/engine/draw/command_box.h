/* The pixels that a command of the draw list may touch, rather too many: is any in sight, and where
 * did a picture change (repaint.h). Pure but for texts, whose typesetter is asked. */
#pragma once

#include "draw/atlas.h"
#include "draw/draw_list.h"
#include "draw/viewport.h"

PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command);
