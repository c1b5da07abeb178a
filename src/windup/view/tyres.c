/* Tyres that are pressed in where they touch, and skid marks, which know their tick for rewinds. */
#include "common/numbers.h"
#include "common/race.h"
#include "view/view.h"

#include <math.h>

static const double SQUASH_MPN = 0.09 / 7000.0; /* depth for each newton */
static const double SQUASH_TAU_S = 0.035;
static const double SLIP_MPS = 2.2; /* slower slips leave no mark */
static const double MARK_S = 9.0;   /* time in which a mark fades */
static const double GAP_M = 0.6;    /* a longer gap begins another mark */

static void press_tyre(Squash *squash, const CwContact *hardest, double dt_s, double tick_s)
{
    double depth_m =
        hardest == NULL ? 0.0 : fmin(SQUASH_MAX_M, SQUASH_MPN * hardest->impulse_Ns / tick_s);
    if (hardest != NULL) {
        squash->towards_rad = atan2(hardest->normal.y, hardest->normal.x);
    }
    squash->depth_m = cw_smooth(squash->depth_m, depth_m, SQUASH_TAU_S, dt_s);
}

/* Continues a wheel's mark from the last picture to this one, or begins another after a gap. */
static void leave_mark(View *view, int wheel, const CwWorld *world, CwPoint2 at)
{
    CwPoint2 *last = &view->mark_end_m[wheel];
    double length_m = hypot(at.x - last->x, at.y - last->y);
    if (length_m > 0.08 && length_m < GAP_M) {
        view->marks[view->next_mark] = (Mark){*last, at, cw_world_tick(world)};
        view->next_mark = (view->next_mark + 1) % MARK_COUNT;
    }
    if (length_m > 0.08) {
        *last = at;
    }
}

static void update_wheel(const CwWorld *world, View *view, int wheel, double dt_s)
{
    const Buggy *buggy = buggy_of_const(world);
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, race_of_const(world)->buggy, contacts);
    const CwContact *hardest = NULL;
    for (int i = 0; i < count; i++) {
        bool ours = contacts[i].shape == buggy->treads[wheel];
        if (ours && (hardest == NULL || contacts[i].impulse_Ns > hardest->impulse_Ns)) {
            hardest = &contacts[i];
        }
    }
    press_tyre(&view->squash[wheel], hardest, dt_s, cw_world_dt_s(world));
    if (dt_s > 0.0 && hardest != NULL &&
        cpShapeGetCollisionType(hardest->other_shape) == TOUCH_GROUND &&
        cpvlength(cpBodyGetVelocityAtWorldPoint(buggy->wheels[wheel], hardest->point)) > SLIP_MPS) {
        leave_mark(view, wheel, world, (CwPoint2){hardest->point.x, hardest->point.y});
    }
}

void tyres_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    double dt_s = frame->jumped ? 0.0 : fmax(0.0, frame->sim_dt_s);
    for (int wheel = 0; wheel < WHEEL_COUNT && buggy_of_const(world) != NULL; wheel++) {
        update_wheel(world, view, wheel, dt_s);
    }
}

void tyres_draw_marks(const CwWorld *world, CwFrame *frame)
{
    const View *view = frame->view;
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_TUFTS);
    for (int i = 0; i < MARK_COUNT; i++) {
        const Mark *mark = &view->marks[i];
        double age_s = ((double)cw_world_tick(world) - (double)mark->tick) * cw_world_dt_s(world);
        if (mark->tick == 0 || age_s < 0.0 || age_s > MARK_S || mark->to_m.x < seen.left_m - 1.0 ||
            mark->to_m.x > seen.right_m + 1.0) {
            continue;
        }
        CwColour dark = {0x1c, 0x12, 0x0c, (uint8_t)(150.0 * (1.0 - age_s / MARK_S))};
        CwPoint2 line[] = {mark->from_m, mark->to_m};
        cw_draw_stroke(frame->draw,
                       &(CwStroke){.points = line, .count = 2, .width = 0.07, .cap = CW_CAP_BUTT},
                       &(CwPaint){.colour = dark});
    }
}
