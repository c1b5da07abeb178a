/* Hands of clocks that show the time of the run: the long one turns once a minute, the short one
 * once in twelve. For clocks of the level and of the backdrop. */
#ifndef THINGS_CLOCK_HANDS_H
#define THINGS_CLOCK_HANDS_H

#include "clockwork/clockwork.h"

typedef struct ClockHands {
    CwPoint2 centre; /* in the list's present space */
    double radius;   /* of the dial */
    double time_s;
    double up; /* 1 where y points up (world space), -1 where it points down */
    CwColour colour;
} ClockHands;

/* The run's time in the picture, seconds. */
double clock_time_s(const CwWorld *world, const CwFrame *frame);

/* The angle of a hand that turns once in `turn_s`: radians clockwise from twelve. */
double clock_hand_rad(double time_s, double turn_s);

void clock_hands_draw(CwDrawList *list, const ClockHands *hands);

#endif
