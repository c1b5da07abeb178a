/* Whether a thing needs to be drawn at all. */
#ifndef THINGS_SEEN_H
#define THINGS_SEEN_H

#include "clockwork/clockwork.h"

/* True when what reaches so far to the left and right of `x_m` may be in the picture. */
static inline bool span_is_seen(const CwFrame *frame, double x_m, double reach_m)
{
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    return x_m + reach_m >= seen.left_m && x_m - reach_m <= seen.right_m;
}

/* True when the place of a map's object, and what sticks out of it by `reach_m`, may be in the
 * picture. */
static inline bool object_is_seen(const CwFrame *frame, const CwMapObject *object, double reach_m)
{
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    cpBB box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 1; i < object->corner_count; i++) {
        box = cpBBExpand(box, object->corners_m[i]);
    }
    return box.r + reach_m > seen.left_m && box.l - reach_m < seen.right_m &&
           box.t + reach_m > seen.bottom_m && box.b - reach_m < seen.top_m;
}

#endif
