#include "app/slice.h"

static const int64_t MOST_NS = 3000000, LEAST_NS = 1500000;
enum { TICKS_FIRST = 16, TICKS_MAX = 2048 };

uint32_t slice_next(uint32_t ticks, int64_t took_ns)
{
    if (ticks == 0) {
        return TICKS_FIRST;
    }
    if (took_ns > MOST_NS && ticks > 1) {
        return ticks / 2;
    }
    return took_ns < LEAST_NS && ticks < TICKS_MAX ? 2 * ticks : ticks;
}
