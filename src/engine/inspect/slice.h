/* Work that is cut into slices, so that no frame waits for it: how many ticks the next one takes.
 */
#pragma once

#include <stdint.h>

/* After one of so many ticks that took so long; 0 ticks: the first. Slices come to 1.5 to 3 ms, or
 * one tick where that takes longer. */
uint32_t slice_next(uint32_t ticks, int64_t took_ns);
