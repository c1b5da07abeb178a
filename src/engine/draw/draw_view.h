/* Functions of views (clockwork/view.h) for the engine itself. */
#ifndef DRAW_DRAW_VIEW_H
#define DRAW_DRAW_VIEW_H

#include "draw/draw_list.h"

/* Ends what a game left open, and tells of it once. */
void draw_view_end_all(CwDrawList *list);

/* Begins a view whose picture is that of `camera`, which fills its `view` with a corner at (0, 0),
 * but smaller: in `rect`, screen space and all. cw_draw_view_end ends it. */
void draw_pane_begin(CwDrawList *list, const CwCamera *camera, CwViewRect rect, int layer);

/* Screen space with points of another size: a place p is at origin + p * size in the view. */
void draw_view_set_points(CwDrawList *list, CwPoint2 origin, double size);

#endif
