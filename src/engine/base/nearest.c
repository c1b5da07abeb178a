#include "base/nearest.h"

#include "clockwork/base.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { NAME_MAX_COMPARED = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int name_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_COMPARED + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    int a_length = (int)strnlen(a, NAME_MAX_COMPARED),
        b_length = (int)strnlen(b, NAME_MAX_COMPARED);
    for (int j = 0; j <= b_length; j++) {
        row[j] = j;
        above[j] = 0;
    }
    for (int i = 1; i <= a_length; i++) {
        int *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b_length];
}

const char *cw_nearest_name(const char *wanted, const char *const *names, int count)
{
    const char *nearest = NULL;
    int nearest_distance = INT_MAX;
    for (int i = 0; i < count; i++) {
        int distance = name_distance(wanted, names[i]);
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
