/* Time that runs backwards looks like it: the colours drain out of the picture, to come back when
 * it goes on. The key on the buggy's back and all else that turns does so backwards by itself. */
#include "common/numbers.h"
#include "common/run.h"
#include "view/view.h"

#include <math.h>

static const double DRAIN_TAU_S = 0.12;
static const double SEEN = 0.02; /* less of the veil is none */

static const CwColour GREY = {0x9a, 0x92, 0x86, 128};  /* takes the colours, */
static const CwColour SEPIA = {0xf4, 0xdc, 0xb4, 255}; /* and gives all that is left one */

void veil_update(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    View *view = frame->view;
    double target = frame->sim_dt_s < 0.0 ? 1.0 : 0.0;
    if (frame->sim_dt_s != 0.0) { /* while time stands the veil stays as it is */
        view->drain += (target - view->drain) * view_approach(fmin(frame->dt_s, 0.1), DRAIN_TAU_S);
    }
}

static uint8_t towards_white(uint8_t channel, double share)
{
    return (uint8_t)(255.0 - (255.0 - channel) * share);
}

void veil_draw(const CwWorld *world, CwFrame *frame)
{
    double light = 1.0 - 0.6 * run_of_const(world)->night; /* no fog in the dark */
    double drain = ((const View *)frame->view)->drain;
    if (drain < SEEN) {
        return;
    }
    const CwViewRect seen = cw_draw_view(frame->draw);
    CwColour grey = {(uint8_t)(GREY.r * light), (uint8_t)(GREY.g * light),
                     (uint8_t)(GREY.b * light), (uint8_t)(GREY.a * drain)};
    CwColour sepia = {towards_white(SEPIA.r, drain), towards_white(SEPIA.g, drain),
                      towards_white(SEPIA.b, drain), 255};
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_VEIL);
    cw_draw_rect(frame->draw, &(CwRectDraw){seen.x, seen.y, seen.width, seen.height, grey, grey});
    cw_draw_set_blend(frame->draw, CW_BLEND_MULTIPLY);
    cw_draw_rect(frame->draw, &(CwRectDraw){seen.x, seen.y, seen.width, seen.height, sepia, sepia});
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}
