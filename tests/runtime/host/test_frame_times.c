#include "host/frame_times.h"

#include "support/expect.h"
#include "support/temp_folder.h"

static FrameTimes frame_times;

static void tear_down(void)
{
    frame_times_free(&frame_times);
}

FIXTURE(.tear_down = tear_down);

static bool load_bytes(const char *bytes, size_t size)
{
    temp_write_bytes("trace", bytes, size);
    error = (CwError){0};
    frame_times_free(&frame_times);
    return frame_times_load(&frame_times, temp_path("trace"), &error);
}

static bool load(const char *text)
{
    return load_bytes(text, strlen(text));
}

TEST(frames_are_read_with_and_without_display_times_and_comments)
{
    static const struct {
        const char *text;
        size_t count;
        int64_t clock_ns[5];
    } cases[] = {
        {"1000000000,1016000000\n1016000001,\n1033000000\n",
         3,
         {1000000000, 1016000001, 1033000000}},
        {"# name: x\r\n\r\n  \t\n 5 , 6 # first\r\n7 # no display\n#end", 2, {5, 7}},
        {"10\n9\n-5\n4611686018427387904\n-4611686018427387904\n",
         5,
         {10, 9, -5, FRAME_TIMES_CLOCK_MAX_NS, -FRAME_TIMES_CLOCK_MAX_NS}},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        EXPECT_OK(load(cases[i].text));
        ck_assert_uint_eq(frame_times.count, cases[i].count);
        for (size_t row = 0; row < frame_times.count; row++) {
            ck_assert_int_eq(frame_times.rows[row].clock_ns, cases[i].clock_ns[row]);
        }
    }
}

TEST(the_reported_rate_holds_for_the_frames_that_follow)
{
    static const double rates_hz[] = {0.0, 59.94, 144.0, 0.0};
    ck_assert(load("1\n# reported_hz: 59.94\n2\n#reported_hz:144\n3\n# reported_hz:\n4\n"));
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq(frame_times.rows[i].reported_hz, rates_hz[i]);
    }
}

static const struct {
    const char *text, *where;
} refused[] = {
    {"1\n2\nthree\n", ":3: \"three\""},
    {"1.5\n", ":1:"},
    {"1 2\n", ":1:"},
    {",5\n", ":1:"},
    {"--1\n", ":1:"},
    {"1\n-\n", ":2:"},
    {"0x10\n", ":1:"},
    {"nan\n", ":1:"},
    {"4611686018427387905\n", ":1:"}, /* beyond the limit */
    {"-4611686018427387905\n", ":1:"},
    {"1\n99999999999999999999999999999999999\n", ":2:"},
    {"# reported_hz: sixty\n1\n", ":1: reported_hz is \"sixty\""},
    {"1\n# reported_hz: -60\n", ":2:"},
    {"# reported_hz: nan\n1\n", ":1:"},
    {"# reported_hz: 1e400\n1\n", ":1:"},
    {"# reported_hz: 99999999999999999999999999\n1\n", ":1:"},
    {"", ":1: ends without a frame"},
    {"# reported_hz: 60\n\n", ":3: ends without a frame"},
};

TEST(a_bad_line_is_named, .rounds = CW_ARRAY_LENGTH(refused))
{
    EXPECT_REFUSED(load(refused[_i].text), textf("/trace%s", refused[_i].where));
    ck_assert_uint_eq(frame_times.count, 0);
    ck_assert_ptr_null(frame_times.rows);
}

TEST(binary_garbage_is_refused_and_stays_off_the_terminal)
{
    ck_assert(!load_bytes("1\n\x7f\x45LF\x1b[2J\n", 11));
    ck_assert_ptr_null(strchr(error.text, '\x1b'));
    EXPECT_REFUSED(load_bytes("1\n2\0003\n", 6), ":2: holds a zero byte");
    char *line = malloc(100000);
    memset(line, '7', 100000);
    ck_assert(!load_bytes(line, 100000));
    free(line);
}
