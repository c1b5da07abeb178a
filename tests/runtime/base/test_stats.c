#include "base/number.h"
#include "support/test.h"

TEST(a_quantile_is_the_number_nearest_in_place)
{
    double numbers[] = {4, -1, 3, 2, 2.5};
    ck_assert_double_eq(stats_quantile(numbers, 5, 0.5), 2.5);
    ck_assert_double_eq(stats_quantile(numbers, 5, 0), -1);
    ck_assert_double_eq(stats_quantile(numbers, 5, 0.99), 4);
    ck_assert_double_eq(stats_quantile(numbers, 4, 0.5), 2.5); /* the upper of two */
    ck_assert_double_eq(stats_quantile(numbers, 0, 0.5), 0);
}
