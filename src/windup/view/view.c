#include "view/view.h"

#include "common/numbers.h"
#include "common/race.h"

#include <math.h>

static const double HARD_MPS = 3.0; /* faster contacts strike sparks or raise dust */

static void show_hit(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    CwEntity buggy = race_of_const(world)->buggy;
    bool ours = cw_entity_equal(event->a, buggy) || cw_entity_equal(event->b, buggy);
    CwPoint2 at = {event->point.x, event->point.y};
    if (!ours || event->strength < HARD_MPS || event->impulse_Ns == 0.0) {
        return;
    }
    cpCollisionType part = cw_entity_equal(event->a, buggy) ? event->type_a : event->type_b;
    double hardness = fmin(3.0, event->strength / HARD_MPS);
    shake_add(frame->view, event->strength);
    if (part == TOUCH_CHASSIS) {
        sparks_strike(world, frame, at, 6.0 * hardness, 2.5 * hardness);
        return;
    }
    for (int side = -1; side <= 1; side += 2) { /* both ways along the ground */
        CwPoint2 away_mps = {side * (0.8 + 0.7 * hardness), 0.1 + 0.1 * hardness};
        dust_raise(frame, at, away_mps, 0.3 + 0.12 * hardness, 2.0 * hardness);
    }
}

static void take_event(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    View *view = frame->view;
    CwPoint2 at = {event->point.x, event->point.y};
    if (event->type == CW_EVENT_CONTACT_BEGIN) {
        show_hit(world, frame, event);
        return;
    }
    if (event->type != CW_EVENT_GAME) {
        return;
    }
    switch (event->code) {
    case CUE_CHECKPOINT:
        view->checkpoint_tick = event->tick;
        view->checkpoint_time = event->tick + 1 - race_of_const(world)->start_tick;
        sparks_strike(world, frame, (CwPoint2){at.x, at.y + 2.0}, 24.0, 5.0);
        break;
    case CUE_FINISH: {
        const CwEmission shreds = cw_emission_at(at);
        cw_particles_burst(frame->particles, EMITTER_CONFETTI, &shreds);
        break;
    }
    case CUE_HOP:
        for (int i = 0; i < 6; i++) {
            dust_raise(frame, (CwPoint2){at.x + 0.3 * (i - 3), at.y - 0.8}, (CwPoint2){0.0, -0.4},
                       0.5, 1.0);
        }
        break;
    case CUE_BURST:
        splinters_throw(frame, at, event->strength);
        break;
    case CUE_SNAP:
        splinters_throw(frame, at, fmin(1.0, event->strength));
        break;
    case CUE_SPLASH:
        splash_throw(frame, at, event->strength);
        break;
    case CUE_KEY:
    case CUE_COG:
        sparks_strike(world, frame, at, event->code == CUE_KEY ? 20.0 : 10.0, 4.0);
        break;
    case CUE_RESPAWN:
        sparks_strike(world, frame, (CwPoint2){at.x, at.y + 1.0}, 16.0, 4.0);
        break;
    }
}

/* Turns new events into particles, shakes and the notice of a checkpoint. */
void view_take_events(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    if (frame->jumped) {
        view->shake_m = 0.0;
        view->checkpoint_tick = 0;
    }
    double before_m = view->shake_m;
    for (int i = 0; i < frame->events.count; i++) {
        take_event(world, frame, &frame->events.items[i]);
    }
    if (view->shake_m > before_m) {
        double strength = shake_strength(view);
        cw_rumble(frame, 0, 0.7 * strength, strength, 0.1 + 0.15 * strength);
    }
}
