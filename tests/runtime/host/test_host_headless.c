#include "platform/clock.h"
#include "support/script.h"
#include "support/test.h"

static const int64_t MS = 1000000;

static Host host;
static HostHeadlessDesc desc;
static Script script;
static void tear_down(void)
{
    if (host.close != NULL) {
        host.close(host.self);
    }
}

SET_UP(.tear_down = tear_down)
{
    desc = host_headless_desc_default();
    host = (Host){0};
    script.count = 0;
    script_attach(&script, &desc);
}

static void open_host(void)
{
    ck_assert(host_headless_open(&host, &desc, NULL));
}

/* Runs a whole frame and returns its time. */
static int64_t frame(void)
{
    int64_t time_ns = host.begin_frame(host.self, NULL, NULL);
    host.present(host.self);
    return time_ns;
}

static HostStatus status(void)
{
    return host.status(host.self);
}

TEST(even_time_adds_up_exactly_at_any_rate)
{
    desc.frame_rate = 144;
    desc.start_ns = 5;
    open_host();
    for (int64_t n = 0; n < 144 * 100; n++) {
        ck_assert_int_eq(frame(), 5 + n * 1000000000 / 144);
    }
    ck_assert_int_eq(frame(), 5 + INT64_C(100000000000));
}

TEST(a_scripted_quit_and_a_signal_end_the_run, .rounds = 2)
{
    desc.ends_on_signals = true;
    if (_i == 0) {
        script_add(&script, (HeadlessStep){.frame = 2, .action = HEADLESS_QUIT});
    }
    open_host();
    for (int i = 0; i < 3; i++) {
        ck_assert(!status().must_quit);
        ck_assert(_i != 1 || i != 2 || raise(SIGTERM) == 0);
        frame();
    }
    ck_assert(status().must_quit);
}

TEST(frame_times_set_clock_and_refresh_and_end_the_run)
{
    FrameTime rows[] = {{100, 60.0}, {90, 60.0}, {300, 144.0}, {300, 144.0}};
    FrameTimes frame_times = {.rows = rows, .count = 3};
    desc.time = HEADLESS_FRAME_TIMES;
    desc.frame_times = &frame_times;
    open_host();
    ck_assert_double_eq(status().refresh_hz, 60.0);
    for (int i = 0; i < 4; i++) { /* the last is past the end */
        ck_assert_int_eq(frame(), rows[i].clock_ns);
        ck_assert_double_eq(status().refresh_hz, rows[i].reported_hz);
        ck_assert_int_eq(status().must_quit, i == 3);
        ck_assert(i == 3 || status().has_new_display == (i == 2));
    }
}

TEST(a_display_that_paces_makes_present_wait_for_it)
{
    script_add(&script, (HeadlessStep){.action = HEADLESS_WORK, .delay_ns = 3 * MS});
    script_add(&script, (HeadlessStep){.frame = 3, .action = HEADLESS_WORK, .delay_ns = 25 * MS});
    desc.time = HEADLESS_PACED;
    desc.status.refresh_hz = 100.0;
    open_host();
    ck_assert_int_eq(frame(), 0);
    ck_assert_int_eq(frame(), 10 * MS);
    ck_assert_int_eq(frame(), 20 * MS);
    ck_assert_int_eq(frame(), 30 * MS);
    ck_assert_int_eq(frame(), 60 * MS);
}

TEST(a_second_host_hears_no_signal_of_the_first)
{
    desc.ends_on_signals = true;
    open_host();
    raise(SIGINT);
    host.close(host.self);
    open_host();
    frame();
    ck_assert(!status().must_quit);
}

TEST(real_time_is_slept_from_refresh_to_refresh)
{
    desc.time = HEADLESS_REAL;
    open_host();
    int64_t worked = clock_work_ns(), start_ns = host.begin_frame(host.self, NULL, NULL),
            now_ns = 0;
    for (int i = 0; i < 12; i++) {
        host.present(host.self);
        now_ns = host.begin_frame(host.self, NULL, NULL);
    }
    ck_assert_int_ge(now_ns - start_ns, 11 * 16 * MS);
    host.wait_until_ns(host.self, now_ns + 50 * MS, HOST_WAIT_EXACT);
    ck_assert_int_ge(host.now_ns(host.self), now_ns + 50 * MS);
    ck_assert_int_lt(clock_work_ns() - worked, (host.now_ns(host.self) - start_ns) / 2);
}

TEST(a_host_whose_caller_paces_it_never_waits)
{
    desc.time = HEADLESS_REAL;
    desc.never_waits = true;
    desc.status.refresh_hz = 1e-3;
    open_host();
    host.begin_frame(host.self, NULL, NULL);
    host.wait_until_ns(host.self, host.now_ns(host.self) + 1000000 * MS, HOST_WAIT_PAUSED);
    host.present(host.self);
}
