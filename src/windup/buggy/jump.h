/* When a hop happens, and when a landing is clean. A hop forgives a press a little too early (jump
 * buffer) and one a little after the wheels left the ground (coyote time); there is one a landing.
 * A landing is clean when both wheels come down almost at once after a while in the air, and the
 * body touches nothing. Pure: counts ticks, knows no world. */
#ifndef BUGGY_JUMP_H
#define BUGGY_JUMP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Hop {
    uint32_t press_ticks;    /* for so many more ticks the last press counts */
    uint32_t ground_ticks;   /* for so many more ticks the ground counts */
    uint32_t airborne_ticks; /* in the air without a break */
    uint32_t rest_ticks;     /* since the last hop, on the ground without a break */
    bool spent;              /* hopped, and not landed since */
} Hop;

typedef struct HopRules {
    uint32_t buffer_ticks;
    uint32_t coyote_ticks;
    uint32_t airborne_ticks; /* in the air that arm the next hop */
    uint32_t rest_ticks;     /* on the ground that arm it, too */
} HopRules;

/* One tick; true when the hop happens in it. A press in tick p counts in p .. p + buffer_ticks, the
 * ground of tick g in g .. g + coyote_ticks. */
bool hop_tick(Hop *hop, const HopRules *rules, bool pressed, bool grounded);

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
