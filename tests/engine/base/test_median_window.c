#include "base/median_window.h"
#include "clockwork/base.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

/* The sliding median against sorting. */

static int by_value(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

TEST(the_median_is_of_the_last_numbers)
{
    MedianWindow window = {0};
    int64_t all[1000], last[MEDIAN_WINDOW];
    srand(1);
    for (int i = 0; i < 1000; i++) {
        all[i] = rand() % 50; /* with many twins */
        median_window_add(&window, all[i]);
        int count = i + 1 < MEDIAN_WINDOW ? i + 1 : MEDIAN_WINDOW;
        memcpy(last, all + i + 1 - count, (size_t)count * sizeof last[0]);
        qsort(last, (size_t)count, sizeof last[0], by_value);
        ck_assert_int_eq(median_window_get(&window), last[count / 2]);
    }
}

TEST(the_median_of_an_empty_window_is_zero)
{
    MedianWindow window = {0};
    ck_assert_int_eq(median_window_get(&window), 0);
}
