#include "runtime/loop_parts.h"

#include "core/report.h"

#include <inttypes.h>

static bool first_time(Loop *loop, ClockTrouble trouble, bool happened)
{
    bool first = happened && !loop->mentioned[trouble];
    loop->mentioned[trouble] = loop->mentioned[trouble] || happened;
    return first;
}

void loop_mention_trouble(Loop *loop, const StepFrame *step)
{
    const StepClock *clock = &loop->playback.clock;
    const FramePacer *pacer = &loop->pacer;
    uint64_t frame = loop->stats.frame_count;
    if (first_time(loop, TROUBLE_BACKWARD, pacer->backward_count > 0)) {
        report("frame %" PRIu64 ": the clock went back; the time shown does not", frame);
    }
    if (first_time(loop, TROUBLE_FROZEN, pacer->frozen_count > 0)) {
        report("frame %" PRIu64 ": the clock stood still; its next readings make up for it", frame);
    }
    if (first_time(loop, TROUBLE_SATURATED, clock->saturated_count > 0)) {
        report("frame %" PRIu64 ": the clock leapt by more than a day: counted as a day", frame);
    }
    if (first_time(loop, TROUBLE_DROPPED, step->dropped_ns > 0)) {
        report("frame %" PRIu64 ": too far behind to catch up (%s): %" PRId64
               " ms of the game's time dropped; --stats gives the sum",
               frame, slow_cause_name(step_clock_running_slowly(clock)),
               step->dropped_ns / 1000000);
    }
}
