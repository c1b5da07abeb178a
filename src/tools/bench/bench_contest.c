#include "bench/bench_contest.h"

#include "base/stats.h"
#include "clockwork/base.h"

#include <time.h>

double contest_cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_ns(ContestWork *work, void *context)
{
    double begin_ns = contest_cpu_ns();
    work(context);
    return contest_cpu_ns() - begin_ns;
}

typedef struct Round {
    double ours_ns, limit_ns;
} Round;

/* Who began the last round comes second in this one. */
static Round run_round(const Contest *contest, bool limit_first)
{
    Round round = {0};
    for (int i = 0; i < 2; i++) {
        if (i == (int)limit_first) {
            round.ours_ns = time_ns(contest->ours, contest->context);
        } else if (contest->limit != NULL) {
            round.limit_ns = time_ns(contest->limit, contest->context);
        }
    }
    return round;
}

ContestResult contest_summary(double *times, int count)
{
    double median = stats_quantile(times, count, 0.5);
    double middle = stats_quantile(times, count, 0.75) - stats_quantile(times, count, 0.25);
    return (ContestResult){.value_ns = median,
                           .least_ns = times[0],
                           .p99_ns = stats_quantile(times, count, 0.99),
                           .spread = middle / median,
                           .rounds = count};
}

ContestResult contest_outcome(double *ours, double *limits, int count)
{
    double ratios[CONTEST_ROUNDS_MAX];
    for (int i = 0; i < count; i++) {
        ratios[i] = ours[i] / limits[i];
    }
    ContestResult result = contest_summary(ours, count);
    ContestResult ratio = contest_summary(ratios, count);
    result.limit_ns = stats_quantile(limits, count, 0.5);
    result.ratio = ratio.value_ns;
    result.spread = ratio.spread;
    return result;
}

ContestResult contest_run(const Contest *contest)
{
    int count = contest->rounds;
    CW_ASSERT(count > 0 && count <= CONTEST_ROUNDS_MAX, "ask for fewer rounds of more work");
    double ours[CONTEST_ROUNDS_MAX], limits[CONTEST_ROUNDS_MAX];
    run_round(contest, true); /* caches, page faults */
    for (int i = 0; i < count; i++) {
        Round round = run_round(contest, i % 2 == 1);
        ours[i] = round.ours_ns / contest->units;
        limits[i] = round.limit_ns / contest->units;
    }
    return contest->limit == NULL ? contest_summary(ours, count)
                                  : contest_outcome(ours, limits, count);
}
