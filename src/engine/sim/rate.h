/* Functions that run at a rate of their own, a whole number of times a second. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* True in `hz` of any `tick_rate` ticks that follow each other, as evenly as ticks allow. Nothing
 * is remembered, so nothing has to be rewound. Add a number to the tick to be due in another one.
 */
static inline bool rate_is_due(uint64_t tick, int hz, int tick_rate)
{
    return tick * (uint64_t)hz % (uint64_t)tick_rate < (uint64_t)hz;
}
