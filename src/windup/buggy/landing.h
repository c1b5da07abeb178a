/* When a landing is clean: both wheels come down almost at once after a while in the air, and the
 * body touches nothing. Pure: counts ticks, knows no world. */
#ifndef BUGGY_LANDING_H
#define BUGGY_LANDING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Landing {
    uint32_t air_ticks;  /* no wheel touched anything for so long; kept until it is judged */
    uint32_t down_ticks; /* since the first wheel came down after that */
} Landing;

typedef struct LandingRules {
    uint32_t air_ticks;   /* shorter jumps don't count */
    uint32_t apart_ticks; /* between the wheels */
} LandingRules;

/* One tick; true in the one in which a clean landing is complete. */
bool landing_tick(Landing *landing, const LandingRules *rules, bool rear_down, bool front_down,
                  bool scrapes);

#endif
