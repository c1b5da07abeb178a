/* The camera: on the buggy's interpolated place, looking ahead the faster it goes and down the
 * faster it falls. */
#include "game/buggy.h"
#include "game/rules.h"
#include "windup/map_view.h"
#include "windup/view.h"

#include <math.h>

static const double LOOK_AHEAD_S = 0.32;
static const double LOOK_AHEAD_MAX_M = 4.2;
static const double RAISE_M = 1.15;     /* the buggy drives in the lower half of the picture */
static const double LOOK_DOWN_S = 0.42; /* it lands in sight: makes up for RISE_TAU_S and more */
static const double LOOK_DOWN_MAX_M = 2.8;
static const double AHEAD_TAU_S = 0.55;
static const double RISE_TAU_S = 0.22;
static const double DOWN_TAU_S = 0.18;
static const double ZOOM_TAU_S = 0.9;
static const double ZOOM_OUT_M = 1.8; /* of height, at top speed */
static const double JUMP_M = 15.0;    /* further away is another place: cut, don't pan */

/* A share of the way to go that does not depend on how it is cut into frames: 1 - e^(-dt / tau). */
static double approach(double dt_s, double tau_s)
{
    return 1.0 - exp(-dt_s / tau_s);
}

/* The middle of the picture stays so far inside the level that its edge is never passed. */
static double clamp_eye(double eye_m, double half_m, double size_m)
{
    return size_m <= 2.0 * half_m ? size_m / 2.0 : cpfclamp(eye_m, half_m, size_m - half_m);
}

static void follow(View *view, const Buggy *buggy, CwTransform2 pose, double dt_s)
{
    cpVect speed = cpBodyGetVelocity(buggy->chassis);
    double ahead_m = cpfclamp(speed.x * LOOK_AHEAD_S + 0.8, -LOOK_AHEAD_MAX_M, LOOK_AHEAD_MAX_M);
    double pace = fmin(1.0, cpvlength(speed) / TOP_SPEED_MPS);
    double height_m = CAMERA_HEIGHT_M + ZOOM_OUT_M * pace;
    view->look_ahead_m += (ahead_m - view->look_ahead_m) * approach(dt_s, AHEAD_TAU_S);
    double down_m = cpfclamp(-speed.y * LOOK_DOWN_S, 0.0, LOOK_DOWN_MAX_M);
    view->look_down_m += (down_m - view->look_down_m) * approach(dt_s, DOWN_TAU_S);
    view->height_m += (height_m - view->height_m) * approach(dt_s, ZOOM_TAU_S);
    double rise_m = pose.y_m + RAISE_M - view->look_down_m;
    if (fabs(pose.x_m + view->look_ahead_m - view->eye_m.x) > JUMP_M ||
        fabs(rise_m - view->eye_m.y) > JUMP_M) {
        view->eye_m.y = rise_m;
    }
    view->eye_m.x = pose.x_m + view->look_ahead_m;
    view->eye_m.y += (rise_m - view->eye_m.y) * approach(dt_s, RISE_TAU_S);
}

void camera_follow(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Run *run = run_of_const(world);
    const Buggy *buggy = buggy_of_const(world);
    if (buggy == NULL) {
        if (cw_world_map(world) != NULL) {
            map_frame(cw_world_map(world), frame->camera);
        }
        return;
    }
    CwTransform2 pose = cw_world_pose(world, buggy->chassis, frame->alpha);
    if (!view->started) {
        view->started = true;
        view->height_m = CAMERA_HEIGHT_M;
        view->look_ahead_m = 0.8;
        view->eye_m = (CwPoint2){pose.x_m, pose.y_m + RAISE_M};
    }
    follow(view, buggy, pose, fabs(frame->sim_dt_s)); /* also while time runs backwards */
    CwViewRect seen = cw_draw_view(frame->draw);
    double m_per_point = view->height_m / CW_VIEW_HEIGHT;
    *frame->camera =
        (CwCamera){.x_m = clamp_eye(view->eye_m.x, seen.width / 2.0 * m_per_point, run->size_m.x),
                   .y_m = clamp_eye(view->eye_m.y, seen.height / 2.0 * m_per_point, run->size_m.y),
                   .height_m = view->height_m};
}
