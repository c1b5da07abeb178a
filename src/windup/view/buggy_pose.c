/* The buggy in the picture: its paint, the driver's lean, crouch and look, and pressed tyres. */
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>

static const double LEAN_TAU_S = 0.09, LOOK_TAU_S = 0.14;
static const double FALL_MPS = 2.0; /* the driver ducks in faster falls */
static const double CROUCH_MAX_M = 0.14, CROUCH_LEAST_M = -0.08;
static const CwSpringRow KNEES = {.frequency_hz = 2.85, .damping = 0.61};

static double lean_target_rad(const CwWorld *world, const Buggy *buggy)
{
    const CwInputFrame *input = cw_world_input(world);
    double lean =
        cw_input_value(input, ACTION_LEAN_BACK) - cw_input_value(input, ACTION_LEAN_FORWARD);
    double pull =
        0.35 * (cw_input_value(input, ACTION_ACCELERATE) - cw_input_value(input, ACTION_BRAKE));
    if (!race_is_driven(world)) {
        lean = pull = 0.0;
    }
    double spin_radps = cpBodyGetAngularVelocity(buggy->chassis);
    return cpfclamp(0.34 * lean + 0.3 * pull - 0.05 * spin_radps, -0.5, 0.5);
}

/* The direction of the look: along the flight, up a hill, or backwards. */
static double look_target_rad(const Buggy *buggy)
{
    cpVect speed = cpBodyGetVelocity(buggy->chassis);
    double forward = cpvdot(speed, cpBodyGetRotation(buggy->chassis));
    if (cpvlength(speed) < 1.0) {
        return 0.0;
    }
    if (forward < -0.5) {
        return 0.35; /* over his shoulder, as far as the scarf allows */
    }
    cpVect ahead = cpvunrotate(speed, cpBodyGetRotation(buggy->chassis));
    return cpfclamp(0.8 * atan2(ahead.y, fabs(ahead.x) + 1.0), -0.5, 0.45);
}

static double landing_mps(const CwFrame *frame, CwEntity buggy)
{
    double most = 0.0;
    for (int i = 0; i < frame->events.count; i++) {
        const CwEvent *event = &frame->events.items[i];
        if (event->type == CW_EVENT_CONTACT_BEGIN &&
            (cw_entity_equal(event->a, buggy) || cw_entity_equal(event->b, buggy))) {
            most = fmax(most, event->strength);
        }
    }
    return most;
}

void driver_update(const CwWorld *world, CwFrame *frame)
{
    Driver *driver = &((View *)frame->view)->driver;
    const Buggy *buggy = buggy_of_const(world);
    double dt_s = fabs(frame->sim_dt_s);
    if (buggy == NULL) {
        return;
    }
    driver->lean_rad = cw_smooth(driver->lean_rad, lean_target_rad(world, buggy), LEAN_TAU_S, dt_s);
    driver->look_rad = cw_smooth(driver->look_rad, look_target_rad(buggy), LOOK_TAU_S, dt_s);
    driver->crouch_m.speed += 0.16 * fmin(8.0, landing_mps(frame, race_of_const(world)->buggy));
    double fall_mps = buggy_grounded(buggy) ? 0.0 : -cpBodyGetVelocity(buggy->chassis).y - FALL_MPS;
    double target_m = cpfclamp(0.025 * fall_mps, 0.0, CROUCH_MAX_M);
    double crouch_m = cw_spring(&driver->crouch_m, target_m, &KNEES, dt_s);
    driver->crouch_m.value = cpfclamp(crouch_m, CROUCH_LEAST_M, CROUCH_MAX_M);
}

/* ---- paint jobs: medals win them, and they change nothing but the looks ---- */

/* The medal, from 1, that must be won in so many levels; 0: free. */
static const struct {
    int medal, levels;
} PRICES[PAINT_COUNT] = {
    [PAINT_CHERRY] = {1, 6}, [PAINT_NICKEL] = {2, 9}, [PAINT_MIDNIGHT] = {3, 12}};

bool paint_is_locked(const CwFrame *frame, int key, int choice, char how[CW_MENU_VALUE_BYTES])
{
    if (key != CONFIG_PAINT || PRICES[choice].medal == 0) {
        return false;
    }
    int medal = PRICES[choice].medal, won = cw_frame_medal_count(frame, medal);
    snprintf(how, CW_MENU_VALUE_BYTES, cw_text(frame, "Won with %s in %d levels; you have %d."),
             cw_text_in(frame, "medal", windup_medals[medal - 1]), PRICES[choice].levels, won);
    return won < PRICES[choice].levels;
}

static int paint_chosen(const CwFrame *frame)
{
    char how[CW_MENU_VALUE_BYTES];
    int paint = cw_config_choice(frame, CONFIG_PAINT);
    return paint_is_locked(frame, CONFIG_PAINT, paint, how) ? PAINT_BRASS : paint;
}

/* ---- the picture ---- */

/* The scarf's tail streams with the air, in waves. */
static void lay_scarf(const CwWorld *world, const CwFrame *frame, BuggyPose *pose)
{
    const double link_m = 0.16;
    cpVect speed = cpBodyGetVelocity(buggy_of_const(world)->chassis);
    cpVect air = cpv(1.2 * landscape_wind(world) - speed.x, -speed.y - 3.0);
    double blow = fmin(1.0, cpvlength(air) / 9.0), along_rad = atan2(air.y, air.x);
    CwPoint2 at = buggy_place_m(pose, -0.24, 0.27 - pose->crouch_m);
    for (int i = 0; i < 4; i++) {
        pose->scarf_m[i] = at;
        double wave = 0.22 * blow * (i + 1) * sin(17.0 * frame->sim_s - 1.5 * i);
        at = point_along(at, along_rad + wave, link_m);
    }
}

static const double REBOUND_MPS = 6.0; /* speed of a chassis that fell into the depth */
static const double LYING_M = 0.26;    /* a wreck lies on its hull, above the picture's bottom */

static void set_wreck(const CwWorld *world, const CwFrame *frame, BuggyPose *pose)
{
    const Race *race = race_of_const(world);
    if (race->trouble == TROUBLE_NONE) {
        return;
    }
    double age_s = fmax(0.0, view_age_s(world, frame, race->trouble_tick));
    pose->wreck = race->trouble;
    pose->wreck_s = age_s;
    pose->chassis.y_m += fmin(LYING_M, age_s);
    pose->thrown_mps = cpv(-1.2, 5.5);
    if (pose->wreck == TROUBLE_FELL) { /* the depth throws all parts up again, the driver highest */
        pose->chassis.y_m = FALL_LIMIT_M + REBOUND_MPS * age_s - 4.9 * age_s * age_s;
        pose->thrown_mps = cpv(0.6, 4.0 + 4.9 * age_s);
    } else if (pose->wreck == TROUBLE_RUN_DOWN) {
        pose->thrown_mps = cpv(0.0, 4.9 * age_s); /* nothing flies */
        pose->crouch_m = CROUCH_MAX_M;
        pose->look_rad = -0.5;
    }
}

BuggyPose buggy_pose(const CwWorld *world, const CwFrame *frame)
{
    const Buggy *buggy = buggy_of_const(world);
    const Driver *driver = &((const View *)frame->view)->driver;
    BuggyPose pose = {.chassis = cw_world_pose(world, buggy->chassis, frame->alpha),
                      .lean_rad = driver->lean_rad,
                      .look_rad = driver->look_rad,
                      .crouch_m = driver->crouch_m.value,
                      .paint = paint_chosen(frame),
                      .cheers = race_of_const(world)->finished};
    if (pose.cheers) {
        pose.medal = (int)cw_frame_medal(frame, (uint32_t)race_ticks(world));
        pose.crouch_m -= frame->comfort.reduced_motion ? 0.0 : 0.25 * fabs(sin(7.0 * frame->sim_s));
    }
    pose.key_rad =
        buggy->key_angle_rad + (frame->alpha - 1.0) * cw_world_dt_s(world) * buggy->key_spin_radps;
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        pose.wheels[wheel] = cw_world_pose(world, buggy->wheels[wheel], frame->alpha);
        pose.squash[wheel] = ((const View *)frame->view)->squash[wheel];
    }
    set_wreck(world, frame, &pose);
    lay_scarf(world, frame, &pose);
    return pose;
}

void buggy_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self, (void)data;
    BuggyPose pose = buggy_pose(world, frame);
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_BUGGY);
    double zoom = frame->camera->height_m / CAMERA_HEIGHT_M; /* a fixed size is cheap */
    sprite_glow(frame->draw, buggy_place_m(&pose, 0.0, 0.0),
                windup_sprites[SPRITE_GLOW].width_m * zoom, landscape_seen(world, frame)->halo);
    cw_draw_set_lit(frame->draw, true); /* lit by its lamp and the moon */
    buggy_draw_at(frame->draw, &pose);
    cw_draw_set_lit(frame->draw, false);
}

/* ---- tyres ---- */

static const double SQUASH_MPN = 0.09 / 7000.0; /* depth for each newton */
static const double SQUASH_TAU_S = 0.035;

static void press_tyre(const CwWorld *world, Squash *squash, int wheel, double dt_s)
{
    const Buggy *buggy = buggy_of_const(world);
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, race_of_const(world)->buggy, contacts);
    const CwContact *hardest = NULL;
    for (int i = 0; i < count; i++) {
        bool is_ours = contacts[i].shape == buggy->treads[wheel];
        if (is_ours && (hardest == NULL || contacts[i].impulse_Ns > hardest->impulse_Ns)) {
            hardest = &contacts[i];
        }
    }
    double depth_m = 0.0;
    if (hardest != NULL) {
        squash->towards_rad = atan2(hardest->normal.y, hardest->normal.x);
        depth_m = fmin(SQUASH_MAX_M, SQUASH_MPN * hardest->impulse_Ns / cw_world_dt_s(world));
    }
    squash->depth_m = cw_smooth(squash->depth_m, depth_m, SQUASH_TAU_S, dt_s);
}

void tyres_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    double dt_s = frame->jumped ? 0.0 : fmax(0.0, frame->sim_dt_s);
    for (int wheel = 0; wheel < WHEEL_COUNT && buggy_of_const(world) != NULL; wheel++) {
        press_tyre(world, &view->squash[wheel], wheel, dt_s);
    }
}
