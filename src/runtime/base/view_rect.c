#include "base/view_rect.h"

#include <math.h>

bool view_is_given(CwViewRect view)
{
    return view.width != 0 || view.height != 0;
}

CwViewRect view_or_default(CwViewRect view)
{
    return view_is_given(view) ? view : (CwViewRect){0, 0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT};
}

/* Looks for NaN, which fmin and fmax ignore. */
CwViewRect view_intersection(CwViewRect a, CwViewRect b)
{
    double left = a.x > b.x ? a.x : b.x;
    double top = a.y > b.y ? a.y : b.y;
    double width = fmin(a.x + a.width, b.x + b.width) - left;
    double height = fmin(a.y + a.height, b.y + b.height) - top;
    bool finite = isfinite(a.x + a.y + a.width + a.height) &&
                  isfinite(b.x + b.y + b.width + b.height) && width > 0 && height > 0;
    return finite ? (CwViewRect){left, top, width, height} : (CwViewRect){a.x, a.y, 0, 0};
}
