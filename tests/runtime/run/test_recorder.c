#include "support/replay_samples.h"
#include "support/toy_run.h"

#include <sys/file.h>
#include <time.h>

/* The flight recorder and --record, through the real loop: which runs end up in which files. */

SET_UP(.tear_down = toy_run_tear_down)
{
    toy_run_prepare();
    run.desc.setup.recorder = (RecorderDesc){.runs_dir = temp_folder, .runs_kept = 5};
}

static uint64_t ticks_of_file(int index, CwReplayState state)
{
    temp_list();
    const CwReplayFile *replay = sample_load_from(temp_path(temp_names[index]));
    ck_assert_int_eq(replay->state, state);
    return replay->tick_count;
}

/* Opens on the level, not on the title, and plays. */
static void play(int frames)
{
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
    toy_run_frames(frames);
}

static void play_and_restart(int runs, int frames)
{
    for (int i = 0; i < runs; i++) {
        toy_run_frames(frames);
        usleep(3000); /* all within a second of real time */
        toy_restart();
    }
}

static void play_four_runs(void)
{
    play(0);
    for (int i = 1; i <= 3; i++) {
        play_and_restart(1, 30 * i);
    }
    toy_run_frames(5);
    toy_run_close();
}

static void expect_kept(int count, const char *const *names)
{
    play(5);
    toy_run_close();
    ck_assert_int_eq(temp_list(), count);
    for (int i = 0; i < count; i++) {
        ck_assert_msg(strncmp(temp_names[i], names[i], strlen(names[i])) == 0, "%s, not: %s",
                      temp_names[i], names[i]);
    }
}

TEST(each_restart_begins_a_file_and_names_sort_by_time)
{
    play_four_runs();
    ck_assert_int_eq(temp_list(), 4);
    for (int i = 0; i < 3; i++) {
        EXPECT_WITHIN(ticks_of_file(i, CW_REPLAY_ENDED), 30 * i + 27, 30 * i + 33);
    }
}

TEST(files_with_names_of_their_own_stay)
{
    temp_write("my-best.cwr", "");
    temp_write("0-notes.txt", "");
    temp_write("1.cwr", "");
    temp_write("20200101-000000-000-1-old.cwr", "");
    run.desc.setup.recorder.runs_kept = 1;
    expect_kept(4, (const char *[]){"0-notes.txt", "1.cwr", "2", "my-best.cwr"});
}

/* A clock that jumped, or a switch from summer time, must not make new runs the oldest. */
TEST(runs_dated_later_do_not_push_out_new_ones)
{
    for (int i = 10; i < 30; i++) {
        temp_write(textf("202701%d-000000-000-1-real.cwr", i), "");
    }
    play_four_runs();
    ck_assert_int_eq(temp_list(), 5);
    ck_assert_str_eq(temp_names[0], "20270129-000000-000-1-real.cwr");
    for (int i = 1; i <= 3; i++) {
        ck_assert_uint_ge(ticks_of_file(i, CW_REPLAY_ENDED), 30 * (uint64_t)i - 3);
    }
}

TEST(the_number_tells_the_order_and_not_the_date)
{
    temp_write("00000007-20350101-000000-1-a.cwr", "");
    temp_write("00000010-20200101-000000-1-b.cwr", "");
    temp_write("00000008-20340101-000000-1-c.cwr", "");
    run.desc.setup.recorder.runs_kept = 2;
    expect_kept(2, (const char *[]){"00000010-20200101-000000-1-b.cwr", "00000011-"});
}

static void write_old_runs(int count)
{
    for (int i = 1; i <= count; i++) {
        temp_write(textf("%08d-20260101-000000-1-old.cwr", i), "");
    }
}

TEST(thousands_of_old_runs_go_in_a_moment)
{
    write_old_runs(4000);
    clock_t began = clock();
    expect_kept(5, (const char *[]){"00003997", "00003998", "00003999", "00004000", "00004001"});
    ck_assert_double_lt((double)(clock() - began) / CLOCKS_PER_SEC, 1.5);
}

TEST(the_last_run_is_the_one_with_the_highest_number)
{
    Recording last;
    write_old_runs(2);
    temp_write("100000000-20260101-000000-1-last.cwr", "");
    temp_write("99999999-20260101-000000-1-former.cwr", "");
    temp_write("zzz.cwr", "");
    play(0);
    run.loop.places.runs_dir = temp_folder;
    ck_assert(recordings_last_run(&run.loop.places, "last", &last));
    ck_assert(recordings_last_run(&run.loop.places, NULL, &last));
    expect_text(last.file, "100000001-");
}

TEST(a_copy_of_a_run_ends_where_the_run_is)
{
    play(70);
    const Run *here = &toy_playback()->run;
    RecorderCopy copy = {.file = temp_path("0.cwr")};
    EXPECT_OK(recorder_copy(&toy_playback()->recorder, here, &copy, &error));
    ck_assert_uint_eq(ticks_of_file(0, CW_REPLAY_ENDED), toy_ticks());
    copy.file = "/dev/full";
    EXPECT_REFUSED(recorder_copy(&toy_playback()->recorder, here, &copy, &error), "/dev/full");
}

TEST(a_disk_that_takes_nothing_costs_no_old_run)
{
    const char *names[] = {"00000001-20260101-000000-1-a.cwr", "00000002-20260101-000000-1-b.cwr"};
    temp_write(names[0], "");
    temp_write(names[1], "");
    run.desc.setup.recorder.runs_kept = 2;
    temp_limit(0);
    play(0);
    play_and_restart(5, 70);
    toy_run_close();
    expect_kept(2, names);
}

TEST(runs_that_cannot_be_recorded_are_reported_once)
{
    run.desc.setup.recorder.runs_dir = "/dev/null/runs";
    temp_listen();
    play(0);
    play_and_restart(5, 1);
    const char *said = strstr(temp_said(), "no flight recorder: ");
    ck_assert(said != NULL && strstr(said + 1, "no flight recorder: ") == NULL);
    ck_assert_int_eq(toy_monitor()->notices.count, 1);
}

TEST(a_run_that_cannot_or_must_not_be_deleted_stays_and_the_next_goes)
{
    const char *names[] = {"00000001-20260101-000000-1-folder.cwr",
                           "00000002-20260101-000000-1-being-recorded.cwr", "00000004-"};
    temp_mkdir(names[0]);
    temp_write(names[1], "");
    temp_write("00000003-20260101-000000-1-old.cwr", "");
    int other = open(temp_path(names[1]), O_RDWR);
    ck_assert_int_eq(flock(other, LOCK_EX), 0);
    run.desc.setup.recorder.runs_kept = 1;
    expect_kept(3, names);
    close(other);
}

TEST(the_title_and_a_run_without_a_tick_leave_nothing)
{
    run.title = true;
    toy_play(100);
    toy_run_close();
    ck_assert_int_eq(temp_list(), 0);
    run.title = false;
    play(0);
    toy_run_close();
    ck_assert_int_eq(temp_list(), 0);
}

TEST(none_are_kept_when_none_are_wanted)
{
    run.desc.setup.recorder.runs_kept = 0;
    expect_kept(0, NULL);
}

TEST(a_record_file_that_can_t_be_begun_again_does_not_end_the_game)
{
    char path[128];
    temp_mkdir("sub");
    strcpy(path, temp_path("sub/last.cwr"));
    run.desc.setup.recorder = (RecorderDesc){.record = path};
    play(20);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(temp_path("sub")), 0);
    toy_restart();
    toy_run_frames(20);
    ck_assert(!toy_run_close()); /* and the status tells */
}

TEST(a_pause_puts_everything_on_disk)
{
    play(90);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_uint_eq(ticks_of_file(0, CW_REPLAY_CUT), toy_ticks());
}

/* Begun again it is still the level that was loaded, whatever became of the file. */
TEST(both_recordings_carry_a_level_that_the_game_lacks)
{
    static const char map[] = "{\"width\":10,\"height\":5,\"tilewidth\":32,\"tileheight\":32,"
                              "\"layers\":[]}\n";
    temp_write(".mine.tmj", map);
    run.desc.setup.recorder.record = temp_path("last.cwr");
    run.desc.choice.level = temp_path(".mine.tmj");
    toy_run_open();
    ck_assert_int_eq(truncate(run.desc.choice.level, 3), 0);
    toy_restart();
    toy_run_frames(5);
    toy_run_close();
    ck_assert_int_eq(temp_list(), 2);
    for (int i = 0; i < 2; i++) {
        const CwReplayFile *replay = sample_load_from(temp_path(temp_names[i]));
        ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
        ck_assert_uint_eq(replay->level_file_bytes, sizeof map - 1);
        ck_assert_mem_eq(replay->level_file, map, sizeof map - 1);
    }
}
