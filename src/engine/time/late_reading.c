#include "time/late_reading.h"

#include "time/jitter.h"

#include <math.h>

static const double TRUST_RATE = 0.25;

/* In periods: */
static const double QUEUE_LEAST = 0.75;
static const double QUEUE_MOST = 3.5;
static const double DRAIN_LEAST = 0.15; /* a frame */

static bool has_queue(const LateReading *late)
{
    return late->queue > 0.5;
}

/* Past a whole frame it is not the reading that is late: the frame's own vblank has gone by, unless
 * a queue feeds the display. */
static bool is_time(const LateReading *late, double pace_ns)
{
    bool absorbed = late->far && has_queue(late);
    return !absorbed && (late_reading_trusting(late) || late->late_ns > pace_ns);
}

static void settle(LateReading *late, bool was_time)
{
    late->trust += TRUST_RATE * (was_time - late->trust);
    if (late->far) {
        late->queue += TRUST_RATE * (!was_time - late->queue);
    }
}

static double edge_ns(const FrameLength *length)
{
    return jitter_edge_ns(length->noise_ns, length->pace_ns);
}

/* One that a queue may have absorbed is followed until it is back, or stays. */
static LateState follow(LateReading *late, double off_ns, const FrameLength *length)
{
    double stray_ns = edge_ns(length);
    double least_ns = fmin(DRAIN_LEAST * length->pace_ns, 0.5 * late->late_ns);
    late->still_count = off_ns < -least_ns ? 0 : late->still_count + 1;
    if (late->still_count >= (has_queue(late) ? JITTER_STRAY_LIMIT : 1)) {
        return LATE_SETTLED;
    }
    late->late_ns += off_ns;
    if (late->late_ns < stray_ns) {
        late->late_ns = 0;
        settle(late, false);
    }
    return off_ns < -(late->shown ? stray_ns : least_ns) ? LATE_DRAINING : LATE_WAITING;
}

static void begin(LateReading *late, double off_ns, const FrameLength *length)
{
    double periods = off_ns / length->pace_ns;
    late->late_ns = off_ns > edge_ns(length) ? off_ns : 0;
    late->far = late->late_ns > 0 && periods > QUEUE_LEAST && periods < QUEUE_MOST;
    late->shown = is_time(late, length->pace_ns);
    late->still_count = 0;
}

void late_reading_init(LateReading *late)
{
    *late = (LateReading){.trust = 1, .queue = 0.5};
}

LateState late_reading_add(LateReading *late, double dt_ns, const FrameLength *length,
                           double *passed_ns)
{
    double off_ns = dt_ns - length->pace_ns;
    double open_ns = late->late_ns;
    bool is_open = open_ns > 0;
    *passed_ns = 0;
    LateState followed = is_open && late->far ? follow(late, off_ns, length) : LATE_SETTLED;
    if (followed != LATE_SETTLED) {
        return followed;
    }
    bool was_time = late->far || off_ns > -0.5 * open_ns;
    bool confirmed = is_open && was_time && !late->shown;
    if (is_open) {
        settle(late, was_time);
    }
    begin(late, off_ns, length);
    *passed_ns = (confirmed ? open_ns : 0) + (late->shown ? late->late_ns : 0);
    bool waits = late->far && !late->shown;
    return waits ? LATE_WAITING : confirmed ? LATE_CONFIRMED : LATE_SETTLED;
}

void late_reading_new_rate(LateReading *late)
{
    late->far = false;
}

bool late_reading_trusting(const LateReading *late)
{
    return late->trust >= 0.5 && !has_queue(late);
}

double late_reading_doubt_ns(const LateReading *late)
{
    return late->shown ? 0 : late->late_ns;
}
