#include "support/expect.h"
#include "support/temp_folder.h"
#include "support/test.h"
#include "trace/frame_log.h"

#include <stdlib.h>
#include <string.h>

FIXTURE(.set_up = temp_make, .tear_down = temp_remove);

static void open_log(LogFile *log)
{
    *log = (LogFile){0};
    ck_assert(frame_log_open(log, temp_path("log"), NULL));
}

TEST(a_row_has_the_columns_of_the_header)
{
    LogFile log;
    open_log(&log);
    frame_log_row(&log, &(FrameLogRow){7, -1, 16666667, 2, 14, 0.25, -12500000, 3});
    frame_log_close(&log);
    ck_assert_str_eq(temp_read("log"),
                     "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n"
                     "7,-1,16666667,2,14,0.250000000000,-12500000,3\n");
}

TEST(alpha_has_twelve_decimals_and_stays_below_one)
{
    const struct {
        double alpha;
        const char *text;
    } cases[] = {{0.0, "0.000000000000"},
                 {1e-12, "0.000000000001"},
                 {0.123456789012, "0.123456789012"},
                 {0.999999999999, "0.999999999999"},
                 {0.9999999999999999, "0.999999999999"},
                 {-0.5, "0.000000000000"},
                 {strtod("nan", NULL), "0.000000000000"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        LogFile log;
        open_log(&log);
        frame_log_row(&log, &(FrameLogRow){.alpha = cases[i].alpha});
        frame_log_close(&log);
        expect_text(temp_read("log"), textf("\n0,0,0,0,0,%s,", cases[i].text));
    }
}

TEST(rows_reach_the_file_within_a_second)
{
    LogFile log;
    open_log(&log);
    log.flushed_s -= 1;
    frame_log_row(&log, &(FrameLogRow){.frame = 1});
    ck_assert_ptr_nonnull(strstr(temp_read("log"), "\n1,"));
    frame_log_close(&log);
}

TEST(a_path_that_cannot_be_written_is_an_error_with_its_name)
{
    LogFile log = {0};
    ck_assert(!frame_log_open(&log, "/nowhere/frames.csv", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/frames.csv"));
    frame_log_row(&log, &(FrameLogRow){0});
    frame_log_close(&log);
}

TEST(a_full_disk_warns_once_and_goes_on)
{
    ck_assert_ptr_nonnull(freopen(temp_path("log"), "w", stderr));
    LogFile log = {0};
    ck_assert(frame_log_open(&log, "/dev/full", NULL));
    for (uint64_t frame = 0; frame < 10000; frame++) {
        frame_log_row(&log, &(FrameLogRow){.frame = frame});
    }
    frame_log_close(&log);
    fflush(stderr);
    const char *first = strstr(temp_read("log"), "/dev/full: ");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "/dev/full: "));
}
