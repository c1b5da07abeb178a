/* Finds tricks: flips, wheelies and near misses. */
#include "buggy/buggy.h"
#include "common/race.h"

#include <math.h>

static void note_trick(const CwWorld *world, Buggy *buggy, TrickKind kind)
{
    Tricks *tricks = &buggy->tricks;
    double x_m = cpBodyGetPosition(buggy->chassis).x;
    if (x_m >= tricks->done_m[kind] + TRICKS_APART_M) {
        tricks->done_m[kind] = x_m;
        tricks->last = (Trick){kind, cw_world_tick(world)};
    }
}

/* Counts whole turns in the air, the last of which may lack a little. */
static void note_flips(CwWorld *world, Buggy *buggy)
{
    double *turned_rad = &buggy->tricks.turned_rad;
    bool scrapes = buggy->chassis_contacts > 0;
    if (!buggy_grounded(buggy) && !scrapes) {
        *turned_rad += cpBodyGetAngularVelocity(buggy->chassis) * cw_world_dt_s(world);
        return;
    }
    double flips = floor((fabs(*turned_rad) + FLIP_LACKS_RAD) / (2.0 * CP_PI));
    *turned_rad = 0.0;
    if (flips > 0.0 && !scrapes) {
        note_trick(world, buggy, TRICK_FLIP);
    }
}

/* Measures a wheelie: forwards on the rear wheel (which may bounce) until the front one is down. */
static void note_wheelie(CwWorld *world, Buggy *buggy)
{
    Tricks *tricks = &buggy->tricks;
    double gone_m = cpBodyGetVelocity(buggy->chassis).x * cw_world_dt_s(world);
    bool rear = buggy->wheel_contacts[WHEEL_REAR] > 0, scrapes = buggy->chassis_contacts > 0;
    if (buggy->wheel_contacts[WHEEL_FRONT] > 0 || scrapes || !race_is_driven(world) ||
        buggy->hop.airborne_ticks > cw_world_ms_to_ticks(world, WHEELIE_OFF_MS)) {
        if (tricks->wheelie_m >= WHEELIE_M && !scrapes) {
            note_trick(world, buggy, TRICK_WHEELIE);
        }
        tricks->wheelie_m = 0.0;
    } else if (rear && gone_m > 0.0 &&
               cpBodyGetPosition(buggy->chassis).x > tricks->done_m[TRICK_WHEELIE]) {
        tricks->wheelie_m += gone_m;
    }
}

/* Notes a fast machine that came near and went without a touch. A nearer bridge hides it. */
static void note_near_miss(CwWorld *world, Buggy *buggy)
{
    const cpShapeFilter machines = {CP_NO_GROUP, CP_ALL_CATEGORIES, CATEGORY_PLANK};
    Tricks *tricks = &buggy->tricks;
    cpPointQueryInfo near;
    const cpShape *shape = cpSpacePointQueryNearest(
        cw_world_space(world), cpBodyGetPosition(buggy->chassis), NEAR_MISS_M, machines, &near);
    bool endangered =
        shape != NULL && cpShapeGetCollisionType(shape) == TOUCH_MACHINE &&
        cpvlength(cpBodyGetVelocityAtWorldPoint(cpShapeGetBody(shape), near.point)) > NEAR_MISS_MPS;
    if (tricks->endangered && !endangered && !tricks->touched) {
        note_trick(world, buggy, TRICK_MISS);
    }
    tricks->endangered = endangered && !tricks->touched;
}

void tricks_tick(CwWorld *world, Buggy *buggy)
{
    note_wheelie(world, buggy); /* a wheelie that ends at the finish counts */
    if (race_is_driven(world)) {
        note_flips(world, buggy);
        note_near_miss(world, buggy);
    }
}
