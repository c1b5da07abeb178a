/* When a hop happens: forgives a press a little too early (jump buffer) and one a little after the
 * wheels left the ground (coyote time). Pure: counts ticks, knows no world. */
#ifndef GAME_HOP_H
#define GAME_HOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Hop {
    uint32_t press_ticks;   /* for so many more ticks the last press counts */
    uint32_t ground_ticks;  /* for so many more ticks the ground counts */
    uint32_t lockout_ticks; /* so many more without a hop: one press, one hop */
} Hop;

typedef struct HopRules {
    uint32_t buffer_ticks;
    uint32_t coyote_ticks;
    uint32_t lockout_ticks;
} HopRules;

/* One tick; true when the hop happens in it. A press in tick p counts in p .. p + buffer_ticks, the
 * ground of tick g in g .. g + coyote_ticks. */
bool hop_tick(Hop *hop, const HopRules *rules, bool pressed, bool grounded);

#endif
