#include "game/hop.h"

static void count_down(uint32_t *ticks)
{
    if (*ticks > 0) {
        --*ticks;
    }
}

bool hop_tick(Hop *hop, const HopRules *rules, bool pressed, bool grounded)
{
    if (pressed) {
        hop->press_ticks = rules->buffer_ticks + 1;
    }
    if (grounded) {
        hop->ground_ticks = rules->coyote_ticks + 1;
    }
    bool fires = hop->press_ticks > 0 && hop->ground_ticks > 0 && hop->lockout_ticks == 0;
    if (fires) {
        *hop = (Hop){.lockout_ticks = rules->lockout_ticks};
        return true;
    }
    count_down(&hop->press_ticks);
    count_down(&hop->ground_ticks);
    count_down(&hop->lockout_ticks);
    return false;
}
