/* What a benchmark says of an earlier one: worse only beyond the noise of both. */
#include "bench/bench_compare.h"
#include "support/expect.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <string.h>

static BenchBefore before;

static void tear_down(void)
{
    bench_before_free(&before);
    temp_remove();
}

FIXTURE(.set_up = temp_make, .tear_down = tear_down);

static const char HEAD[] = "figure,value,unit,limit,ratio,p99,spread,rounds\n";

static bool load(const char *rows)
{
    char text[512];
    snprintf(text, sizeof text, "%s%s", HEAD, rows);
    temp_write("old.csv", text);
    return bench_before_load(&before, temp_path("old.csv"), &error);
}

static BenchVerdict verdict(const char *figure, double value_ns, double ratio, double spread)
{
    double change = 0;
    ContestResult now = {.value_ns = value_ns, .ratio = ratio, .spread = spread, .rounds = 20};
    return bench_compare(&before, figure, &now, &change);
}

TEST(ratios_are_compared_where_there_are_any_else_times)
{
    EXPECT_OK(load("hash,100.000,ns,50.000,2.0000,120.000,0.0100,20\n"
                   "tick,100.000,ns,,,120.000,0.0100,20\n"));
    ck_assert_int_eq(verdict("hash", 300, 2.0, 0.01), BENCH_SAME); /* a slower machine */
    ck_assert_int_eq(verdict("hash", 100, 2.3, 0.01), BENCH_WORSE);
    ck_assert_int_eq(verdict("hash", 100, 1.7, 0.01), BENCH_BETTER);
    ck_assert_int_eq(verdict("tick", 140, 0, 0.01), BENCH_SAME);
    ck_assert_int_eq(verdict("tick", 160, 0, 0.01), BENCH_WORSE);
    ck_assert_int_eq(verdict("newer", 160, 0, 0.01), BENCH_NEW);
}

TEST(a_limit_that_was_chosen_makes_no_ratio)
{
    EXPECT_OK(load("verify,100.000,ns,1000.000,0.1000,120.000,0.0100,20\n"));
    double change = 0;
    ContestResult now = {.value_ns = 130, .limit_ns = 1000, .ratio = 0.13, .rounds = 20};
    ck_assert_int_eq(bench_compare(&before, "verify", &now, &change), BENCH_SAME);
    now.limit_ns = 1001;
    ck_assert_int_eq(bench_compare(&before, "verify", &now, &change), BENCH_WORSE);
}

TEST(what_is_within_the_noise_of_both_is_the_same)
{
    EXPECT_OK(load("tick,100.000,ns,100.000,1.0000,120.000,0.0500,20\n"
                   "start,100.000,ns,100.000,1.0000,120.000,0.0500,9\n"));
    ck_assert_int_eq(verdict("tick", 100, 1.12, 0.06), BENCH_SAME);
    ck_assert_int_eq(verdict("tick", 100, 1.135, 0.06), BENCH_WORSE);
    ck_assert_int_eq(verdict("tick", 100, 0.865, 0.06), BENCH_BETTER);
    ck_assert_int_eq(verdict("tick", 100, 1.135, 0.12), BENCH_SAME);  /* spread further */
    ck_assert_int_eq(verdict("start", 100, 1.135, 0.06), BENCH_SAME); /* in fewer rounds */
}

static const char *const broken[] = {"hash,100,ns,50,2.0\n", "hash,fast,ns,,,120,0.01,20\n",
                                     "hash,100,ns,50,x,120,0.01,20\n", "hash,100,ns,,,120,0.01,0\n",
                                     ""};

TEST(what_is_no_file_of_figures_is_refused_by_line, .rounds = CW_ARRAY_LENGTH(broken))
{
    ck_assert(!load(broken[_i]));
    ck_assert_ptr_nonnull(strstr(error.text, "bench --csv"));
    ck_assert(broken[_i][0] == '\0' || strstr(error.text, "old.csv:2: ") != NULL);
}
