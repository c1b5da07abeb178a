/* Measures whether present really waits for the display. A renderer may claim vsync without having
 * it (a compositor, a driver setting, a sleeping display); then the loop would spin.
 *
 * When most frames of a window follow each other faster than the display refreshes, the claim is
 * dropped until it is renewed. Pure; the SDL host feeds it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct DisplayPace {
    bool is_paced;
    bool is_running; /* presented_ns has the previous present */
    int64_t presented_ns;
    int frame_count; /* frames counted so far */
    int fast_count;
} DisplayPace;

/* Restarts with the renderer's claim, at the start and when window or display changes. Call it with
 * the last finding after a frame that was not presented, because the next frames only fill the
 * display's queue. */
void display_pace_claim(DisplayPace *pace, bool claimed);

/* Counts a visible frame. `now_ns` is when present returned; refresh_hz 0: unknown. */
void display_pace_presented(DisplayPace *pace, int64_t now_ns, double refresh_hz);
