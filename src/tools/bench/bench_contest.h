/* A contest: a piece of our work against the least that anything could take for it, timed
 * alternately, a call of each in a round and the other one first in the next, so that a drift of
 * the machine hits both. Called by the figures of bench.h. */
#ifndef BENCH_BENCH_CONTEST_H
#define BENCH_BENCH_CONTEST_H

enum { CONTEST_ROUNDS_MAX = 200 };

typedef void ContestWork(void *context);

typedef struct Contest {
    ContestWork *ours;
    ContestWork *limit; /* NULL: only a time is wanted */
    void *context;
    double units; /* how many of what the figure counts one call does */
    int rounds;   /* after one that is not counted */
} Contest;

/* Nanoseconds of CPU time for one unit. */
typedef struct ContestResult {
    double value_ns; /* median over the rounds */
    double least_ns;
    double p99_ns;
    double spread;     /* of the ratios, else the times: the quartiles' distance over the median */
    double limit_ns;   /* median; 0 without a limit */
    double ratio;      /* median of the rounds' ratios; 0 without a limit */
    int rounds;        /* 0: not measured ... */
    const char *lacks; /* ... for this machine has none of it; NULL: OpenGL */
} ContestResult;

double contest_cpu_ns(void); /* of this process */

ContestResult contest_run(const Contest *contest);

/* Of times that were measured without a limit; sorts them. */
ContestResult contest_summary(double *times, int count);

/* Of rounds that were measured elsewhere; sorts both. */
ContestResult contest_outcome(double *ours, double *limits, int count);

#endif
