#include "windup/ridge.h"

#include <math.h>

double ridge_scatter(int64_t place, uint32_t salt)
{
    uint32_t mixed = (uint32_t)place * 2654435761u + salt * 2246822519u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    mixed = (mixed ^ mixed >> 13) * 3266489917u;
    return (mixed ^ mixed >> 16) / 4294967296.0;
}

/* Waves whose lengths have no common measure. */
static double rolling(double turns, double phase)
{
    return 0.50 * sin(turns + phase) + 0.28 * sin(1.618 * turns + 2.1 * phase) +
           0.22 * sin(3.303 * turns + 3.7 * phase);
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

static double billows(double turns, double phase)
{
    return fabs(sin(turns / 2.0 + phase)) + 0.45 * fabs(sin(1.31 * turns + 2.0 * phase)) - 0.8;
}

double ridge_height_m(const Ridge *ridge, double x_m)
{
    double turns = 2.0 * CP_PI * x_m / ridge->length_m;
    double phase = 1.7 * ridge->salt;
    double share = 0.0;
    switch (ridge->form) {
    case RIDGE_ROLLING:
        share = rolling(turns, phase);
        break;
    case RIDGE_STEPPED:
        share = stepped(x_m / ridge->length_m, ridge->salt);
        break;
    case RIDGE_BILLOWS:
        share = billows(turns, phase);
        break;
    case RIDGE_LEVEL:
        break;
    }
    return ridge->middle_m + ridge->relief_m * share;
}
