#include "bench/bench.h"

#include "base/stats.h"
#include "platform/clock.h"

static double time_calls(const BenchFigure *figure, BenchWork *work, void *context)
{
    int64_t begin_ns = clock_work_ns();
    if (work == NULL) {
        return 0;
    }
    for (int i = 0; i < figure->calls; i++) {
        work(context);
    }
    double units = figure->units > 0 ? figure->units : 1;
    return (double)(clock_work_ns() - begin_ns) / (units * figure->calls);
}

static bool run_round(const BenchFigure *figure, void *context, bool limit_first, double times[2])
{
    if (figure->sample != NULL) {
        return figure->sample(context, &times[0], &times[1]);
    }
    BenchWork *const works[2] = {figure->ours, figure->limit};
    for (int i = 0; i < 2; i++) {
        int turn = i ^ (int)limit_first;
        times[turn] = time_calls(figure, works[turn], context);
    }
    return true;
}

/* The distance of the quartiles over the median. */
static double spread(double *numbers, int count)
{
    return (stats_quantile(numbers, count, 0.75) - stats_quantile(numbers, count, 0.25)) /
           stats_quantile(numbers, count, 0.5);
}

bool bench_contest(const BenchFigure *figure, void *context, BenchResult *result)
{
    const int count = figure->rounds;
    double ours[BENCH_ROUNDS_MAX], limits[BENCH_ROUNDS_MAX], ratios[BENCH_ROUNDS_MAX], times[2];
    CW_ASSERT(count > 0 && count <= BENCH_ROUNDS_MAX, "ask for fewer rounds of more work");
    if (count > 1 && !run_round(figure, context, true, times)) { /* caches, page faults */
        return false;
    }
    for (int i = 0; i < count; i++) {
        /* The one that was first in the last round is second in this one. */
        if (!run_round(figure, context, i % 2 == 1, times)) {
            return false;
        }
        ours[i] = times[0];
        limits[i] = times[1];
        ratios[i] = times[1] > 0 ? times[0] / times[1] : 0;
    }
    bool limited = ratios[0] > 0;
    *result = (BenchResult){.value = stats_quantile(ours, count, 0.5),
                            .least = stats_quantile(ours, count, 0),
                            .p99 = stats_quantile(ours, count, 0.99),
                            .spread = spread(limited ? ratios : ours, count),
                            .limit = stats_quantile(limits, count, 0.5),
                            .ratio = stats_quantile(ratios, count, 0.5),
                            .rounds = count};
    return true;
}
