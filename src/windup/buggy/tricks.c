/* Counts tricks. */
#include "buggy/buggy.h"
#include "common/race.h"

#include <math.h>

static void award(CwWorld *world, Buggy *buggy, Trick trick, double wind_J)
{
    Tricks *tricks = &buggy->tricks;
    double x_m = cpBodyGetPosition(buggy->chassis).x;
    if (x_m < tricks->paid_m[trick.kind] + TRICKS_APART_M) {
        return;
    }
    tricks->paid_m[trick.kind] = x_m;
    race_of(world)->trick_points += trick.points;
    trick.tick = cw_world_tick(world);
    if (trick.kind != TRICK_LANDING || /* a flip that it ends stays the last trick */
        trick.tick > tricks->last.tick + cw_world_ms_to_ticks(world, LANDING_AIR_MS)) {
        tricks->last = trick;
    }
    if (race_is_expert(world)) {
        mainspring_wind(&buggy->spring, wind_J);
    }
}

/* Whole turns in the air, of which the last may lack a little. */
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
        uint32_t points = (uint32_t)(FLIP_POINTS * flips * (flips + 1.0) / 2.0);
        award(world, buggy, (Trick){TRICK_FLIP, points, 0}, WIND_FLIP_J * flips);
    }
}

/* On the rear wheel alone, forwards; it may bounce. It pays when the front wheel comes down. */
static void note_wheelie(CwWorld *world, Buggy *buggy)
{
    Tricks *tricks = &buggy->tricks;
    double gone_m = cpBodyGetVelocity(buggy->chassis).x * cw_world_dt_s(world);
    bool rear = buggy->wheel_contacts[WHEEL_REAR] > 0, scrapes = buggy->chassis_contacts > 0;
    if (buggy->wheel_contacts[WHEEL_FRONT] > 0 || scrapes || !race_is_driven(world) ||
        buggy->hop.airborne_ticks > cw_world_ms_to_ticks(world, WHEELIE_OFF_MS)) {
        uint32_t points = (uint32_t)(WHEELIE_POINTS_PM * tricks->wheelie_m);
        if (tricks->wheelie_m >= WHEELIE_M && !scrapes) {
            award(world, buggy, (Trick){TRICK_WHEELIE, points, 0},
                  WIND_WHEELIE_JPM * tricks->wheelie_m);
        }
        tricks->wheelie_m = 0.0;
    } else if (rear && gone_m > 0.0 &&
               cpBodyGetPosition(buggy->chassis).x > tricks->paid_m[TRICK_WHEELIE]) {
        tricks->wheelie_m += gone_m;
    }
}

/* A fast machine came near and went without a touch. A bridge that is nearer hides it. */
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
        award(world, buggy, (Trick){TRICK_MISS, NEAR_MISS_POINTS, 0}, WIND_NEAR_MISS_J);
    }
    tricks->endangered = endangered && !tricks->touched;
}

void tricks_tick(CwWorld *world, Buggy *buggy, bool landed)
{
    note_wheelie(world, buggy); /* one that ends at the finish counts */
    if (!race_is_driven(world)) {
        return;
    }
    if (landed) {
        award(world, buggy, (Trick){TRICK_LANDING, LANDING_POINTS, 0}, 0.0);
    }
    note_flips(world, buggy);
    note_near_miss(world, buggy);
}

int64_t tricks_limit(const CwMap *map, int medal)
{
    static const double points_pm[MEDAL_COUNT] = {1.0, 3.0, 6.0};
    return (int64_t)(points_pm[medal - 1] * cw_map_size_m(map).x / 10.0) * 10;
}
