/* The dark below: pits and the foot of all ground fade into it, so that nobody sees where the world
 * ends. */
#include "common/landscape.h"
#include "common/numbers.h"
#include "common/run.h"
#include "view/view.h"

static const double BEGIN_M = 2.6; /* above the level's bottom */
static const double END_M = -2.0;  /* as dark as it gets */
static const double DARKEST = 235.0;

void depth_draw(const CwWorld *world, CwFrame *frame)
{
    CwColour dark = landscape_of(world)->soil[2], clear;
    CwDrawList *list = frame->draw;
    dark = (CwColour){dark.r / 4, dark.g / 4, dark.b / 3, (uint8_t)DARKEST};
    clear = dark;
    clear.a = 0;
    if (buggy_of_const(world) == NULL) {
        return;
    }
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_DEPTH);
    CwWorldRect seen = cw_draw_visible_world(list);
    if (seen.bottom_m > BEGIN_M) {
        return;
    }
    double width_m = seen.right_m - seen.left_m;
    cw_draw_rect(list, &(CwRectDraw){seen.left_m, BEGIN_M, width_m, BEGIN_M - END_M, clear, dark});
    if (seen.bottom_m < END_M) {
        cw_draw_rect(list,
                     &(CwRectDraw){seen.left_m, END_M, width_m, END_M - seen.bottom_m, dark, dark});
    }
}
