#include "tools/bench_contest.h"

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
    double ours_ns, limit_ns; /* both calls together */
} Round;

static Round run_round(const Contest *contest)
{
    Round round = {.ours_ns = time_ns(contest->ours, contest->context)};
    if (contest->limit != NULL) {
        round.limit_ns = time_ns(contest->limit, contest->context);
        round.limit_ns += time_ns(contest->limit, contest->context);
    }
    round.ours_ns += time_ns(contest->ours, contest->context);
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

ContestResult contest_run(const Contest *contest)
{
    int count = contest->rounds;
    CW_ASSERT(count > 0 && count <= CONTEST_ROUNDS_MAX, "ask for fewer rounds of more work");
    double ours[CONTEST_ROUNDS_MAX], limits[CONTEST_ROUNDS_MAX], ratios[CONTEST_ROUNDS_MAX];
    run_round(contest); /* caches, page faults */
    for (int i = 0; i < count; i++) {
        Round round = run_round(contest);
        ours[i] = round.ours_ns / (2 * contest->units);
        limits[i] = round.limit_ns / (2 * contest->units);
        ratios[i] = round.limit_ns > 0 ? round.ours_ns / round.limit_ns : 0;
    }
    ContestResult result = contest_summary(ours, count);
    result.limit_ns = stats_quantile(limits, count, 0.5);
    result.ratio = stats_quantile(ratios, count, 0.5);
    return result;
}
