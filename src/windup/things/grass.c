#include "things/ground.h"

#include "buggy/buggy.h"
#include "common/landscape.h"
#include "common/sprites.h"

#include <math.h>

enum { BLADES_MAX = 6 };

static const double WIND_BEND = 0.16;    /* bend in a breeze, in shares of the height */
static const double PUSH_BEND = 1.1;     /* bend right under the buggy */
static const double PUSH_REACH_M = 1.25; /* reach from the buggy's middle */
static const double WAKE_S = 1.4;        /* time for which blades swing behind the buggy */
static const double FLOWER_SHARE = 0.12;
static const CwColour PETALS = {0xe9, 0xdc, 0xf4, 255}; /* differs from the brass of cogs */

double grass_scatter(double place_m, uint32_t salt)
{
    uint32_t mixed = (uint32_t)(int32_t)floor(place_m * 16.0) * 2654435761u + salt * 40503u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    mixed = (mixed ^ mixed >> 13) * 3266489917u;
    return (mixed ^ mixed >> 16) / 4294967296.0;
}

/* Blades bend away from a low buggy, then swing until they are calm. */
static double push_bend(const Buggy *buggy, CwTransform2 pose, CwPoint2 foot_m)
{
    double off_m = foot_m.x - pose.x_m;
    double above_m = pose.y_m - STAND_HEIGHT_M - foot_m.y;
    double near = cpfclamp01(1.0 - (fabs(above_m) - 0.3) / 0.9);
    double speed_mps = cpBodyGetVelocity(buggy->chassis).x;
    if (near <= 0.0) {
        return 0.0;
    }
    if (fabs(off_m) < PUSH_REACH_M) {
        double side = speed_mps < -0.5 ? -1.0 : speed_mps > 0.5 ? 1.0 : copysign(1.0, off_m);
        return near * side * PUSH_BEND * (1.0 - 0.4 * fabs(off_m) / PUSH_REACH_M);
    }
    double gone_s = -(off_m - copysign(PUSH_REACH_M, off_m)) / speed_mps;
    bool in_wake = fabs(speed_mps) > 1.0 && gone_s > 0.0 && gone_s < WAKE_S;
    return in_wake ? near * copysign(0.8, speed_mps) * exp(-3.0 * gone_s) * cos(9.0 * gone_s) : 0.0;
}

double grass_bend(const CwWorld *world, const CwFrame *frame, CwPoint2 foot_m)
{
    const Buggy *buggy = buggy_of_const(world);
    double x_m = foot_m.x, time_s = frame->sim_s, wind = landscape_wind(world);
    double gust = 0.6 + 0.4 * sin(0.35 * x_m - 1.3 * wind * time_s); /* gusts wander */
    double bend = WIND_BEND * wind * (gust + 0.45 * sin(1.9 * x_m - (2.2 + wind) * time_s));
    return bend + push_bend(buggy, cw_world_pose(world, buggy->chassis, frame->alpha), foot_m);
}

typedef struct Blade {
    cpVect foot_m, along, up;
    double height_m, lean;
    double width_m;
} Blade;

static CwPoint2 place_on(const Blade *blade, double along_m, double up_m)
{
    return (CwPoint2){blade->foot_m.x + along_m * blade->along.x + up_m * blade->up.x,
                      blade->foot_m.y + along_m * blade->along.y + up_m * blade->up.y};
}

/* Adds a blade's tip and the bow up to there; bent blades are lower. The inner side is straight:
 * convex shapes are drawn several times faster. */
static void draw_blade(CwDrawList *list, const Blade *blade, CwColour colour)
{
    double lean = cpfclamp(blade->lean, -1.2, 1.2), height_m = blade->height_m;
    double rise_m = height_m * (1.0 - 0.35 * fabs(lean)), half_m = blade->width_m / 2.0;
    double outer_m = fmin(0.25 * height_m * fabs(lean), 0.8 * half_m) + 0.7 * half_m;
    double middle_m = 0.55 * lean * height_m - copysign(outer_m, lean);
    CwPoint2 corners[] = {place_on(blade, -half_m, 0.0), place_on(blade, half_m, 0.0),
                          place_on(blade, lean * height_m, rise_m),
                          place_on(blade, middle_m, 0.55 * rise_m)};
    CwPoint2 right = corners[3];
    if (lean < 0.0) {
        corners[3] = corners[2];
        corners[2] = right;
    }
    cw_draw_polygon(list, corners, 4, colour);
}

static void draw_tuft(const Ornament *tuft, double bend, const CwColour *colours, CwDrawList *list)
{
    cpVect along = cpvforangle(tuft->angle_rad), up = cpvperp(along);
    double place = tuft->centre_m.x;
    int blades = 3 + (int)(4.0 * grass_scatter(place, 8));
    for (int i = 0; i < blades; i++) {
        double across_m = tuft->size_m * (i + 0.5 - 0.5 * blades) / blades;
        Blade blade = {.foot_m = cpvadd(tuft->centre_m, cpvmult(along, across_m)),
                       .along = along,
                       .up = up,
                       .height_m = tuft->size_m * (0.55 + 0.5 * grass_scatter(place + i, 9)),
                       .lean = bend + 0.7 * (i + 0.5 - 0.5 * blades) / blades,
                       .width_m = 0.075};
        draw_blade(list, &blade, colours[i % 2]);
    }
    if (grass_scatter(place, 10) < FLOWER_SHARE) {
        cpVect stalk =
            cpvadd(cpvmult(up, 0.85 * tuft->size_m), cpvmult(along, bend * tuft->size_m));
        cpVect at_m = cpvadd(tuft->centre_m, stalk);
        draw_disc(list, to_point(at_m), 0.09, PETALS);
    }
}

/* A tuft that would grow through a machine at the level's beginning. */
static bool is_covered(const CwWorld *world, cpVect foot_m)
{
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_PLANK);
    const cpShape *shape = cpSpacePointQueryNearest(
        cw_world_space(world), cpvadd(foot_m, cpv(0.0, 0.15)), 0.3, filter, NULL);
    return shape != NULL && kind_is_machine(cw_world_kind(world, cw_shape_owner(shape)));
}

void grass_mow(const CwWorld *world, Ground *ground)
{
    int count = 0;
    for (int i = 0; i < ground->tuft_count; i++) {
        if (!is_covered(world, ground->tufts[i].centre_m)) {
            ground->tufts[count++] = ground->tufts[i];
        }
    }
    ground->tuft_count = count;
}

void grass_draw(const CwWorld *world, const Ground *ground, CwFrame *frame)
{
    const CwColour *colours = landscape_seen(world, frame)->blades;
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    for (int i = 0; i < ground->tuft_count && colours[0].a > 0; i++) {
        const Ornament *tuft = &ground->tufts[i];
        if (tuft->centre_m.x > seen.left_m - 1.0 && tuft->centre_m.x < seen.right_m + 1.0 &&
            tuft->centre_m.y > seen.bottom_m - 1.0 && tuft->centre_m.y < seen.top_m + 1.0) {
            double bend = grass_bend(world, frame, to_point(tuft->centre_m));
            draw_tuft(tuft, bend, colours, frame->draw);
        }
    }
}
