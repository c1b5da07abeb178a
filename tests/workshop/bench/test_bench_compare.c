/* A benchmark beside an earlier one: a figure is worse only beyond the noise of both. */
#include "bench/bench.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static BenchBefore before;

static bool load(const char *rows)
{
    char text[512];
    snprintf(text, sizeof text, "figure,value,unit,limit,ratio,p99,spread,rounds\n%s", rows);
    temp_write("old.csv", text);
    return bench_before_load(&before, temp_path("old.csv"), &error);
}

static const struct {
    const char *figure;
    double value, ratio, spread;
    BenchVerdict verdict;
} cases[] = {
    {"hash", 300, 2.0, 0.01, BENCH_SAME}, /* a slower machine: ratios are compared */
    {"hash", 100, 2.3, 0.01, BENCH_WORSE},
    {"hash", 100, 1.7, 0.01, BENCH_BETTER},
    {"newer", 160, 2.0, 0.01, BENCH_NEW},
    {"trace", 100, 2.0, 0.01, BENCH_NEW}, /* it had no ratio before */
    {"tick", 100, 1.12, 0.06, BENCH_SAME},
    {"tick", 100, 1.135, 0.06, BENCH_WORSE},
    {"tick", 100, 0.865, 0.06, BENCH_BETTER},
    {"tick", 100, 1.135, 0.12, BENCH_SAME},  /* spread further */
    {"start", 100, 1.135, 0.06, BENCH_SAME}, /* in fewer rounds */
};

TEST(a_change_within_the_noise_of_both_is_none, .rounds = CW_ARRAY_LENGTH(cases))
{
    double change = 0;
    BenchResult now = {cases[_i].value, .ratio = cases[_i].ratio, .spread = cases[_i].spread,
                       .rounds = 20};
    EXPECT_OK(load("hash,100.000,ns,50.000,2.0000,120.000,0.0100,20\n"
                   "trace,100.000,ns,,,120.000,0.0100,20\n"
                   "tick,100.000,ns,100.000,1.0000,120.000,0.0500,20\n"
                   "start,100.000,ns,100.000,1.0000,120.000,0.0500,9\n"));
    ck_assert_int_eq(bench_compare(&before, cases[_i].figure, &now, &change), cases[_i].verdict);
}

static const char *const broken[] = {"hash,100,ns,50,2.0\n", "hash,fast,ns,,,120,0.01,20\n",
                                     "hash,100,ns,50,x,120,0.01,20\n", "hash,100,ns,,,120,0.01,0\n",
                                     ""};

TEST(a_file_without_figures_is_refused_by_line, .rounds = CW_ARRAY_LENGTH(broken))
{
    ck_assert(!load(broken[_i]));
    expect_text(error.text, "bench --csv");
    ck_assert(broken[_i][0] == '\0' || strstr(error.text, "old.csv:2: ") != NULL);
}
