#include "host/display_pace.h"

enum { WINDOW_FRAMES = 32, WINDOW_FAST = 24 };

/* Reported rates are sometimes wrong: pictures at 144 Hz are fine on a display that reports 60. */
static const double FAST_STEP = 0.4;
/* Without a reported rate, only rates that no display has count as fast: over 600 Hz. */
static const double UNKNOWN_HZ = 240.0;

void display_pace_claim(DisplayPace *pace, bool claimed)
{
    *pace = (DisplayPace){.is_paced = claimed};
}

void display_pace_presented(DisplayPace *pace, int64_t now_ns, double refresh_hz)
{
    if (!pace->is_paced) {
        return;
    }
    int64_t step_ns = now_ns - pace->presented_ns;
    bool is_first = !pace->is_running;
    pace->is_running = true;
    pace->presented_ns = now_ns;
    if (is_first) {
        return;
    }
    double interval_ns = 1e9 / (refresh_hz > 0.0 ? refresh_hz : UNKNOWN_HZ);
    pace->fast_count += (double)step_ns < FAST_STEP * interval_ns ? 1 : 0;
    if (++pace->frame_count < WINDOW_FRAMES) {
        return;
    }
    pace->is_paced = pace->fast_count < WINDOW_FAST;
    pace->frame_count = pace->fast_count = 0;
}
