/* Saving the configuration while the program runs: however an editor writes the file, one
 * change applies once and nothing falls back to its default. */
#include "frame/live_settings.h"

#include "support/expect.h"
#include "support/game_config.h"
#include "support/temp_folder.h"
#include "support/toy_game.h"

#include <fcntl.h>
#include <sys/stat.h>

enum { PARTIAL_WRITES = 1000, TEXT_MAX = 512 };

static char file[128], other[128], upper[128];
static const char at_120[] = "[display]\ntarget_fps = 120\n[simulation]\ngravity = -3\n";
static LiveSettings settings;
static Notices notices; /* one for each key that changed and each line that was refused */
static ConfigLayers layers;
static int64_t now_ns;

static void poll_times(int count)
{
    for (int i = 0; i < count; i++) {
        now_ns += FILE_POLL_NS;
        live_settings_sync_files(&settings, now_ns);
    }
}

/* Writes within one tick of the system's clock get times of their own, as a person's have. */
static void write_bytes(const char *path, const char *text, size_t size)
{
    static struct timespec time = {.tv_sec = 1000000};
    time.tv_sec++;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, size), (ssize_t)size);
    ck_assert_int_eq(futimens(fd, (struct timespec[]){time, time}), 0);
    close(fd);
}

static void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

static void open_settings(int file_count)
{
    static const Playback run;
    static Config config;
    const ConfigTable *table = game_config(&config, &toy_game);
    layers = (ConfigLayers){.files = {file, upper}, .file_count = file_count};
    config_read_layers(table, &config, &layers, NULL);
    live_settings_open(&settings,
                       &(LiveSettingsDesc){.game = &toy_game,
                                           .config = &config,
                                           .files = {table, &layers, .is_reloaded = true},
                                           .playback = &run,
                                           .notices = &notices});
}

SET_UP()
{
    strcpy(file, temp_path("config.ini"));
    strcpy(other, temp_path(".config.ini.swp"));
    strcpy(upper, temp_path("upper.ini"));
    notices.count = 0;
    now_ns = 0;
    write_file(file, "[display]\ntarget_fps = 100\n[simulation]\ngravity = -3\n");
    open_settings(1);
    poll_times(3);
    ck_assert_int_eq(notices.count, 0);
}

static void expect_fps_once(int fps)
{
    poll_times(5);
    ck_assert_int_eq(settings.config.target_fps, fps);
    ck_assert_int_eq(notices.count, 1);
    ck_assert_double_eq(settings.config.sim.gravity_mps2, -3);
    poll_times(20);
    ck_assert_int_eq(notices.count, 1);
}

TEST(truncating_replacing_and_deleting_apply_once, .rounds = 3)
{
    if (_i == 1) {
        write_file(other, at_120);
        ck_assert_int_eq(rename(other, file), 0);
    } else {
        ck_assert(_i == 0 || unlink(file) == 0);
        if (_i == 0) {
            write_file(file, "");
        }
        poll_times(30);
        ck_assert_int_eq(settings.config.target_fps, 100);
        write_file(file, at_120);
    }
    expect_fps_once(120);
    expect_text(notices.items[0].text, "target_fps: 100 -> 120");
}

TEST(the_same_values_written_again_are_no_change)
{
    write_file(file, "; a comment\n[simulation]\ngravity = -3.0\n[display]\ntarget_fps = 100\n");
    poll_times(5);
    ck_assert_int_eq(notices.count, 0);
}

TEST(a_file_that_is_still_written_is_not_read)
{
    for (int fps = 101; fps < 150; fps++) {
        write_file(file, textf("[display]\ntarget_fps = %d\n", fps));
        poll_times(1);
    }
    ck_assert_int_eq(notices.count, 0);
    expect_fps_once(149);
}

TEST(a_line_cut_in_its_value_waits_for_a_second)
{
    write_file(file, "[display]\ntarget_fps = 12");
    poll_times(9);
    ck_assert_int_eq(notices.count, 0);
    write_file(file, "[display]\ntarget_fps = 120");
    poll_times(9);
    ck_assert_int_eq(notices.count, 0);
    expect_fps_once(120);
}

TEST(invalid_values_are_refused_and_the_rest_applies)
{
    write_file(file, "[display]\ntarget_fps = 7\nvsync = off\n");
    poll_times(5);
    ck_assert_int_eq(notices.count, 2);
    expect_text(notices.items[0].text, "config.ini:2: ");
    expect_text(notices.items[0].text, "100 stays");
    expect_text(notices.items[1].text, "vsync: on -> off");
    ck_assert_int_eq(settings.config.target_fps, 100);
}

TEST(a_new_file_is_read_below_its_overrides)
{
    open_settings(2);
    write_file(upper, "[display]\ntarget_fps = 50\n");
    poll_times(5);
    ck_assert_int_eq(settings.config.target_fps, 50);
    write_file(file, "[display]\ntarget_fps = 60\nvsync = off\n");
    poll_times(5);
    ck_assert_int_eq(settings.config.target_fps, 50);
    ck_assert(!settings.config.vsync);
    ck_assert_int_eq(notices.count, 2);
}

/* Never the default of a key, and of each round another one. */
static size_t compose(char text[TEXT_MAX], int round)
{
    return (size_t)snprintf(text, TEXT_MAX,
                            "[simulation]\ngravity = -%d.5\nsubsteps = %d\n\n[display]\n"
                            "target_fps = %d\nscaling = %s\n[input]\ndead_zone = 0.%d\n",
                            1 + round % 7, 2 + round % 9, 100 + round % 400,
                            round % 2 == 0 ? "stretch" : "integer", 3 + round % 5);
}

static void expect_no_default(void)
{
    ck_assert(settings.config.sim.gravity_mps2 >= -7.5 && settings.config.sim.gravity_mps2 <= -1.5);
    ck_assert_int_ge(settings.config.sim.substeps, 2);
    ck_assert_int_ge(settings.config.target_fps, 100);
    ck_assert_int_ne(settings.config.scaling, SCALING_LETTERBOX);
    ck_assert_double_ge(settings.config.dead_zone, 0.3);
}

static void write_some(CwRng *rng, const char *text, size_t size)
{
    bool over = cw_rng_below(rng, 2) == 0;
    if (cw_rng_below(rng, 4) == 0) {
        unlink(file);
    }
    write_bytes(over ? other : file, text, size);
    ck_assert(!over || rename(other, file) == 0);
}

TEST(a_thousand_partial_writes_never_bring_a_default_back)
{
    CwRng rng = seeded_rng(3, 1);
    char text[TEXT_MAX];
    temp_listen(); /* each change is reported */
    write_bytes(file, text, compose(text, 0));
    poll_times(3);
    for (int round = 1; round <= PARTIAL_WRITES; round++) {
        size_t size = compose(text, round);
        notices.count = 0;
        write_some(&rng, text, cw_rng_below(&rng, (uint32_t)size));
        poll_times((int)cw_rng_below(&rng, 9));
        expect_no_default();
        write_some(&rng, text, size);
        poll_times(3);
        expect_no_default();
        ck_assert_int_eq(settings.config.target_fps, 100 + round % 400);
        ck_assert_int_eq(notices.count, 5);
    }
}
