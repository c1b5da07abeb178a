#include "tools/bench_contest.h"

#include "clockwork/base.h"

#include <time.h>

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_ns(ContestWork *work, void *context)
{
    double begin_ns = cpu_ns();
    work(context);
    return cpu_ns() - begin_ns;
}

static void sort(double *numbers, int count)
{
    for (int i = 1; i < count; i++) {
        double held = numbers[i];
        int slot = i;
        for (; slot > 0 && numbers[slot - 1] > held; slot--) {
            numbers[slot] = numbers[slot - 1];
        }
        numbers[slot] = held;
    }
}

/* Of sorted numbers, the nearest one. */
static double quantile(const double *sorted, int count, double part)
{
    return sorted[(int)(part * (count - 1) + 0.5)];
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
    sort(ours, count);
    sort(limits, count);
    sort(ratios, count);
    double median = quantile(ours, count, 0.5);
    return (ContestResult){.value_ns = median,
                           .least_ns = ours[0],
                           .p99_ns = quantile(ours, count, 0.99),
                           .spread =
                               (quantile(ours, count, 0.75) - quantile(ours, count, 0.25)) / median,
                           .limit_ns = quantile(limits, count, 0.5),
                           .ratio = quantile(ratios, count, 0.5),
                           .rounds = count};
}
