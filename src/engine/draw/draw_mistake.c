#include "draw/draw_mistake.h"

#include "base/report.h"

void draw_mistake(CwDrawList *list, DrawMistake mistake)
{
    static const char *const texts[] = {
        [MISTAKE_TOO_DEEP] =
            "views and clips are nested more than 16 deep: is a cw_draw_..._end missing?",
        [MISTAKE_NO_END] = "a view or clip was left open: end each cw_draw_view_begin and "
                           "cw_draw_clip_begin in the function that begins it",
        [MISTAKE_CAMERA] = "cw_draw_view_begin: a camera needs a finite place, angle and shake, "
                           "and a height_m above 0; nothing is seen through this one",
        [MISTAKE_NO_BEGIN] =
            "a cw_draw_view_end or cw_draw_clip_end has no begin of its kind: it is ignored",
        [MISTAKE_CLIP_LEFT_OPEN] = "cw_draw_view_end: a clip begun in the view was still open",
        [MISTAKE_LAYER_CAMERA] = "cw_draw_set_layer_camera: give finite numbers and a zoom above 0 "
                                 "(or 0 for 1); nothing is seen through this one",
        [MISTAKE_CORNERS] = "a shape of too many corners is left out; split it into several of at "
                            "most CW_SHAPE_CORNERS_MAX",
        [MISTAKE_PAINT] = "a shape without corners or paint is left out; give cw_draw_shape and "
                          "cw_draw_stroke both",
        [MISTAKE_NO_STOPS] = "a gradient without stops is left out; give it at least one, and "
                             "their number in stop_count",
        [MISTAKE_MANY_STOPS] =
            "a gradient has more than CW_STOPS_MAX stops; only the first are drawn",
        [MISTAKE_SAME_PLACE] = "a gradient goes from one place to the same one, so only its last "
                               "colour is seen; give `from` and `to` different places",
        [MISTAKE_WIDTH] = "a stroke without a width is left out; give it one above 0",
        [MISTAKE_PHASE] =
            "what a game draws outside of CW_PHASE_RENDER is not shown: draw in a "
            "system of that phase or in a kind's draw, and keep no CwFrame for ticks"};
    _Static_assert(CW_ARRAY_LENGTH(texts) == MISTAKE_COUNT, "a text a mistake");
    if ((list->mistakes & 1U << mistake) == 0) {
        list->mistakes |= 1U << mistake;
        report("%s", texts[mistake]);
    }
}
