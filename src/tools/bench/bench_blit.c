#include "bench/bench_blit.h"

#include "draw/pixels.h"

#include <math.h>
#include <stdlib.h>

enum { BLIT_ROW_MAX = 256 /* of a sprite at most 181 pixels wide */ };

static bool push(Blit *blit, BlitRun run)
{
    if (blit->run_count == blit->run_capacity) {
        int capacity = 2 * blit->run_capacity + 1024;
        BlitRun *grown = realloc(blit->runs, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        blit->runs = grown;
        blit->run_capacity = capacity;
    }
    blit->runs[blit->run_count++] = run;
    return true;
}

/* Pixel by pixel, as it isn't timed. */
static bool add_row(Blit *blit, float x_px, float y_px, float angle_rad, int y)
{
    float cosine = cosf(angle_rad), sine = sinf(angle_rad), half = (float)blit->size_px / 2;
    BlitRun run = {.u_step = (int32_t)(cosine * 65536), .v_step = (int32_t)(sine * 65536)};
    for (int x = 0; x < blit->width_px; x++) {
        float right = (float)x + 0.5F - x_px, down = (float)y + 0.5F - y_px;
        float u = right * cosine - down * sine + half, v = right * sine + down * cosine + half;
        const float low = 0.01F, high = 2 * half - low; /* room for rounding */
        if (u < low || v < low || u >= high || v >= high) {
            continue;
        }
        if (run.count++ == 0) {
            run.first = y * blit->width_px + x;
            run.u = (int32_t)(u * 65536);
            run.v = (int32_t)(v * 65536);
        }
    }
    return run.count == 0 || push(blit, run);
}

bool blit_add(Blit *blit, float x_px, float y_px, float angle_rad)
{
    int top = (int)fmaxf(0, y_px - (float)blit->size_px);
    int end = (int)fminf((float)blit->height_px, y_px + (float)blit->size_px);
    for (int y = top; y < end; y++) {
        if (!add_row(blit, x_px, y_px, angle_rad, y)) {
            return false;
        }
    }
    return true;
}

void blit_all(const Blit *blit)
{
    const PixelLoops *loops = pixels_loops();
    uint32_t row[BLIT_ROW_MAX];
    for (int i = 0; i < blit->run_count; i++) {
        BlitRun run = blit->runs[i];
        for (int x = 0; x < run.count; x++) {
            row[x] = blit->picture[(run.v >> 16) * blit->size_px + (run.u >> 16)];
            run.u += run.u_step;
            run.v += run.v_step;
        }
        loops->lay_row(CW_BLEND_NORMAL, blit->screen + run.first, row, run.count, UINT32_MAX);
    }
}

void blit_free(Blit *blit)
{
    free(blit->runs);
    *blit = (Blit){0};
}
