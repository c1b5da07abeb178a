/* What looking costs: the overlay at its full size and a page of text, painted, and the trace,
 * written. Rows of bench_figures.c. */
#ifndef TOOLS_BENCH_WATCH_H
#define TOOLS_BENCH_WATCH_H

#include "clockwork/base.h"
#include "tools/bench_contest.h"

/* A frame of the overlay: its figures four times a second, pushing, sorting, and painting it at
 * 1280x720 in software, every fourth frame late. What painting nothing costs is taken off. */
bool bench_overlay_measure(ContestResult *result, CwError *error);

/* A frame of text that was there in the frame before: pushing, sorting, painting, as above. */
bool bench_text_measure(ContestResult *result, CwError *error);

/* A frame of --trace: its spans noted, and written as events of the frame. */
bool bench_trace_measure(ContestResult *result, CwError *error);

#endif
