/* The camera: looks ahead of the buggy the faster it goes, and down the faster it falls. */
#include "things/kinds.h"
#include "view/view.h"

#include <math.h>

static const double LOOK_AHEAD_S = 0.36, LOOK_AHEAD_MAX_M = 5.6;
static const double RAISE_M = 1.15;     /* puts the buggy into the lower half of the picture */
static const double LOOK_DOWN_S = 0.42; /* makes up for RISE_TAU_S and more */
static const double LOOK_DOWN_MAX_M = 2.8;
static const double LANDING = 0.38;      /* share of the picture between the eye and a landing */
static const double LANDING_MAX_M = 2.9; /* looks no further down */
enum { FLIGHT_STEPS = 20 };              /* steps of FLIGHT_STEP_S in which a flight is foreseen */
static const double FLIGHT_STEP_S = 0.1;
static const double LANDING_ZOOM = 0.15;  /* zooms out by at most this share */
static const double LANDING_ZOOM_M = 4.0; /* a landing this far below the picture takes all of it */
static const double AHEAD_TAU_S = 0.55, RISE_TAU_S = 0.22, DOWN_TAU_S = 0.18, ZOOM_TAU_S = 0.9;
static const double ZOOM_OUT_M = 2.8;      /* additional height at top speed */
static const double CLOSE_HEIGHT_M = 7.0;  /* height of the picture of a wreck */
static const double FINISH_HEIGHT_M = 8.2; /* height of the picture of a winner and the gate */
static const double CLOSE_TAU_S = 0.15;
static const double SLOW_S = 0.17, SLOW = 0.34; /* half a second of slow motion at a wreck */
static const double MENU_SHARE = 0.30; /* share of the picture: the buggy's place beside menus */
static const double FALL_ROOM_M = 1.5; /* room below a buggy that falls out of the level */
static const double JUMP_M = 15.0;     /* a longer way is a cut, not a pan */

static const double SOFT_MPS = 3.5;  /* slower hits shake nothing */
static const double SHAKE_S = 0.022; /* metres for each m/s beyond */
static const double CALM_TAU_S = 0.13;

void shake_add(View *view, double speed_mps)
{
    double shake_m = cpfclamp(SHAKE_S * (speed_mps - SOFT_MPS), 0.0, SHAKE_MAX_M);
    view->shake_m = fmax(view->shake_m, shake_m);
}

CwPoint2 shake_update(View *view, const CwFrame *frame)
{
    view->shake_m = cw_smooth(view->shake_m, 0.0, CALM_TAU_S, fabs(frame->sim_dt_s));
    return (CwPoint2){0.5 * view->shake_m * sin(57.0 * frame->sim_s),
                      view->shake_m * sin(71.0 * frame->sim_s + 1.0)};
}

/* Keeps the middle of the picture so far inside the level that the picture shows nothing else. */
static double clamp_eye(double eye_m, double half_m, double size_m, double least_m)
{
    return size_m <= 2.0 * half_m ? size_m / 2.0
                                  : cpfclamp(eye_m, half_m + least_m, size_m - half_m);
}

/* The buggy's distance from the middle beside a menu; 0 in narrow views, where menus are below. */
static double menu_room_m(const View *view, const CwFrame *frame)
{
    CwViewRect seen = cw_draw_view(frame->draw);
    double width_m = view->height_m * CW_VIEW_WIDTH / CW_VIEW_HEIGHT;
    return seen.width > seen.height ? MENU_SHARE * width_m : 0.0;
}

/* The way down for the eye until it sees where a flight ends; 0: it does, or nothing is there. */
static double landing_m(const CwWorld *world, const View *view, const CwFrame *frame)
{
    const cpShapeFilter solid = {CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND | CATEGORY_PLANK};
    const Race *race = race_of_const(world);
    const uint32_t *contacts = buggy_of_const(world)->wheel_contacts;
    cpSpace *space = cw_world_space(world);
    cpVect from = cpBodyGetPosition(race->chassis), at = from, last = from;
    cpVect speed = cpBodyGetVelocity(race->chassis);
    cpSegmentQueryInfo hit = {0};
    if (contacts[WHEEL_REAR] + contacts[WHEEL_FRONT] > 0 || race->finished ||
        race->trouble != TROUBLE_NONE || frame->comfort.reduced_motion) {
        return 0.0;
    }
    for (int i = 0; i < FLIGHT_STEPS && hit.shape == NULL; i++, last = at) {
        speed = cpvadd(speed, cpvmult(cpSpaceGetGravity(space), FLIGHT_STEP_S));
        at = cpvadd(at, cpvmult(speed, FLIGHT_STEP_S));
        if (speed.y < 0.0) {
            cpSpaceSegmentQueryFirst(space, last, at, 0.0, solid, &hit);
        }
    }
    return hit.shape == NULL ? 0.0
                             : fmax(0.0, RAISE_M + from.y - hit.point.y - LANDING * view->height_m);
}

/* Zooms out with speed, and in on a wreck that is to be seen and on buggy and driver who won. */
static void zoom(const CwWorld *world, View *view, const CwFrame *frame, double height_m)
{
    const Race *race = race_of_const(world);
    bool is_close =
        !frame->comfort.reduced_motion && (race->finished || race->trouble != TROUBLE_NONE);
    double close_m = race->finished ? FINISH_HEIGHT_M : CLOSE_HEIGHT_M;
    view->height_m = cw_smooth(view->height_m, is_close ? close_m : height_m,
                               is_close ? CLOSE_TAU_S : ZOOM_TAU_S, fabs(frame->sim_dt_s));
}

static void follow(const CwWorld *world, View *view, const CwFrame *frame, CwTransform2 pose)
{
    double dt_s = fabs(frame->sim_dt_s); /* also while time runs backwards */
    cpVect speed = cpBodyGetVelocity(race_of_const(world)->chassis);
    double ahead_m = cpfclamp(speed.x * LOOK_AHEAD_S + 0.8, -LOOK_AHEAD_MAX_M, LOOK_AHEAD_MAX_M);
    bool has_results = race_of_const(world)->finished; /* which come beside buggy and driver */
    ahead_m = has_results ? -menu_room_m(view, frame) : ahead_m;
    double landing = landing_m(world, view, frame);
    double wide = 1.0 + LANDING_ZOOM * fmin(1.0, landing / LANDING_ZOOM_M);
    zoom(world, view, frame,
         wide * (CAMERA_HEIGHT_M + ZOOM_OUT_M * fmin(1.0, cpvlength(speed) / TOP_SPEED_MPS)));
    view->look_ahead_m = cw_smooth(view->look_ahead_m, ahead_m, AHEAD_TAU_S, dt_s);
    double down_m = cpfclamp(-speed.y * LOOK_DOWN_S, 0.0, LOOK_DOWN_MAX_M);
    if (landing > 0.0) { /* and as far as the eye lags */
        down_m = fmax(down_m, fmin(landing, LANDING_MAX_M) - RISE_TAU_S * speed.y);
    }
    view->look_down_m = cw_smooth(view->look_down_m, down_m, DOWN_TAU_S, dt_s);
    double rise_m = pose.y_m + RAISE_M - view->look_down_m;
    if (fabs(pose.x_m + view->look_ahead_m - view->eye_m.x) > JUMP_M ||
        fabs(rise_m - view->eye_m.y) > JUMP_M) {
        view->eye_m.y = rise_m;
    }
    view->eye_m.x = pose.x_m + view->look_ahead_m;
    view->eye_m.y = cw_smooth(view->eye_m.y, rise_m, RISE_TAU_S, dt_s);
}

void camera_follow(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Race *race = race_of_const(world);
    const Buggy *buggy = buggy_of_const(world);
    if (buggy == NULL) { /* a map without a start is shown whole */
        cpBB all = cw_map_bounds(cw_world_map(world));
        double height_m = fmax(all.t - all.b, (all.r - all.l) * CW_VIEW_HEIGHT / CW_VIEW_WIDTH);
        *frame->camera = (CwCamera){
            .x_m = (all.l + all.r) / 2.0, .y_m = (all.b + all.t) / 2.0, .height_m = height_m};
        return;
    }
    CwTransform2 pose = cw_world_pose(world, buggy->chassis, frame->alpha);
    if (!view->started) {
        view->started = true;
        view->height_m = CAMERA_HEIGHT_M;
        view->look_ahead_m = 0.8;
        view->eye_m = (CwPoint2){pose.x_m, pose.y_m + RAISE_M};
    }
    follow(world, view, frame, pose);
    bool is_slow =
        race->trouble != TROUBLE_NONE && view_age_s(world, frame, race->trouble_tick) < SLOW_S;
    cw_flow_set_time_scale(frame->flow, is_slow ? SLOW : 1.0); /* changes neither ticks nor rank */
    CwViewRect seen = cw_draw_view(frame->draw);
    double m_per_point = view->height_m / CW_VIEW_HEIGHT;
    bool is_title = frame->scene == CW_SCENE_TITLE;
    double eye_m = view->eye_m.x - (is_title ? menu_room_m(view, frame) : 0.0);
    *frame->camera = (CwCamera){
        .x_m = clamp_eye(eye_m, seen.width / 2.0 * m_per_point, race->size_m.x, 0.0),
        .y_m = clamp_eye(view->eye_m.y, seen.height / 2.0 * m_per_point, race->size_m.y,
                         cpfclamp(pose.y_m - FALL_ROOM_M, FALL_LIMIT_M - FALL_ROOM_M, 0.0)),
        .height_m = view->height_m,
        .shake_m = shake_update(view, frame)};
}
