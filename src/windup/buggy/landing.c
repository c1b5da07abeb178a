#include "buggy/landing.h"

bool landing_tick(Landing *landing, const LandingRules *rules, bool rear_down, bool front_down,
                  bool scrapes)
{
    bool flying = !rear_down && !front_down && !scrapes;
    if (flying) {
        /* a wheel that bounces off again does not begin a new jump */
        landing->air_ticks = landing->down_ticks > 0 ? 0 : landing->air_ticks + 1;
        landing->down_ticks = 0;
        return false;
    }
    bool waits =
        landing->air_ticks >= rules->air_ticks && landing->down_ticks <= rules->apart_ticks;
    landing->down_ticks++;
    if (!waits || scrapes || !rear_down || !front_down) {
        landing->air_ticks = waits && !scrapes ? landing->air_ticks : 0;
        return false;
    }
    landing->air_ticks = 0;
    return true;
}
