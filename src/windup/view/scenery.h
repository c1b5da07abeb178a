/* The horizon of the backdrop: ranges of hills, mesas, roofs or clouds, with things on their
 * crests. Ranges are endless and always the same. x counts from the level's left edge, y from the
 * middle of the view. */
#pragma once

#include "common/landscape.h"

typedef enum RidgeForm {
    RIDGE_ROLLING, /* hills */
    RIDGE_STEPPED, /* mesas, roofs */
    RIDGE_BILLOWS, /* clouds */
    RIDGE_LEVEL    /* a floor, the sea */
} RidgeForm;

typedef struct Ridge {
    RidgeForm form;
    double middle_m; /* mean height of the crest */
    double relief_m; /* height and depth of its waves */
    double length_m; /* approximate distance of tops */
    uint32_t salt;   /* tells ranges apart */
    double parallax; /* share of the camera's way */
} Ridge;

typedef struct RidgeSteps {
    double first_m, step_m;
    int count;
} RidgeSteps;

/* Heights of the crest at several places: four times as fast as one by one. */
void ridge_heights_m(const Ridge *ridge, const RidgeSteps *steps, double *heights_m);

/* A fixed pseudo-random number in [0, 1): the same for the same place and salt. */
double ridge_scatter(int64_t place, uint32_t salt);

/* The eye of a picture, which determines the whole backdrop. */
typedef struct Eye {
    CwDrawList *list;
    const CwWorld *world;
    const Landscape *land;
    double x_m;     /* place of the camera */
    double shift_m; /* beginning of the level in its endless ranges: no two look alike */
    double rise_m;  /* height above the one that the backdrop is composed for */
    double half_m;  /* distance from the view's middle to its sides */
    double finish_m;
    double night;
    double time_s; /* simulated time, for clouds and sails */
    double run_s;  /* the run's time, for clocks */
} Eye;

typedef struct Stand {
    int sprite;
    double every_m; /* length of a stretch for at most one thing; 0: one thing, at the finish */
    double chance;  /* chance of a thing in a stretch; 1: at equal distances */
    double sink_m;  /* depth of the foot behind the crest, at most twice that */
    int rows;       /* rows upwards in its own colours; 0: one in the range's */
} Stand;

enum { STANDS_MAX = 5 };

typedef struct Range {
    Ridge ridge;
    Stand stands[STANDS_MAX]; /* from back to front; unused ones have sprite 0 */
} Range;

/* The ranges of each scenery from far to near. */
extern const Range scenery_ranges[SCENERY_COUNT][RANGE_COUNT];

/* The colour of a range; the floor's is a dark shade of the nearest. */
CwColour scenery_colour(const Landscape *land, int range);

/* Converts metres from the middle of the view, y up, to view points, and back to lengths. */
CwPoint2 scenery_on_view(double x_m, double y_m);
double scenery_points(double length_m);

/* The shift by the eye's height in a layer with this parallax. */
double scenery_sink_m(const Eye *eye, double parallax);

/* The view's middle in a layer with this parallax. */
double scenery_middle_m(const Eye *eye, double parallax);

/* Draws everything on a range, in the list's screen space and layer. */
void scenery_draw(const Eye *eye, int range);
