/* One pane of the lab: the world of a side through the systems of its game, as the loop would show
 * it. */
#include "tools/lab.h"

enum { HAND_LAYER = 900 };

static const Colour HAND = {0xff, 0xff, 0xff, 200};

/* Events reach the view once, as in the loop. */
static int collect_events(LabPane *pane)
{
    int count = 0;
    const Event *event;
    while ((event = world_event_after(pane->side.run.session.world, pane->event_cursor)) != NULL) {
        pane->event_cursor = event->sequence;
        pane->events[count++] = *event;
    }
    return count;
}

static void draw_hand(LabPane *pane, const LabGrab *grab, double alpha)
{
    cpVect at_m;
    const World *world = pane->side.run.session.world;
    if (!lab_grab_anchor(grab, world, alpha, &at_m)) {
        return;
    }
    const Point2 line[] = {{grab->at_m.x, grab->at_m.y}, {at_m.x, at_m.y}};
    draw_set_world(&pane->picture, 1);
    draw_set_layer(&pane->picture, HAND_LAYER);
    draw_polyline(&pane->picture, line, 2, 0.06, HAND);
    draw_circle(&pane->picture, line[0], 0.12, HAND);
}

void lab_pane_draw(LabPane *pane, const LabGrab *grab, const SpriteTable *sprites, double dt_s)
{
    Session *session = &pane->side.run.session;
    if (pane->side.run.broken) { /* the last picture stays: there are no places left to draw */
        return;
    }
    Frame frame = {.dt_s = dt_s,
                   .alpha = pane->interpolated ? pane->side.run.alpha : 1,
                   .index = pane->side.figures.frame_count,
                   .draw = &pane->picture,
                   .camera = &session->camera,
                   .view = session->view,
                   .events = pane->events,
                   .event_count = collect_events(pane),
                   .backdrop = true};
    const World *world = session->world;
    schedule_run_phase(&session->schedule, PHASE_EARLY, world, &frame);
    schedule_run_phase(&session->schedule, PHASE_UPDATE, world, &frame);
    schedule_run_phase(&session->schedule, PHASE_PRE_RENDER, world, &frame);
    draw_list_begin(&pane->picture, &session->camera, sprites);
    schedule_run_phase(&session->schedule, PHASE_RENDER, world, &frame);
    draw_hand(pane, grab, frame.alpha);
    draw_list_sort(&pane->picture);
    schedule_run_phase(&session->schedule, PHASE_END_FRAME, world, &frame);
}

bool lab_pane_to_world(const LabPane *pane, Point2 view, cpVect *at_m)
{
    Point2 inner;
    bool inside = inset_to_inner(&pane->inset, view, &inner);
    Point2 world = camera_to_world(&pane->side.run.session.camera, inner);
    *at_m = cpv(world.x, world.y);
    return inside;
}
