#include "support/comma_locale.h"
#include "support/toy_run.h"

/* The files that a run writes: what stands in them, and what happens when they can't be written. */

static FILE *file;

static void tear_down(void)
{
    toy_run_tear_down();
    if (file != NULL) {
        fclose(file);
    }
}

SET_UP(.tear_down = tear_down)
{
    toy_run_prepare();
    run.desc.mode.is_headless = true;
    run.config.latency = LATENCY_INTERPOLATE;
}

static void play_and_read(const char *header)
{
    char line[256];
    toy_run_to_end();
    ck_assert(toy_run_close());
    file = fopen(temp_path("log"), "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, header);
}

static const char FRAME_HEADER[] =
    "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n";
static const char PROBE_HEADER[] = "tick,x_m,y_m,vx_mps,vy_mps,angle_rad,progress\n";

typedef struct Row {
    long long frame, measured_ns, used_ns, ticks, tick, shown_ns, dropped_ns;
    double alpha;
} Row;

static bool read_row(Row *row)
{
    return fscanf(file, "%lld,%lld,%lld,%lld,%lld,%lf,%lld,%lld\n", &row->frame, &row->measured_ns,
                  &row->used_ns, &row->ticks, &row->tick, &row->alpha, &row->shown_ns,
                  &row->dropped_ns) == 8;
}

TEST(the_frame_log_says_what_each_frame_did)
{
    run.desc.files.logs.frames = temp_path("log");
    run.host_desc.frame_rate = 37;
    run.host_desc.status.refresh_hz = 37;
    run.desc.mode.tick_limit = 300;
    play_and_read(FRAME_HEADER);
    Row row;
    long long frames = 0, ticks = 0;
    for (; read_row(&row); frames++) {
        ticks += row.ticks;
        ck_assert_int_eq(row.frame, frames);
        ck_assert_int_eq(row.tick, ticks);
        ck_assert_int_le(llabs(row.used_ns - row.measured_ns), 1); /* even times stay even */
        ck_assert(row.alpha >= 0 && row.alpha < 1);
        double shown_ns = ((double)row.tick - 1 + row.alpha) * 1e9 / 60;
        ck_assert_double_eq_tol((double)row.shown_ns, shown_ns, 0.51);
    }
    ck_assert_int_eq(ticks, 300);
    ck_assert_uint_eq((unsigned long long)frames, toy_stage()->frame_count);
}

TEST(the_picture_before_the_first_tick_is_at_a_negative_time)
{
    run.desc.files.logs.frames = temp_path("log");
    run.desc.mode.tick_limit = 5;
    play_and_read(FRAME_HEADER);
    char line[256];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    /* The clock begins with half a tick. */
    ck_assert_str_eq(line, "0,0,0,0,0,0.500000000000,-8333333,0\n");
}

TEST(without_interpolation_the_last_tick_is_shown)
{
    run.desc.files.logs.frames = temp_path("log");
    run.config.latency = LATENCY_TICK;
    run.host_desc.frame_rate = 144;
    run.desc.mode.tick_limit = 50;
    play_and_read(FRAME_HEADER);
    for (Row row; read_row(&row);) {
        ck_assert_double_lt(row.alpha, 1);
        ck_assert_int_eq(row.shown_ns, llround((double)row.tick * 1e9 / 60));
    }
}

TEST(the_frame_log_adds_up_what_was_dropped)
{
    run.desc.files.logs.frames = temp_path("log");
    run.host_desc.frame_rate = 4;
    toy_script((HeadlessStep){.frame = 20, .action = HEADLESS_QUIT});
    play_and_read(FRAME_HEADER);
    long long dropped_ns = 0;
    for (Row row; read_row(&row);) {
        dropped_ns += row.dropped_ns;
        ck_assert_int_le(row.ticks, 8);
    }
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, (uint64_t)dropped_ns);
    ck_assert_int_gt(dropped_ns, 0);
}

TEST(the_probe_log_follows_the_player)
{
    run.desc.files.logs.probes = temp_path("log");
    run.desc.mode.is_lockstep = true;
    run.desc.choice.driver.pilot = PILOT_BOT;
    run.desc.mode.tick_limit = 400;
    play_and_read(PROBE_HEADER);
    double x_m = 0;
    for (int tick = 1; tick <= 400; tick++) {
        int number;
        double x, y, vx, vy, angle, progress;
        ck_assert_int_eq(fscanf(file, "%d,%lf,%lf,%lf,%lf,%lf,%lf\n", &number, &x, &y, &vx, &vy,
                                &angle, &progress),
                         7);
        ck_assert_int_eq(number, tick);
        ck_assert_double_eq_tol(x, x_m + vx / 60, 2e-6);
        ck_assert_double_eq_tol(progress, fmin(1, x / TOY_FINISH_M), 1e-6);
        x_m = x;
    }
    ck_assert(feof(file) || fgetc(file) == EOF);
}

TEST(logs_use_points_under_a_comma_locale, .needs = &package_locales)
{
    comma_locale_begin();
    run.desc.files.logs.probes = temp_path("log");
    run.desc.mode.tick_limit = 3;
    play_and_read(PROBE_HEADER);
    char line[256];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_ptr_nonnull(strchr(line, '.'));
    comma_locale_end();
}

enum { HASHES, PROBES, FRAMES, LOGS };

static void log_to(int log, const char *path)
{
    const char **const paths[LOGS] = {&run.desc.files.logs.hashes, &run.desc.files.logs.probes,
                                      &run.desc.files.logs.frames};
    *paths[log] = path;
}

TEST(rows_reach_a_log_before_it_is_closed, .rounds = LOGS)
{
    log_to(_i, temp_path("log"));
    toy_play(3);
    ck_assert_ptr_nonnull(strpbrk(temp_read("log"), "0123456789")); /* headers have none */
}

TEST(each_row_reaches_a_log_at_once_where_it_is_asked_for, .rounds = LOGS)
{
    setenv("CLOCKWORK_LOGS", "now", 1);
    log_to(_i, temp_path("log"));
    toy_play(30);
    uint64_t lines = 0, rows = _i == FRAMES ? 30 : toy_ticks();
    for (const char *c = temp_read("log"); *c != '\0'; c++) {
        lines += *c == '\n';
    }
    ck_assert_uint_eq(lines, rows + (_i != HASHES));
}
