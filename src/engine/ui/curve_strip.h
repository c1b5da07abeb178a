/* Curves of a few values over time in a strip along the lower edge: each in a colour and a scale of
 * its own, its name, value and bounds beside it.
 *
 * Only a picture; the values are the caller's. */
#ifndef UI_CURVE_STRIP_H
#define UI_CURVE_STRIP_H

#include "clockwork/game.h"

#define CURVE_STRIP_HEIGHT 56.0 /* what it takes of the lower edge, in the points of ui_view.h */

enum { CURVE_MAX = 4 };

typedef struct Curve {
    const char *name;
    const double *values; /* oldest first; NaN: there was none */
} Curve;

typedef struct CurveStrip {
    Curve curves[CURVE_MAX];
    int curve_count;
    int count;      /* of each one's values; 0: they are not known yet */
    int span_count; /* values from the left edge to the right one */
    double span_s;
} CurveStrip;

void curve_strip_draw(const CurveStrip *strip, const CwTheme *theme, CwDrawList *list);

#endif
