#include "input/dead_zone.h"

#include "input/input_event.h"

#include <math.h>

/* NaN becomes 0, so that no setting can silence or jam a stick. */
static double clamp_zone(double dead_zone)
{
    return dead_zone > 0 ? fmin(dead_zone, DEAD_ZONE_LARGEST) : 0;
}

/* Stretches [dead_zone, 1] to [0, 1]. */
static double stretch(double length, double dead_zone)
{
    if (length <= dead_zone) {
        return 0;
    }
    return fmin((length - dead_zone) / (1 - dead_zone), 1);
}

Deflection dead_zone_stick(int raw_x, int raw_y, double dead_zone)
{
    double x = raw_x / (double)AXIS_FULL;
    double y = raw_y / (double)AXIS_FULL;
    double length = sqrt(x * x + y * y);
    double stretched = stretch(length, clamp_zone(dead_zone));
    if (stretched <= 0) {
        return (Deflection){0, 0};
    }
    return (Deflection){x / length * stretched, y / length * stretched};
}

double dead_zone_trigger(int raw, double dead_zone)
{
    return stretch(raw / (double)AXIS_FULL, clamp_zone(dead_zone));
}
