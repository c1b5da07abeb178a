#include "support/growth.h"

#include <dirent.h>
#include <ftw.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const names[GROWTH_COLUMN_COUNT] = {
    [GROWTH_RSS] = "rss_bytes",        [GROWTH_MALLOC] = "malloc_bytes",
    [GROWTH_ARENA] = "arena_bytes",    [GROWTH_FDS] = "descriptors",
    [GROWTH_THREADS] = "threads",      [GROWTH_FILES] = "files",
    [GROWTH_FILE_BYTES] = "file_bytes"};

/* The sanitizers' own malloc; absent elsewhere. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static int64_t malloc_bytes(void)
{
    if (__sanitizer_get_current_allocated_bytes != NULL) {
        return (int64_t)__sanitizer_get_current_allocated_bytes();
    }
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}

static int64_t entry_count(const char *process, const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/%s", process, folder);
    DIR *entries = opendir(path);
    int64_t count = 0;
    while (entries != NULL && readdir(entries) != NULL) {
        count++;
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return count;
}

static int64_t resident_bytes(const char *process)
{
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%s/statm", process);
    FILE *file = fopen(path, "r");
    if (file != NULL && fscanf(file, "%*s %ld", &pages) != 1) {
        pages = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static int64_t files, file_bytes;

static int add_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
    files += type == FTW_F;
    file_bytes += type == FTW_F ? (int64_t)status->st_size : 0;
    return 0;
}

static void make_room(Growth *meter)
{
    if (meter->count < GROWTH_SAMPLES_MAX) {
        return;
    }
    meter->count /= 2;
    for (int i = 0; i < meter->count; i++) {
        meter->samples[i] = meter->samples[2 * i];
    }
}

void growth_take(Growth *meter, double step, int64_t arena_bytes)
{
    char process[16] = "self";
    if (meter->pid != 0) {
        snprintf(process, sizeof process, "%d", meter->pid);
    }
    files = file_bytes = 0;
    nftw(meter->folder, add_file, 8, FTW_PHYS);
    make_room(meter);
    GrowthSample *sample = &meter->samples[meter->count++];
    *sample = (GrowthSample){step,
                             {[GROWTH_RSS] = resident_bytes(process),
                              [GROWTH_MALLOC] = meter->pid == 0 ? malloc_bytes() : 0,
                              [GROWTH_ARENA] = arena_bytes,
                              [GROWTH_FDS] = entry_count(process, "fd"),
                              [GROWTH_THREADS] = entry_count(process, "task"),
                              [GROWTH_FILES] = files,
                              [GROWTH_FILE_BYTES] = file_bytes & ~INT64_C(0xffff)}};
}

static int64_t smallest(const GrowthSample *samples, int count, GrowthColumn column)
{
    int64_t value = samples->values[column];
    for (int i = 1; i < count; i++) {
        value = samples[i].values[column] < value ? samples[i].values[column] : value;
    }
    return value;
}

static int64_t middle(const GrowthSample *samples, int count, GrowthColumn column)
{
    for (int i = 0; i < count; i++) {
        int64_t value = samples[i].values[column];
        int below = 0, not_above = 0;
        for (int j = 0; j < count; j++) {
            below += samples[j].values[column] < value;
            not_above += samples[j].values[column] <= value;
        }
        if (below <= count / 2 && not_above > count / 2) {
            return value;
        }
    }
    return 0;
}

static double slope_since(const Growth *meter, GrowthColumn column, int earlier)
{
    int quarter = meter->count / 4;
    const GrowthSample *first = &meter->samples[earlier * quarter];
    const GrowthSample *last = &meter->samples[3 * quarter];
    int64_t least = smallest(last, quarter, column) - smallest(first, quarter, column);
    int64_t usual = middle(last, quarter, column) - middle(first, quarter, column);
    return (double)(least < usual ? least : usual) / (last->step - first->step);
}

/* Growth in a step: the least of what the last quarter of samples has over each earlier one, as a
 * leak grows in all of them and noise does not. */
static double growth_slope(const Growth *meter, GrowthColumn column)
{
    if (meter->count < 4) {
        return 0;
    }
    double slope = slope_since(meter, column, 0);
    for (int earlier = 1; earlier < 3; earlier++) {
        slope = fmin(slope, slope_since(meter, column, earlier));
    }
    return slope;
}

int growth_find(const Growth *meter, const double limits[GROWTH_COLUMN_COUNT], char found[512])
{
    int count = 0;
    found[0] = '\0';
    for (int i = 0; i < GROWTH_COLUMN_COUNT; i++) {
        double slope = growth_slope(meter, (GrowthColumn)i);
        if (limits[i] >= 0 && slope > limits[i]) {
            size_t used = strlen(found);
            snprintf(found + used, 512 - used, "%s%s grows by %.3f a step (limit %.3f)",
                     count == 0 ? "" : ", ", names[i], slope, limits[i]);
            count++;
        }
    }
    return count;
}
