#include "app/loop.h"
#include "clockwork/base.h"
#include "clockwork/replay.h"
#include "support/test.h"
#include "support/time_keys.h"
#include "support/toy_run.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The flight recorder and --record, through the real loop: which runs end up in which files. */

static ToyRun run;
static char folder[64];
static struct dirent **files; /* of the folder, in order of names */
static int file_count;

static void set_up(void)
{
    strcpy(folder, "/tmp/clockwork-runs-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    toy_run_prepare(&run);
    run.desc.recorder = (RecorderDesc){.runs_dir = folder, .runs_kept = 5};
}

static void forget_list(void)
{
    for (int i = 0; i < file_count; i++) {
        free(files[i]);
    }
    free(files);
    files = NULL;
    file_count = 0;
}

static void tear_down(void)
{
    char command[256];
    forget_list();
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -r %s", folder, folder);
    ck_assert_int_eq(system(command), 0);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* How many files there are now; their names are in `files`. */
static int list(void)
{
    forget_list();
    file_count = scandir(folder, &files, is_file, alphasort);
    return file_count;
}

static CwReplayFile *load(int index)
{
    char path[512];
    CwError error = {0};
    snprintf(path, sizeof path, "%s/%s", folder, files[index]->d_name);
    CwReplayFile *replay = cw_replay_load(path, &error);
    ck_assert_msg(replay != NULL, "%s", error.text);
    return replay;
}

/* Opens on the level, not on the title. */
static void begin(void)
{
    CwError error = {0};
    toy_run_open(&run);
    ck_assert_msg(loop_begin_run(&run.loop, &error), "%s", error.text);
}

static void restart(void)
{
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_tap(&run, TOY_KEY_DOWN);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
}

static void make_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
}

TEST(a_run_leaves_one_whole_recording)
{
    begin();
    toy_run_frames(&run, 100);
    uint64_t ticks = toy_ticks(&run);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 1);
    CwReplayFile *replay = load(0);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, ticks);
    cw_replay_free(replay);
}

TEST(each_restart_begins_a_file_and_names_sort_by_time)
{
    begin();
    for (int i = 1; i <= 3; i++) {
        toy_run_frames(&run, 30 * i); /* all within a second of real time */
        usleep(3000);
        restart();
    }
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 4);
    for (int i = 0; i < 3; i++) {
        CwReplayFile *replay = load(i);
        ck_assert_uint_ge(replay->tick_count, 30 * (size_t)(i + 1) - 3);
        ck_assert_uint_le(replay->tick_count, 30 * (size_t)(i + 1) + 3);
        cw_replay_free(replay);
    }
}

TEST(the_oldest_go)
{
    begin();
    for (int i = 0; i < 12; i++) {
        toy_run_frames(&run, 3);
        usleep(3000);
        restart();
    }
    ck_assert_int_eq(list(), 5);
    char first[256];
    snprintf(first, sizeof first, "%s", files[0]->d_name);
    usleep(3000);
    toy_run_frames(&run, 3);
    restart();
    ck_assert_int_eq(list(), 5);
    ck_assert_str_gt(files[0]->d_name, first);
    toy_run_close(&run);
}

TEST(files_with_names_of_their_own_stay)
{
    make_file("my-best.cwr");
    make_file("0-notes.txt");
    make_file("1.cwr");
    make_file("20200101-000000-000-1-old.cwr");
    run.desc.recorder.runs_kept = 1;
    begin();
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 4);
    ck_assert_str_eq(files[0]->d_name, "0-notes.txt");
    ck_assert_str_eq(files[1]->d_name, "1.cwr");
    ck_assert_str_eq(files[3]->d_name, "my-best.cwr");
}

/* A clock that jumped, or a switch from summer time, must not make new runs the oldest. */
TEST(runs_dated_later_do_not_push_out_new_ones)
{
    for (int i = 10; i < 30; i++) {
        char name[64];
        snprintf(name, sizeof name, "202701%d-000000-000-1-real.cwr", i);
        make_file(name);
    }
    begin();
    for (int i = 1; i <= 3; i++) {
        toy_run_frames(&run, 30 * i);
        restart();
    }
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 5);
    ck_assert_str_eq(files[0]->d_name, "20270129-000000-000-1-real.cwr");
    for (int i = 1; i <= 3; i++) {
        CwReplayFile *replay = load(i);
        ck_assert_uint_ge(replay->tick_count, 30 * (size_t)i - 3);
        cw_replay_free(replay);
    }
}

TEST(the_number_tells_the_order_and_not_the_date)
{
    make_file("00000007-20350101-000000-1-a.cwr");
    make_file("00000010-20200101-000000-1-b.cwr");
    make_file("00000008-20340101-000000-1-c.cwr");
    run.desc.recorder.runs_kept = 2;
    begin();
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 2);
    ck_assert_str_eq(files[0]->d_name, "00000010-20200101-000000-1-b.cwr");
    ck_assert_int_eq(strncmp(files[1]->d_name, "00000011-", 9), 0);
}

TEST(a_disk_that_takes_nothing_costs_no_old_run)
{
    const char *names[] = {"00000001-20260101-000000-1-a.cwr", "00000002-20260101-000000-1-b.cwr"};
    make_file(names[0]);
    make_file(names[1]);
    run.desc.recorder.runs_kept = 2;
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    begin();
    for (int i = 0; i < 5; i++) {
        toy_run_frames(&run, 70);
        restart();
    }
    toy_run_close(&run);
    ck_assert_int_eq(list(), 2);
    ck_assert_str_eq(files[0]->d_name, names[0]);
    ck_assert_str_eq(files[1]->d_name, names[1]);
}

TEST(what_cannot_or_must_not_be_deleted_stays_and_the_next_goes)
{
    char path[256];
    make_file("00000002-20260101-000000-1-being-recorded.cwr");
    make_file("00000003-20260101-000000-1-old.cwr");
    snprintf(path, sizeof path, "%s/00000001-20260101-000000-1-folder.cwr", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/00000002-20260101-000000-1-being-recorded.cwr", folder);
    int other = open(path, O_RDWR);
    ck_assert_int_eq(flock(other, LOCK_EX), 0);
    run.desc.recorder.runs_kept = 1;
    begin();
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    close(other);
    ck_assert_int_eq(list(), 3);
    ck_assert_int_eq(strncmp(files[2]->d_name, "00000004-", 9), 0);
}

TEST(the_title_and_a_run_without_a_tick_leave_nothing)
{
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, 100);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 0);
    run.title = false;
    begin();
    toy_run_close(&run);
    ck_assert_int_eq(list(), 0);
}

TEST(from_the_title_the_level_played_is_recorded)
{
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, 60);
    toy_tap(&run, TOY_KEY_RETURN);
    toy_run_frames(&run, 40);
    uint64_t ticks = toy_ticks(&run);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 1);
    CwReplayFile *replay = load(0);
    ck_assert_uint_eq(replay->tick_count, ticks);
    cw_replay_free(replay);
}

TEST(without_a_folder_to_write_to_play_goes_on)
{
    run.desc.recorder.runs_dir = "/dev/null/runs";
    begin();
    toy_run_frames(&run, 60);
    ck_assert_uint_gt(toy_ticks(&run), 50);
    toy_run_close(&run);
}

TEST(none_are_kept_when_none_are_wanted)
{
    run.desc.recorder.runs_kept = 0;
    begin();
    toy_run_frames(&run, 10);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 0);
}

TEST(the_record_file_holds_the_last_run)
{
    char path[128];
    snprintf(path, sizeof path, "%s/last.cwr", folder);
    run.desc.recorder.record = path;
    run.desc.recorder.runs_kept = 0;
    begin();
    toy_run_frames(&run, 200);
    restart();
    toy_run_frames(&run, 20);
    uint64_t ticks = toy_ticks(&run);
    ck_assert(loop_close(&run.loop));
    run.host.close(run.host.self);
    ck_assert_int_eq(list(), 1);
    CwReplayFile *replay = load(0);
    ck_assert_uint_eq(replay->tick_count, ticks);
    cw_replay_free(replay);
}

TEST(a_record_file_that_can_t_be_begun_again_does_not_end_the_game)
{
    char path[128], sub[96];
    snprintf(sub, sizeof sub, "%s/sub", folder);
    snprintf(path, sizeof path, "%s/last.cwr", sub);
    ck_assert_int_eq(mkdir(sub, 0777), 0);
    run.desc.recorder.record = path;
    run.desc.recorder.runs_kept = 0;
    begin();
    toy_run_frames(&run, 20);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(sub), 0);
    restart();
    toy_run_frames(&run, 20);
    ck_assert(!loop_close(&run.loop)); /* and the status tells */
    run.host.close(run.host.self);
}

TEST(a_pause_puts_everything_on_disk)
{
    begin();
    toy_run_frames(&run, 90);
    toy_tap(&run, TOY_KEY_ESCAPE);
    list();
    CwReplayFile *replay = load(0);
    ck_assert_int_eq(replay->state, CW_REPLAY_CUT);
    ck_assert_uint_eq(replay->tick_count, toy_ticks(&run));
    cw_replay_free(replay);
    toy_run_close(&run);
}

/* Begun again it is still the level that was loaded, whatever became of the file. */
TEST(both_recordings_carry_a_level_that_the_game_lacks)
{
    static const char map[] = "{\"width\":10,\"height\":5,\"tilewidth\":32,\"tileheight\":32,"
                              "\"layers\":[]}";
    char path[128], level[128];
    snprintf(path, sizeof path, "%s/last.cwr", folder);
    snprintf(level, sizeof level, "%s/.mine.tmj", folder);
    FILE *file = fopen(level, "w");
    ck_assert(file != NULL && fputs(map, file) >= 0 && fclose(file) == 0);
    run.desc.recorder.record = path;
    run.desc.level = level;
    toy_run_open(&run);
    ck_assert_int_eq(truncate(level, 3), 0);
    restart();
    toy_run_frames(&run, 5);
    toy_run_close(&run);
    ck_assert_int_eq(list(), 2);
    for (int i = 0; i < 2; i++) {
        CwReplayFile *replay = load(i);
        ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
        ck_assert_uint_eq(replay->level_file_bytes, sizeof map - 1);
        ck_assert_mem_eq(replay->level_file, map, sizeof map - 1);
        cw_replay_free(replay);
    }
}

/* Game time may stand nearly still: what is on disk is counted in real seconds. */
TEST(in_slow_motion_at_most_a_second_of_real_time_is_not_on_disk)
{
    run.config.time_scale = 0.1;
    begin();
    for (int i = 0; i < 20; i++) {
        toy_run_frames(&run, 37); /* of 60 in a second */
        uint64_t a_second_ticks = 6;
        list();
        CwReplayFile *replay = load(0);
        ck_assert_int_eq(replay->state, CW_REPLAY_CUT);
        ck_assert_uint_ge(replay->tick_count + a_second_ticks, toy_ticks(&run));
        cw_replay_free(replay);
    }
    ck_assert_uint_gt(toy_ticks(&run), 60);
    toy_run_close(&run);
}
