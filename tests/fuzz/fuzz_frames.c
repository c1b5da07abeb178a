/* Frame times: the reader, and what the readings do to the pacer and the step clock. */
#include "fuzz/support/input.h"
#include "time/frame_pacer.h"
#include "time/frame_times.h"
#include "time/step_clock.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FrameTimes frame_times;
    CwError error = {0};
    bool sound = frame_times_load(&frame_times, fuzz_file(data, size), &error);
    CW_ASSERT(sound == (error.text[0] == '\0'), "refuse with words");
    FramePacer pacer;
    StepClock clock;
    StepClockDesc clock_desc = step_clock_desc_default();
    frame_pacer_init(&pacer, &(FramePacerDesc){.refresh_hz = 60});
    step_clock_init(&clock, &clock_desc);
    for (size_t i = 0; i < frame_times.count; i++) {
        int64_t shown_ns = frame_pacer_frame(&pacer, frame_times.rows[i].clock_ns);
        StepFrame step = step_clock_frame(&clock, shown_ns);
        CW_ASSERT(step.alpha >= 0 && step.alpha < 1, "keep alpha in [0, 1)");
    }
    frame_times_free(&frame_times);
    return 0;
}
