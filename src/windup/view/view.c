#include "view/view.h"

#include "common/numbers.h"
#include "common/race.h"

#include <math.h>
#include <string.h>

static const double HARD_MPS = 3.0; /* contacts faster than this strike sparks or raise dust */

static void strike(const CwWorld *world, View *view, const CwEvent *event)
{
    CwEntity buggy = race_of_const(world)->buggy;
    bool ours = cw_entity_equal(event->a, buggy) || cw_entity_equal(event->b, buggy);
    CwPoint2 at = {event->point.x, event->point.y};
    if (!ours || event->strength < HARD_MPS || event->impulse_Ns == 0.0) {
        return;
    }
    cpCollisionType part = cw_entity_equal(event->a, buggy) ? event->type_a : event->type_b;
    double hardness = fmin(3.0, event->strength / HARD_MPS);
    shake_add(view, event->strength);
    if (part == TOUCH_CHASSIS) {
        particles_sparks(view, at, (int)(6.0 * hardness), 2.5 * hardness);
        return;
    }
    for (int i = 0; i < (int)(4.0 * hardness); i++) { /* to both sides, along the ground */
        double away_mps = (i % 2 == 0 ? -1.0 : 1.0) * (0.8 + 0.7 * hardness);
        particles_dust(view, at, (CwPoint2){away_mps, 0.1 + 0.1 * hardness}, 0.3 + 0.12 * hardness);
    }
}

static void take_event(const CwWorld *world, View *view, const CwEvent *event)
{
    CwPoint2 at = {event->point.x, event->point.y};
    if (event->type == CW_EVENT_CONTACT_BEGIN) {
        strike(world, view, event);
        return;
    }
    if (event->type != CW_EVENT_GAME) {
        return;
    }
    switch (event->code) {
    case CUE_CHECKPOINT:
        view->checkpoint_tick = event->tick;
        view->checkpoint_time = event->tick + 1 - race_of_const(world)->start_tick;
        particles_sparks(view, (CwPoint2){at.x, at.y + 2.0}, 24, 5.0);
        break;
    case CUE_FINISH:
        particles_confetti(view, at, 70);
        break;
    case CUE_HOP:
        for (int i = 0; i < 6; i++) {
            particles_dust(view, (CwPoint2){at.x + 0.3 * (i - 3), at.y - 0.8},
                           (CwPoint2){0.0, -0.4}, 0.5);
        }
        break;
    case CUE_BURST:
        particles_splinters(view, at, event->strength);
        break;
    case CUE_SNAP:
        particles_splinters(view, at, fmin(1.0, event->strength));
        break;
    case CUE_SPLASH:
        particles_splash(view, at, event->strength);
        break;
    case CUE_KEY:
    case CUE_COG:
        particles_sparks(view, at, event->code == CUE_KEY ? 20 : 10, 4.0);
        break;
    case CUE_RESPAWN:
        particles_sparks(view, (CwPoint2){at.x, at.y + 1.0}, 16, 4.0);
        break;
    }
}

double view_approach(double dt_s, double tau_s)
{
    return 1.0 - exp(-dt_s / tau_s);
}

void view_take_events(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    if (view->rng.increment == 0) {
        cw_rng_seed(&view->rng, 1, 1);
    }
    if (frame->jumped) {
        memset(view->particles, 0, sizeof view->particles);
        view->shake_m = 0.0;
        view->checkpoint_tick = 0;
    }
    double before_m = view->shake_m;
    for (int i = 0; i < frame->event_count; i++) {
        take_event(world, view, &frame->events[i]);
    }
    if (view->shake_m > before_m) {
        double strength = shake_strength(view);
        cw_rumble(frame, 0, 0.7 * strength, strength, 0.1 + 0.15 * strength);
    }
}
