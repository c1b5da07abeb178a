/* Crests of hills, mesas and roofs: endless lines that never repeat, the same each time.
 *
 * A range lies in metres of its own: x from the level's left edge as far away things move, y from
 * the middle of the view. backdrop.c draws them, scenery.c puts things on them. */
#ifndef VIEW_RIDGE_H
#define VIEW_RIDGE_H

#include "clockwork/clockwork.h"

typedef enum RidgeForm {
    RIDGE_ROLLING, /* hills */
    RIDGE_STEPPED, /* mesas, roofs */
    RIDGE_BILLOWS, /* clouds */
    RIDGE_LEVEL    /* a floor, the sea */
} RidgeForm;

typedef struct Ridge {
    RidgeForm form;
    double middle_m; /* height of the crest on average */
    double relief_m; /* how far it goes above and below that */
    double length_m; /* about from one top to the next */
    uint32_t salt;   /* one range is not another */
} Ridge;

/* Places along a range. */
typedef struct RidgeSteps {
    double first_m, step_m;
    int count;
} RidgeSteps;

double ridge_height_m(const Ridge *ridge, double x_m);

/* At all of them, a quarter of the time for each. */
void ridge_heights_m(const Ridge *ridge, const RidgeSteps *steps, double *heights_m);

/* A fixed scatter: the same for the same place and salt, in [0, 1). */
double ridge_scatter(int64_t place, uint32_t salt);

#endif
