#include "buggy/jump.h"

static void count_down(uint32_t *ticks)
{
    if (*ticks > 0) {
        --*ticks;
    }
}

bool hop_tick(Hop *hop, const HopRules *rules, bool pressed, bool grounded)
{
    hop->airborne_ticks = grounded ? 0 : hop->airborne_ticks + 1;
    hop->rest_ticks = grounded ? hop->rest_ticks + 1 : 0;
    if (hop->airborne_ticks >= rules->airborne_ticks || hop->rest_ticks >= rules->rest_ticks) {
        hop->spent = false;
    }
    if (pressed) {
        hop->press_ticks = rules->buffer_ticks + 1;
    }
    if (grounded) {
        hop->ground_ticks = rules->coyote_ticks + 1;
    }
    bool fires = hop->press_ticks > 0 && hop->ground_ticks > 0 && !hop->spent;
    if (fires) {
        *hop = (Hop){.spent = true};
        return true;
    }
    count_down(&hop->press_ticks);
    count_down(&hop->ground_ticks);
    return false;
}

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
