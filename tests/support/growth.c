#include "support/growth.h"

#include "base/number.h"

#include <dirent.h>
#include <ftw.h>
#include <malloc.h>
#include <math.h>
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

static double part_of(const GrowthSample *samples, int count, GrowthColumn column, double part)
{
    static double values[GROWTH_SAMPLES_MAX];
    for (int i = 0; i < count; i++) {
        values[i] = (double)samples[i].values[column];
    }
    return stats_quantile(values, count, part);
}

static double slope_since(const Growth *meter, GrowthColumn column, int earlier)
{
    int quarter = meter->count / 4;
    const GrowthSample *first = &meter->samples[earlier * quarter];
    const GrowthSample *last = &meter->samples[3 * quarter];
    double least = part_of(last, quarter, column, 0) - part_of(first, quarter, column, 0);
    double usual = part_of(last, quarter, column, 0.5) - part_of(first, quarter, column, 0.5);
    return fmin(least, usual) / (last->step - first->step);
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
