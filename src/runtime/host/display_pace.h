/* Measures whether present really waits for the display: a renderer may claim vsync and not have it
 * (a compositor, a driver setting, a sleeping display), and the loop would spin.
 *
 * Once most of a window of frames follow each other faster than the display refreshes, the claim is
 * dropped until it is made anew. Pure; the SDL host feeds it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct DisplayPace {
    bool paced;
    bool running; /* presented_ns holds the present before */
    int64_t presented_ns;
    int frame_count; /* frames of the window so far */
    int fast_count;
} DisplayPace;

/* Starts over with the renderer's claim, at the start and when window or display changes. Call it
 * with the last finding after a frame that was not presented: the next frames fill the display's
 * queue and prove nothing. */
void display_pace_claim(DisplayPace *pace, bool claimed);

/* Counts a visible frame. `now_ns` is when present returned; refresh_hz 0: unknown. */
void display_pace_presented(DisplayPace *pace, int64_t now_ns, double refresh_hz);
