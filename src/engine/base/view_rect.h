/* Rectangles of view points (clockwork/draw.h): the usual base size, if no other is given, and
 * the intersection of two. Pure; for drawing, input and the engine's own screens alike. */
#pragma once

#include "clockwork/draw.h"

#include <stdbool.h>

/* One without width and height stands for the usual base size. */
CwViewRect view_or_usual(CwViewRect view);

bool view_is_given(CwViewRect view);

/* Without width and height where they don't meet, or one of them is no number. */
CwViewRect view_intersection(CwViewRect a, CwViewRect b);
