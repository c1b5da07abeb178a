/* The pixels that a command of the draw list may touch: rather too many than too few.
 *
 * The renderer asks whether any of them is in sight, repaint.h where a picture changed. Pure
 * geometry but for texts, whose typesetter is asked where their letters are, and pictures of few
 * texels, whose edges are wide. */
#pragma once

#include "draw/atlas.h"
#include "draw/draw_list.h"
#include "draw/viewport.h"

PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command);
