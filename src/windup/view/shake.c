/* The camera trembles after a hard landing, for a moment and never far; the engine turns it
 * down as the player likes (CwCamera.shake_m). */
#include "view/view.h"

#include <math.h>

static const double SOFT_MPS = 3.5;  /* what is slower shakes nothing */
static const double SHAKE_S = 0.022; /* metres for each m/s beyond */
static const double SHAKE_MAX_M = 0.14;
static const double CALM_TAU_S = 0.13;

void shake_add(View *view, double speed_mps)
{
    double shake_m = cpfclamp(SHAKE_S * (speed_mps - SOFT_MPS), 0.0, SHAKE_MAX_M);
    view->shake_m = fmax(view->shake_m, shake_m);
}

CwPoint2 shake_now(View *view, const CwFrame *frame)
{
    view->shake_m *= 1.0 - view_approach(fabs(frame->sim_dt_s), CALM_TAU_S);
    return (CwPoint2){0.5 * view->shake_m * sin(57.0 * frame->sim_s),
                      view->shake_m * sin(71.0 * frame->sim_s + 1.0)};
}
