/* Figures of one world: its tick, with and without what play adds, its poses, copies, hash and
 * history, and what it takes to destroy much of it at once. Rows of bench_figures.c. */
#ifndef TOOLS_BENCH_WORLD_H
#define TOOLS_BENCH_WORLD_H

#include "clockwork/base.h"
#include "tools/bench_contest.h"

typedef bool BenchWorld(ContestResult *result, CwError *error);

BenchWorld bench_world_tick; /* against the same bodies in a bare space */
BenchWorld bench_world_pyramid;
BenchWorld bench_world_play; /* the same with history and hash, as in play */
BenchWorld bench_world_hash; /* against a tick */
BenchWorld bench_world_history;
BenchWorld bench_world_poses;     /* one by one; against a copy of them */
BenchWorld bench_world_all_poses; /* in one call */
BenchWorld bench_world_snapshot;
BenchWorld bench_world_restore;
BenchWorld bench_world_destroy_1k; /* in one flush, against a tick of theirs */
BenchWorld bench_world_destroy_10k;
BenchWorld bench_world_joints_10k;

#endif
