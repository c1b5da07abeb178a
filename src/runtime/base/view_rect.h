/* Rectangles of view points: the usual base size, and the intersection of two. Pure. */
#pragma once

#include "clockwork/draw.h"

#include <stdbool.h>

/* One without width and height stands for the usual base size. */
CwViewRect view_or_usual(CwViewRect view);

bool view_is_given(CwViewRect view);

/* Without width and height where they don't meet, or one of them is no number. */
CwViewRect view_intersection(CwViewRect a, CwViewRect b);
