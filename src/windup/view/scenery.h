/* The things on the horizon: mills, clocks with the run's time, lit towers, ships, on the crests of
 * hills, mesas and roofs: endless lines, the same each time. Only the backdrop draws them. A
 * range's metres: x from the level's left edge as far things move, y from the view's middle. */
#pragma once

#include "clockwork/clockwork.h"
#include "common/landscape.h"

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
    double parallax; /* its share of the camera's way */
} Ridge;

/* Places along a range. */
typedef struct RidgeSteps {
    double first_m, step_m;
    int count;
} RidgeSteps;

/* The crest at all of them, a quarter of the time for each. */
void ridge_heights_m(const Ridge *ridge, const RidgeSteps *steps, double *heights_m);

/* A fixed scatter: the same for the same place and salt, in [0, 1). */
double ridge_scatter(int64_t place, uint32_t salt);

/* The eye of a picture, from which all of the backdrop follows. */
typedef struct Eye {
    CwDrawList *list;
    const Landscape *land;
    double x_m;     /* of the camera */
    double shift_m; /* where in its endless ranges a level begins: no two look alike */
    double rise_m;  /* how far it looks above the height that the backdrop is composed for */
    double half_m;  /* from the middle of the view to its sides */
    double wind;    /* 1 is a breeze */
    double night;
    double time_s; /* of the simulation: clouds, sails */
    double run_s;  /* of the run: clocks */
} Eye;

/* A sort of thing that stands on a range here and there. */
typedef struct Stand {
    int sprite;
    double every_m; /* at most one in each stretch of so many metres, */
    double chance;  /* with this chance, anywhere in it */
    double sink_m;  /* of its foot behind the crest, at most twice that */
} Stand;

enum { STANDS_MAX = 5 };

typedef struct Range {
    Ridge ridge;
    Stand stands[STANDS_MAX]; /* those behind first; unused ones have every_m 0 */
} Range;

/* From far to near. */
const Range *scenery_ranges(const Landscape *land);

/* Metres from the middle of the view, y up, to view points and back to lengths. */
CwPoint2 scenery_on_view(double x_m, double y_m);
double scenery_points(double length_m);

/* How the height of the eye moves what has this parallax. */
double scenery_sink_m(const Eye *eye, double parallax);

/* The middle of the view in a layer with this parallax. */
double scenery_middle_m(const Eye *eye, double parallax);

/* All that stands on a range, in the list's screen space and present layer. */
void scenery_draw(const Eye *eye, int range);
