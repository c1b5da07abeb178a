/* When a hop happens: forgives a press a little too early (jump buffer) and one a little after the
 * wheels left the ground (coyote time); one hop a landing. Pure: counts ticks, knows no world. */
#ifndef BUGGY_HOP_H
#define BUGGY_HOP_H

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

#endif
