#include "support/test.h"
#include "support/toy_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A tick depends on the world and its input alone: the same run, tick by tick, however it is shown.
 */

enum { TICKS = 400, TRACE_ROWS = 4000 };

static ToyRun run;
static char path[] = "/tmp/clockwork-hashes-XXXXXX";
static char golden[TICKS * 32];
static FrameTime rows[TRACE_ROWS];
static FrameTimes trace = {rows, TRACE_ROWS, 0};

static void prepare(void)
{
    toy_run_prepare(&run);
    run.desc.pilot = PILOT_MONKEY;
    run.desc.monkey_seed = 7;
    run.desc.tick_limit = TICKS;
    run.desc.hash_log = path;
}

static const char *play(void)
{
    static char text[sizeof golden];
    toy_run_open(&run);
    toy_run_to_end(&run);
    toy_run_close(&run);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void set_up(void)
{
    memcpy(path + strlen(path) - 6, "XXXXXX", 6);
    close(mkstemp(path));
    prepare();
    run.desc.lockstep = run.desc.headless = true;
    strcpy(golden, play());
    prepare();
}

static void tear_down(void)
{
    unlink(path);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

TEST(the_log_has_a_line_a_tick)
{
    const char *line = golden;
    for (unsigned tick = 1; tick <= TICKS; tick++) {
        unsigned number;
        char hash[17];
        int used = 0;
        ck_assert_int_eq(sscanf(line, "%u %16[0-9a-f]\n%n", &number, hash, &used), 2);
        ck_assert_uint_eq(number, tick);
        ck_assert_uint_eq(strlen(hash), 16);
        line += used;
    }
    ck_assert_str_eq(line, "");
}

TEST(another_monkey_gives_other_hashes)
{
    run.desc.monkey_seed = 8;
    ck_assert_str_ne(play(), golden);
}

TEST(even_frame_rates_change_nothing)
{
    static const uint32_t rates[] = {10, 37, 60, 144, 1000};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rates); i++) {
        prepare();
        run.host_desc.frame_rate = rates[i];
        ck_assert_str_eq(play(), golden);
    }
}

TEST(paced_frames_change_nothing)
{
    static const int rates[] = {37, 144};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rates); i++) {
        prepare();
        run.host_desc.time = HEADLESS_PACED;
        run.host_desc.status.refresh_hz = rates[i];
        toy_script(&run,
                   (HeadlessStep){.frame = 50, .action = HEADLESS_STALL, .delay_ns = 3000000000});
        ck_assert_str_eq(play(), golden);
    }
}

TEST(jittering_frames_and_clocks_that_step_back_change_nothing)
{
    CwRng rng;
    int64_t now_ns = 0;
    cw_rng_seed(&rng, 1, 1);
    for (int i = 0; i < TRACE_ROWS; i++) {
        now_ns += (int64_t)cw_rng_below(&rng, 40000000) - 2000000;
        rows[i] = (FrameTime){now_ns, 60};
    }
    run.host_desc.time = HEADLESS_TRACE;
    run.host_desc.trace = &trace;
    ck_assert_str_eq(play(), golden);
}

TEST(what_is_drawn_changes_nothing)
{
    for (int option = 0; option < 6; option++) {
        prepare();
        run.config.interpolate = option != 0;
        run.config.draw_shapes = option == 1;
        run.config.protect_world = option == 2;
        run.config.scaling = option == 3 ? SCALING_STRETCH : SCALING_LETTERBOX;
        run.host_desc.status.width_px = option == 4 ? 333 : 1280;
        run.config.target_fps = option == 5 ? 30 : 0;
        run.host_desc.frame_rate = 75;
        ck_assert_str_eq(play(), golden);
    }
}

TEST(time_scale_changes_nothing)
{
    static const double scales[] = {0.25, 3, 16};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(scales); i++) {
        prepare();
        run.config.time_scale = scales[i];
        ck_assert_str_eq(play(), golden);
    }
}

TEST(pauses_change_nothing)
{
    for (uint64_t frame = 20; frame < 20 + 22 * 17; frame += 17) {
        toy_script_key(&run, frame, TOY_KEY_ESCAPE, 1);
        toy_script_key(&run, frame + 5, TOY_KEY_ESCAPE, 0);
    }
    ck_assert_str_eq(play(), golden);
}

TEST(a_thousand_ticks_of_the_title_change_nothing)
{
    run.desc.hash_log = NULL;
    run.desc.tick_limit = 1000 + TICKS;
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, 800);
    toy_tap(&run, TOY_KEY_RETURN);
    uint64_t done = run.loop.stats.tick_count - toy_ticks(&run);
    ck_assert_uint_gt(done, 700);
    while (toy_ticks(&run) < TICKS) {
        toy_run_frames(&run, 1);
    }
    char last[40];
    snprintf(last, sizeof last, "%d %016llx\n", TICKS,
             (unsigned long long)cw_world_hash(run.loop.playback.session.world));
    ck_assert_str_eq(golden + strlen(golden) - strlen(last), last);
    toy_run_close(&run);
}

/* The whole run with a read-only world outside ticks, and a view that writes. */
TEST(a_view_that_writes_faults)
{
    run.config.protect_world = true;
    toy_run_open(&run);
    toy_run_frames(&run, 10);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) != NULL) {
            toy.write_while_drawing = true;
            loop_frame(&run.loop);
        }
        _exit(0);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
    toy_run_close(&run);
}
