/* One pane of the lab: the world of a side through the systems of its game, as the loop would show
 * it. */
#include "lab/lab.h"

enum { HAND_LAYER = 900 };

static const CwColour HAND = {0xff, 0xff, 0xff, 200};

static void draw_hand(LabPane *pane, const LabGrab *grab, double alpha)
{
    cpVect at_m;
    const CwWorld *world = pane->side.run.session.world;
    if (!lab_grab_anchor(grab, world, alpha, &at_m)) {
        return;
    }
    const CwPoint2 line[] = {{grab->at_m.x, grab->at_m.y}, {at_m.x, at_m.y}};
    cw_draw_set_world(&pane->picture, 1);
    cw_draw_set_layer(&pane->picture, HAND_LAYER);
    cw_draw_polyline(&pane->picture, line, 2, 0.06, HAND);
    cw_draw_circle(&pane->picture, line[0], 0.12, HAND);
}

void lab_pane_draw(LabPane *pane, const LabGrab *grab, const SpriteTable *sprites, double dt_s)
{
    Session *session = &pane->side.run.session;
    if (pane->side.run.broken) { /* the last picture stays: there are no places left to draw */
        return;
    }
    CwFrame frame = {.dt_s = dt_s,
                     .sim_dt_s = dt_s,
                     .input = session->input.players,
                     .alpha = pane->interpolated ? pane->side.run.alpha : 1,
                     .index = pane->side.figures.frame_count,
                     .draw = &pane->picture,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .systems = &session->frame_systems,
                     .comfort = {.text_scale = 1, .shake = 1},
                     .backdrop = true};
    session_run_phase(session, CW_PHASE_EARLY, &frame, false);
    stage_draw_session(session, &frame, &(StagePicture){.sprites = sprites});
    draw_hand(pane, grab, frame.alpha);
    draw_list_sort(&pane->picture);
    session_run_phase(session, CW_PHASE_END_FRAME, &frame, false);
}

bool lab_pane_to_world(const LabPane *pane, CwPoint2 point, cpVect *at_m)
{
    CwPoint2 inner;
    bool inside = inset_to_inner(&pane->inset, point, &inner);
    CwPoint2 world = cw_camera_to_world(&pane->side.run.session.camera, inner);
    *at_m = cpv(world.x, world.y);
    return inside;
}
