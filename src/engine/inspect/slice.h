/* Work in slices, so that no frame waits for it: how many ticks the next one takes. */
#pragma once

#include <stdint.h>

/* After so many ticks (at first 1) that took so long. Slices: 1.5 to 3 ms, or one tick. */
uint32_t slice_next(uint32_t ticks, int64_t took_ns);
