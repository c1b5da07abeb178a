#include "view/ridge.h"

#include <math.h>

double ridge_scatter(int64_t place, uint32_t salt)
{
    uint32_t mixed = (uint32_t)place * 2654435761u + salt * 2246822519u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    mixed = (mixed ^ mixed >> 13) * 3266489917u;
    return (mixed ^ mixed >> 16) / 4294967296.0;
}

/* Plateaus of unequal width with steep flanks. */
static double stepped(double cells, uint32_t salt)
{
    const double flank = 0.14; /* of a cell */
    int64_t cell = (int64_t)floor(cells);
    double edge = flank + (1.0 - 2.0 * flank) * ridge_scatter(cell, salt + 1);
    double from = 2.0 * ridge_scatter(cell, salt) - 1.0;
    double to = 2.0 * ridge_scatter(cell + 1, salt) - 1.0;
    double way = cpfclamp01((cells - (double)cell - edge) / flank + 0.5);
    return from + (to - from) * way;
}

/* Waves whose lengths have no common measure. */
typedef struct Wave {
    double share, turns, phase;
} Wave;

static const Wave ROLLING[] = {{0.50, 1.0, 1.0}, {0.28, 1.618, 2.1}, {0.22, 3.303, 3.7}};
static const Wave BILLOWS[] = {{1.0, 0.5, 1.0}, {0.45, 1.31, 2.0}};

/* Turns on from place to place: a sine for each takes ten times as long. */
static void add_waves(const Ridge *ridge, const Wave *waves, int count, const RidgeSteps *steps,
                      double *heights_m)
{
    for (const Wave *wave = waves; wave < waves + count; wave++) {
        double turn_rad_m = 2.0 * CP_PI * wave->turns / ridge->length_m;
        double relief_m = ridge->relief_m * wave->share;
        cpVect at = cpvforangle(turn_rad_m * steps->first_m + 1.7 * ridge->salt * wave->phase);
        cpVect step = cpvforangle(turn_rad_m * steps->step_m);
        for (int i = 0; i < steps->count; i++) {
            heights_m[i] += relief_m * (ridge->form == RIDGE_BILLOWS ? fabs(at.y) : at.y);
            at = cpvrotate(at, step);
        }
    }
}

void ridge_heights_m(const Ridge *ridge, const RidgeSteps *steps, double *heights_m)
{
    bool billows = ridge->form == RIDGE_BILLOWS;
    for (int i = 0; i < steps->count; i++) {
        heights_m[i] = ridge->middle_m - (billows ? 0.8 * ridge->relief_m : 0.0);
        if (ridge->form == RIDGE_STEPPED) {
            double cells = (steps->first_m + i * steps->step_m) / ridge->length_m;
            heights_m[i] += ridge->relief_m * stepped(cells, ridge->salt);
        }
    }
    if (billows) {
        add_waves(ridge, BILLOWS, (int)CW_ARRAY_LENGTH(BILLOWS), steps, heights_m);
    } else if (ridge->form == RIDGE_ROLLING) {
        add_waves(ridge, ROLLING, (int)CW_ARRAY_LENGTH(ROLLING), steps, heights_m);
    }
}

double ridge_height_m(const Ridge *ridge, double x_m)
{
    double height_m;
    ridge_heights_m(ridge, &(RidgeSteps){x_m, 0.0, 1}, &height_m);
    return height_m;
}
