#include "runtime/loop_parts.h"

/* Frames a second while the game is held back because nobody looks, and while it is throttled. */
static const double BACKGROUND_FPS = 10;
static const double THROTTLED_FPS = 30;
static const double FALLBACK_REFRESH_HZ = 60; /* where the display doesn't tell */

void loop_fit_view(Loop *loop, const HostStatus *status)
{
    Scaling scaling = (Scaling)loop->desc.config->scaling;
    loop->viewport = viewport_make(status->width_px, status->height_px, 1, scaling);
}

void loop_fit_picture(Loop *loop, const HostStatus *status)
{
    Scaling scaling = (Scaling)loop->desc.config->scaling;
    loop_fit_view(loop, status);
    if (loop->renderer != NULL && !renderer_resize(loop->renderer, status->width_px,
                                                   status->height_px, scaling, &loop->error)) {
        loop_fail(loop);
    }
}

/* display.background: what happens while nobody looks. Minimised and in the background the same
 * policy holds. */
static void mind_background(Loop *loop, const HostStatus *status)
{
    bool hold = loop->desc.config->background == CONFIG_BACKGROUND_PAUSE &&
                (!status->focused || status->minimised);
    if (hold == loop->held_back) {
        return;
    }
    loop->held_back = hold;
    loop_restart_pace(loop, status);
    loop_share_out(loop);
}

void loop_follow_window(Loop *loop, const HostStatus *status)
{
    if (status->resized || loop->stats.frame_count == 0) {
        loop_fit_picture(loop, status);
    }
    loop_follow_display(loop, status);
    bool lost = status->device_lost || status->targets_lost;
    if (loop->renderer != NULL && lost && !renderer_device_lost(loop->renderer, &loop->error)) {
        loop_fail(loop);
    }
    if (!loop->desc.headless) {
        mind_background(loop, status);
    }
}

/* The interval that the limiter keeps: what the player asked for, what the background allows, and
 * the display's own where present doesn't wait for it although it should. */
static int64_t frame_interval_ns(const Loop *loop, const HostStatus *status)
{
    const Config *config = loop->desc.config;
    int64_t interval_ns = step_clock_target_interval_ns(&loop->playback.clock);
    bool hidden = !status->focused || status->minimised;
    double limit_hz = 0;
    if (loop->held_back) {
        limit_hz = BACKGROUND_FPS;
    } else if (hidden && config->background == CONFIG_BACKGROUND_THROTTLE) {
        limit_hz = THROTTLED_FPS;
    } else if (status->minimised || (config->vsync && !status->paced_by_display)) {
        limit_hz = status->refresh_hz > 0 ? status->refresh_hz : FALLBACK_REFRESH_HZ;
    }
    int64_t limit_ns = limiter_interval_ns(limit_hz);
    return limit_ns > interval_ns ? limit_ns : interval_ns;
}

void loop_wait(Loop *loop)
{
    Host *host = loop->host;
    HostStatus status = host->status(host->self);
    int64_t interval_ns = frame_interval_ns(loop, &status);
    int64_t due_ns = limiter_next_ns(&loop->limiter, host->now_ns(host->self), interval_ns);
    if (interval_ns > 0) {
        host->wait_until_ns(host->self, due_ns);
    }
}
