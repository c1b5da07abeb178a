#include "paint/pixel_loops.h"

#include <math.h>
#include <stdlib.h>

/* The loops for every processor: SSE2, NEON or plain code. */
const PixelLoops pixel_loops_plain = {"plain", lay, lay_faded, lay_row, copy_row, lay_run, ramp};

const PixelLoops *pixels_loops(void)
{
    const char *choice = getenv("CLOCKWORK_SIMD");
    bool is_plain = choice != NULL && strcmp(choice, "plain") == 0;
    return is_plain ? &pixel_loops_plain : pixels_wide_loops();
}

/* ---- sampling within limits ---- */

/* Blends two upper and two lower neighbours, two channels in 16-bit lanes: 255 * 16 * 16 fits. */
static inline uint32_t blend_four(uint64_t upper, uint64_t lower, int32_t u, int32_t v)
{
    const uint64_t lanes = 0x00FF00FF00FF00FF, left = 0xFFFFFFFF;
    uint64_t right = (uint32_t)u >> 12 & 15, down = (uint32_t)v >> 12 & 15;
    uint64_t even = (upper & lanes) * (16 - down) + (lower & lanes) * down;
    uint64_t odd = (upper >> 8 & lanes) * (16 - down) + (lower >> 8 & lanes) * down;
    even = (even & left) * (16 - right) + (even >> 32) * right;
    odd = (odd & left) * (16 - right) + (odd >> 32) * right;
    return (uint32_t)(even >> 8 & 0x00FF00FF) | (uint32_t)(odd & 0xFF00FF00);
}

static inline int32_t within(int64_t place, int32_t low, int32_t high)
{
    return (int32_t)(place < low ? low : place > high ? high : place);
}

/* The farthest places, so that sums of a few steps stay in range. */
static const int32_t FAR = 0x40000000;

int32_t pixels_fixed(double texels)
{
    return (int32_t)fmax(-FAR, fmin(floor(texels * 65536 + 0.5), FAR));
}

void pixels_sample(const PixelWindow *window, CwPoint2 place, int offset, uint32_t *to, int count)
{
    const PixelWindow seen = *window;
    const PixelRun run = seen.run;
    int64_t u_place = within(pixels_place(place.x, run.u_step, offset), -FAR, FAR);
    int64_t v_place = within(pixels_place(place.y, run.v_step, offset), -FAR, FAR);
    for (int i = 0; i < count; i++) {
        int32_t u = within(u_place, seen.u_low, seen.u_high);
        int32_t v = within(v_place, seen.v_low, seen.v_high);
        const uint32_t *top = run.picture + (ptrdiff_t)(v >> 16) * run.pitch + (u >> 16);
        to[i] =
            seen.is_nearest ? *top : blend_four(load_pair(top), load_pair(top + run.pitch), u, v);
        u_place += run.u_step;
        v_place += run.v_step;
    }
}
