#include "support/test.h"
#include "trace/frame_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/frame-log-XXXXXX";
static char contents[4096];

static void set_up(void)
{
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void tear_down(void)
{
    unlink(path);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static const char *read_back(const char *name)
{
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    contents[fread(contents, 1, sizeof contents - 1, file)] = '\0';
    fclose(file);
    return contents;
}

/* Returns the text of a row's alpha in the file. */
static const char *alpha_text(double alpha)
{
    LogFile log = {0};
    ck_assert(frame_log_open(&log, path, NULL));
    frame_log_row(&log, &(FrameLogRow){.alpha = alpha});
    frame_log_close(&log);
    char *text = strchr(read_back(path), '\n') + 1;
    text += strlen("0,0,0,0,0,");
    text[strcspn(text, ",")] = '\0';
    return text;
}

TEST(a_row_has_the_columns_of_the_header)
{
    LogFile log = {0};
    ck_assert(frame_log_open(&log, path, NULL));
    frame_log_row(&log, &(FrameLogRow){7, -1, 16666667, 2, 14, 0.25, -12500000, 3});
    frame_log_close(&log);
    ck_assert_str_eq(read_back(path),
                     "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n"
                     "7,-1,16666667,2,14,0.250000000000,-12500000,3\n");
}

TEST(alpha_has_twelve_decimals_and_stays_below_one)
{
    ck_assert_str_eq(alpha_text(0.0), "0.000000000000");
    ck_assert_str_eq(alpha_text(1e-12), "0.000000000001");
    ck_assert_str_eq(alpha_text(0.123456789012), "0.123456789012");
    ck_assert_str_eq(alpha_text(0.999999999999), "0.999999999999");
    ck_assert_str_eq(alpha_text(0.9999999999999999), "0.999999999999");
    ck_assert_str_eq(alpha_text(-0.5), "0.000000000000");
    ck_assert_str_eq(alpha_text(strtod("nan", NULL)), "0.000000000000");
}

TEST(rows_reach_the_file_within_a_second)
{
    LogFile log = {0};
    ck_assert(frame_log_open(&log, path, NULL));
    log.flushed_s -= 1;
    frame_log_row(&log, &(FrameLogRow){.frame = 1});
    ck_assert_ptr_nonnull(strstr(read_back(path), "\n1,"));
    frame_log_close(&log);
}

TEST(a_path_that_cannot_be_written_is_an_error_with_its_name)
{
    LogFile log = {0};
    CwError error = {0};
    ck_assert(!frame_log_open(&log, "/nowhere/frames.csv", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/frames.csv"));
    frame_log_row(&log, &(FrameLogRow){0});
    frame_log_close(&log);
}

TEST(a_full_disk_warns_once_and_goes_on)
{
    ck_assert_ptr_nonnull(freopen(path, "w", stderr));
    LogFile log = {0};
    ck_assert(frame_log_open(&log, "/dev/full", NULL));
    for (uint64_t frame = 0; frame < 10000; frame++) {
        frame_log_row(&log, &(FrameLogRow){.frame = frame});
    }
    frame_log_close(&log);
    fflush(stderr);
    const char *first = strstr(read_back(path), "/dev/full: ");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "/dev/full: "));
}
