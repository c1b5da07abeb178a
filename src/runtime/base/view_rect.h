/* Rectangles of view points: the default base size, and the intersection of two. Pure. */
#pragma once

#include "clockwork/draw.h"

#include <stdbool.h>

/* The rectangle, or the default base size for one without width and height. */
CwViewRect view_or_default(CwViewRect view);

bool view_is_given(CwViewRect view);

/* The intersection, without width and height where there is none or a number is NaN. */
CwViewRect view_intersection(CwViewRect a, CwViewRect b);
