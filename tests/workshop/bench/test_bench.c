#include "bench/bench.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static const struct {
    int count;
    double low, high; /* ranks from 1, as in tables of the sign test */
} RANKS[] = {{1, 0, INFINITY}, {5, 0, INFINITY}, {6, 1, 6},    {8, 1, 8},
             {9, 2, 8},        {20, 6, 15},      {100, 40, 61}};

TEST(an_interval_has_the_ranks_of_the_sign_test, .rounds = CW_ARRAY_LENGTH(RANKS))
{
    double numbers[100];
    for (int i = 0; i < RANKS[_i].count; i++) {
        numbers[i] = RANKS[_i].count - i;
    }
    BenchInterval found = bench_interval(numbers, RANKS[_i].count);
    ck_assert_double_eq(found.median, RANKS[_i].count / 2 + 1);
    ck_assert_double_eq(found.low, RANKS[_i].low);
    ck_assert_double_eq(found.high, RANKS[_i].high);
}

TEST(only_a_whole_interval_on_one_side_of_the_goal_is_a_verdict)
{
    ck_assert_str_eq(bench_verdict(&(BenchInterval){1.05, 1.03, 1.07}, 1.02), "MISSED");
    ck_assert_str_eq(bench_verdict(&(BenchInterval){1.05, 1.01, 1.07}, 1.02), "open");
    ck_assert_str_eq(bench_verdict(&(BenchInterval){1.01, 1.00, 1.02}, 1.02), "met");
    ck_assert_str_eq(bench_budget_verdict(1011, 1000), "ABOVE");
    ck_assert_str_eq(bench_budget_verdict(1009, 1000), "within");
    ck_assert_str_eq(bench_budget_verdict(989, 1000), "below");
    ck_assert_str_eq(bench_budget_verdict(1, 0), "none");
}

TEST(budgets_are_of_a_figure_and_a_compiler)
{
    double budget = 0;
    temp_write("budgets", "# tick\n\ntick gcc-1 70 # why\ntick gcc-2 80\nhash gcc-1\n");
    EXPECT_REFUSED(bench_budget(temp_path("budgets"), "gcc-2", "tick", &budget, &error),
                   "budgets:5: write FIGURE COMPILER INSTRUCTIONS");
    ck_assert_double_eq(budget, 80);
    temp_write("budgets", "tick gcc-1 70 # why\ntick gcc-2 80\n");
    EXPECT_OK(bench_budget(temp_path("budgets"), "gcc-1", "tick", &budget, &error));
    ck_assert_double_eq(budget, 70);
    EXPECT_REFUSED(bench_budget("nowhere", "gcc-1", "tick", &budget, &error), "nowhere");
}
