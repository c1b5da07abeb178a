/* Figures of sprites: a frame of many, pushed, sorted and painted, against SDL fed by hand. Rows of
 * bench_figures.c; the contest is bench_contest.h's.
 *
 * 32 x 32 pixels with soft edges, turned, spread over 1280 x 720; tiles are upright parts of a
 * sheet. By OpenGL where this machine has it (a window that isn't seen), else those figures are
 * left out; in software as the window's own software renderer would. CPU time, of the driver's
 * threads too. */
#ifndef TOOLS_BENCH_SPRITES_H
#define TOOLS_BENCH_SPRITES_H

#include "clockwork/base.h"
#include "tools/bench_contest.h"

typedef bool BenchSprites(ContestResult *result, CwError *error);

/* Against one SDL_RenderGeometry call whose vertices were filled before. */
BenchSprites bench_sprites_10k_gl, bench_sprites_10k_soft;
/* The same where the driver draws nothing (Mesa's no-op driver; left out elsewhere). */
BenchSprites bench_submit_10k_gl;
/* Against a gather blitter (bench_blit.h). */
BenchSprites bench_blits_1k_soft;
/* Against SDL_RenderCopyEx a sprite, SDL_RenderCopy a tile. */
BenchSprites bench_copies_10k_gl, bench_copies_10k_soft;
BenchSprites bench_tiles_10k_gl, bench_tiles_10k_soft;

#endif
