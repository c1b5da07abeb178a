/* Rectangles of view points (clockwork/draw.h): the usual base size, where nobody says another, and
 * what two of them have in common. Pure; for drawing, input and the engine's own screens alike. */
#ifndef BASE_VIEW_RECT_H
#define BASE_VIEW_RECT_H

#include "clockwork/draw.h"

#include <stdbool.h>

/* One without width and height stands for the usual base size. */
CwViewRect view_or_usual(CwViewRect view);

bool view_is_given(CwViewRect view);

/* Without width and height where they don't meet, or one of them is no number. */
CwViewRect view_intersection(CwViewRect a, CwViewRect b);

#endif
