#include "host/precise_wait.h"

/* Added to the measured lateness: reading the clock and returning take a moment too. */
static const int64_t RESERVE_NS = 5000;
/* When a sleep ends earlier than before, the margin falls by this fraction. */
static const int64_t MARGIN_FALL = 32;

/* Sleeps, and ignores lateness above any margin, such as when the processor was taken away. */
static void sleep_to(PreciseWait *wait, int64_t wake_ns)
{
    wait->clock.sleep_until_ns(wait->clock.self, wake_ns);
    int64_t needed_ns = wait->clock.now_ns(wait->clock.self) - wake_ns + RESERVE_NS;
    wait->margin_ns -= wait->margin_ns / MARGIN_FALL;
    if (needed_ns > wait->margin_ns && needed_ns <= PRECISE_WAIT_MARGIN_MAX_NS) {
        wait->margin_ns = needed_ns;
    }
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
