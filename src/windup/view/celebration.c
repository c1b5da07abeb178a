/* At the finish: confetti from both columns of the gate for as long as anybody looks, and rockets
 * above it. The camera holds the gate (camera.c). What there is of it follows from the time since
 * the finish, so a rewind takes it back. */
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "things/kinds.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>

static const double CONFETTI_S = 5.0;      /* it is thrown for so long, */
static const double CONFETTI_PER_S = 46.0; /* fewer and fewer */
static const double ROCKET_EVERY_S = 0.55;
static const double ROCKET_S = 1.3;
static const int ROCKETS = 9;

/* Seconds since the finish; negative: not yet. */
static double age_s(const CwWorld *world, const CwFrame *frame)
{
    const Race *run = race_of_const(world);
    double ticks = (double)cw_world_tick(world) - (double)run->finish_tick + frame->alpha - 1.0;
    return run->finished ? ticks * cw_world_dt_s(world) : -1.0;
}

static const Gate *gate_of(const CwWorld *world)
{
    CwEntity gate = cw_world_next_of(world, KIND_FINISH, (CwEntity){0});
    return gate.index1 == 0 ? NULL : cw_world_data_const(world, gate);
}

void celebration_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Gate *gate = gate_of(world);
    double age = age_s(world, frame);
    if (gate == NULL || age < 0.0 || age > CONFETTI_S || frame->jumped || frame->sim_dt_s <= 0.0) {
        return;
    }
    view->confetti_due += CONFETTI_PER_S * (1.0 - age / CONFETTI_S) * fmin(frame->sim_dt_s, 0.1);
    for (; view->confetti_due >= 1.0; view->confetti_due -= 1.0) {
        double side = cw_rng_below(&view->rng, 2) == 0 ? -1.46 : 1.46;
        particles_confetti(view, (CwPoint2){gate->foot_m.x + side, gate->foot_m.y + 4.2}, 1);
    }
}

/* A burst of sparks in a ring that falls and fades. */
static void draw_burst(CwDrawList *list, CwPoint2 at, int number, double share)
{
    enum { SPARKS = 14 };
    static const CwColour colours[] = {
        {0xff, 0xd3, 0x6b, 255}, {0x68, 0xd4, 0xc8, 255}, {0xf2, 0x7e, 0x5c, 255}};
    CwColour colour = colours[number % 3];
    double reach_m = 1.5 * (1.0 - (1.0 - share) * (1.0 - share));
    colour.a = (uint8_t)(255.0 * (1.0 - share));
    for (int i = 0; i < SPARKS; i++) {
        double angle_rad = 2.0 * CP_PI * (i + ridge_scatter(number, 31)) / (double)SPARKS;
        double far_m = reach_m * (0.75 + 0.25 * ridge_scatter(i, 32));
        CwPoint2 end = {at.x + far_m * cos(angle_rad),
                        at.y + far_m * sin(angle_rad) - 0.8 * share * share};
        CwPoint2 trail[] = {{cpflerp(at.x, end.x, 0.78), cpflerp(at.y, end.y, 0.78)}, end};
        cw_draw_polyline(list, trail, 2, 0.055, colour);
    }
}

void celebration_draw(const CwWorld *world, CwFrame *frame)
{
    const Gate *gate = gate_of(world);
    double age = age_s(world, frame);
    if (gate == NULL || age < 0.0) {
        return;
    }
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_LIGHT);
    cw_draw_set_blend(frame->draw, CW_BLEND_ADD);
    for (int i = 0; i < ROCKETS; i++) {
        double share = (age - 0.15 - i * ROCKET_EVERY_S) / ROCKET_S;
        if (share >= 0.0 && share < 1.0) {
            CwPoint2 at = {gate->foot_m.x + 7.0 * (ridge_scatter(i, 33) - 0.5),
                           gate->foot_m.y + 4.4 + 1.6 * ridge_scatter(i, 34)};
            draw_burst(frame->draw, at, i, share);
        }
    }
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}
