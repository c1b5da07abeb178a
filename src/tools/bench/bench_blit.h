/* A gather blitter: the least that turned sprites take in software, as a limit for bench_sprites.c.
 *
 * Where each row of a sprite begins and ends and where that is in its picture is found beforehand;
 * what is timed fetches the nearest texel of each pixel, a row at a time, and lays the row over
 * what is there by the painter's own loop. Pixels are words with premultiplied alpha. */
#ifndef BENCH_BENCH_BLIT_H
#define BENCH_BENCH_BLIT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct BlitRun {
    int32_t first, count;         /* pixels of the screen */
    int32_t u, v, u_step, v_step; /* texels, in 16.16 */
} BlitRun;

/* Zero-initialise. */
typedef struct Blit {
    const uint32_t *picture; /* square */
    uint32_t *screen;
    int size_px, width_px, height_px;
    BlitRun *runs;
    int run_count, run_capacity;
} Blit;

/* A sprite with its middle at (x, y). False when memory ran out. */
bool blit_add(Blit *blit, float x_px, float y_px, float angle_rad);

void blit_all(const Blit *blit);

void blit_free(Blit *blit);

#endif
