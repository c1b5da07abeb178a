#include "inspect/slice.h"

static const int64_t MOST_NS = 3000000, LEAST_NS = 1500000;
enum { TICKS_MAX = 2048 };

uint32_t slice_next(uint32_t ticks, int64_t took_ns)
{
    if (took_ns > MOST_NS) {
        uint32_t fits = (uint32_t)(ticks * LEAST_NS / took_ns);
        return fits > 1 ? fits : 1;
    }
    return took_ns < LEAST_NS && ticks < TICKS_MAX ? 2 * ticks : ticks;
}
