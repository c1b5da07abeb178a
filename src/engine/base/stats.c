#include "base/stats.h"

#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stats_quantile(double *numbers, int count, double part)
{
    if (count == 0) {
        return 0;
    }
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
    return numbers[(int)(part * (count - 1) + 0.5)];
}
