/* Rectangles in view points, with the default base size. */
#pragma once

#include "clockwork/draw.h"

#include <stdbool.h>

static inline bool view_is_given(CwViewRect view)
{
    return view.width != 0 || view.height != 0;
}

/* The rectangle, or the default base size for one without width and height. */
static inline CwViewRect view_or_default(CwViewRect view)
{
    return view_is_given(view) ? view : (CwViewRect){0, 0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT};
}
