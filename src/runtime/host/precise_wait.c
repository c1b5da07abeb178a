#include "host/precise_wait.h"

#include <stdbool.h>

/* Added to the measured lateness: reading the clock and returning take a moment too. */
static const int64_t RESERVE_NS = 5000;
/* Below this many sleeps nothing is known about the machine and the margin is the cap. */
static const uint32_t SLEEPS_KNOWN = 16;

/* The second largest lateness of 128 is about the 99th percentile. Sleeps that no margin would
 * mend, as when the processor was taken away, say nothing, unless they are the most. */
static int64_t margin_from(const PreciseWait *wait)
{
    uint32_t count = wait->sleep_count, mended = 0;
    count = count < PRECISE_WAIT_SAMPLES ? count : PRECISE_WAIT_SAMPLES;
    int64_t largest_ns = 0, second_ns = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t late_ns = wait->late_ns[i];
        if (late_ns + RESERVE_NS > PRECISE_WAIT_MARGIN_MAX_NS) {
            continue;
        }
        mended++;
        if (late_ns > largest_ns) {
            second_ns = largest_ns;
            largest_ns = late_ns;
        } else if (late_ns > second_ns) {
            second_ns = late_ns;
        }
    }
    bool known = count >= SLEEPS_KNOWN && 2 * mended > count;
    return known ? second_ns + RESERVE_NS : PRECISE_WAIT_MARGIN_MAX_NS;
}

static void sleep_to(PreciseWait *wait, int64_t wake_ns)
{
    wait->clock.sleep_until_ns(wait->clock.self, wake_ns);
    int64_t late_ns = wait->clock.now_ns(wait->clock.self) - wake_ns;
    wait->late_ns[wait->sleep_count % PRECISE_WAIT_SAMPLES] = late_ns > 0 ? late_ns : 0;
    wait->sleep_count++;
    wait->margin_ns = margin_from(wait);
}

PreciseWait precise_wait_make(WaitClock clock)
{
    return (PreciseWait){.clock = clock, .margin_ns = PRECISE_WAIT_MARGIN_MAX_NS};
}

void precise_wait_until(PreciseWait *wait, int64_t deadline_ns)
{
    int64_t wake_ns = deadline_ns - wait->margin_ns;
    if (wait->clock.now_ns(wait->clock.self) < wake_ns) {
        sleep_to(wait, wake_ns);
    }
    while (wait->clock.now_ns(wait->clock.self) < deadline_ns) {
    }
}
