/* Real time on its way to ticks: the host's clock, the frame pacer, the step clock. */
#include "runtime/loop_parts.h"

#include <math.h>

void loop_open_pacer(Loop *loop, const HostStatus *status)
{
    FramePacerDesc desc = {.mode = loop->desc.config->pacing,
                           .catch_up = loop->desc.config->catch_up,
                           .refresh_hz = status->refresh_hz};
    frame_pacer_init(&loop->pacer, &desc);
}

/* The pacer takes time that it will never show out of the readings: it is dropped like any other
 * that can't be made up. A level that loads in this frame takes no time: the frame shows no step,
 * and the reading after it is late by the load. */
StepFrame loop_pace(Loop *loop, int64_t now_ns)
{
    FramePacer *pacer = &loop->pacer;
    const Config *config = loop->desc.config;
    double skipped_before_ns = pacer->skipped_ns;
    frame_pacer_set_mode(pacer, config->pacing, config->catch_up);
    if (loop->playback.loaded) {
        frame_pacer_notify(pacer, PACING_RESTARTED);
    }
    int64_t shown_ns = frame_pacer_frame(pacer, now_ns);
    if (loop->playback.loaded) {
        frame_pacer_notify(pacer, PACING_STALLED);
    }
    int64_t skipped_ns = llround(fmin(pacer->skipped_ns - skipped_before_ns, 1e18));
    return playback_frame(&loop->playback, shown_ns, skipped_ns);
}

void loop_follow_display(Loop *loop, const HostStatus *status)
{
    if (!status->display_changed) {
        return;
    }
    if (status->refresh_hz > 0) {
        frame_pacer_set_refresh(&loop->pacer, status->refresh_hz);
    } else {
        frame_pacer_notify(&loop->pacer, PACING_DISPLAY_CHANGED);
    }
}

void loop_restart_pace(Loop *loop, const HostStatus *status)
{
    frame_pacer_set_refresh(&loop->pacer, status->refresh_hz);
    frame_pacer_notify(&loop->pacer, PACING_RESTARTED);
}

void loop_forget_time(Loop *loop)
{
    frame_pacer_notify(&loop->pacer, PACING_RESTARTED);
    step_clock_restart_timing(&loop->playback.clock);
}
