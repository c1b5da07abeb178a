#include "run/replay_writer.h"
#include "support/expect.h"
#include "support/replay_samples.h"
#include "support/temp_folder.h"

#include <sys/stat.h>

enum { TICK_RATE = 60 };

static ReplayWriter writer;
static const char *said; /* what went to stderr since temp_listen, as far as lines_said saw it */

static void tear_down(void)
{
    replay_writer_close(&writer, false);
}

FIXTURE(.set_up = temp_make, .tear_down = tear_down);

static int lines_said(void)
{
    fflush(stderr);
    said = temp_read("said");
    int count = 0;
    for (const char *c = said; *c != '\0'; c++) {
        count += *c == '\n';
    }
    return count;
}

static void open_at(const char *path)
{
    CwReplayHeader header = sample_header(TICK_RATE);
    ck_assert(replay_writer_open(&writer, path, &header, NULL));
}

static void record(uint64_t ticks)
{
    open_at(sample_path());
    sample_write_ticks(&writer, 1, ticks);
}

static off_t file_bytes(void)
{
    struct stat status;
    ck_assert_int_eq(stat(sample_path(), &status), 0);
    return status.st_size;
}

static void check_file(CwReplayState state, size_t count)
{
    CwReplayFile *replay = sample_load();
    ck_assert_int_eq(replay->state, state);
    ck_assert_uint_eq(replay->tick_count, count);
    ck_assert(sample_is_run(replay, 0, count, 1));
}

static void check_cut_after(size_t count)
{
    check_file(CW_REPLAY_CUT, count);
}

/* One line was said; the tick that it names as the first one missing. */
static size_t first_tick_missing(const char *why)
{
    ck_assert_int_eq(lines_said(), 1);
    expect_text(said, why);
    size_t tick = (size_t)atoi(strstr(said, "before tick ") + strlen("before tick "));
    ck_assert_uint_gt(tick, TICK_RATE);
    return tick;
}

TEST(the_header_and_every_second_are_in_the_file_at_once)
{
    open_at(sample_path());
    check_cut_after(0);
    sample_write_ticks(&writer, 1, TICK_RATE - 1);
    check_cut_after(0);
    sample_write_ticks(&writer, TICK_RATE, 1);
    check_cut_after(TICK_RATE);
    sample_write_ticks(&writer, TICK_RATE + 1, 2 * TICK_RATE + 5);
    check_cut_after(3 * TICK_RATE);
}

TEST(flushing_saves_the_second_that_is_not_full)
{
    record(77);
    replay_writer_flush(&writer);
    check_cut_after(77);
    off_t flushed_bytes = file_bytes();
    replay_writer_flush(&writer);
    ck_assert_int_eq(file_bytes(), flushed_bytes);
    sample_write_ticks(&writer, 78, 60);
    check_cut_after(137);
}

TEST(a_rewind_is_in_the_file_at_once)
{
    record(70);
    replay_writer_rewind(&writer, 30);
    check_cut_after(30);
}

TEST(a_disk_that_fills_up_keeps_the_seconds_before)
{
    const size_t room_bytes = 3000;
    temp_listen();
    open_at(sample_path());
    temp_limit(room_bytes);
    sample_write_ticks(&writer, 1, 1000);
    ck_assert(!replay_writer_close(&writer, true));
    size_t next_tick = first_tick_missing("the recording ends before tick ");
    ck_assert_uint_eq(next_tick % TICK_RATE, 1);
    ck_assert_int_eq(file_bytes(), (off_t)room_bytes);
    check_cut_after(next_tick - 1);
}

TEST(a_header_out_of_bounds_is_an_error_and_leaves_the_file_alone)
{
    CwReplayHeader header = sample_header(TICK_RATE);
    header.level[0] = '/';
    EXPECT_REFUSED(replay_writer_open(&writer, sample_path(), &header, &error), "level name");
    ck_assert_int_ne(access(sample_path(), F_OK), 0);
}

TEST(a_writer_that_never_opened_swallows_everything)
{
    ReplayWriter closed = {0};
    sample_write_ticks(&closed, 1, 100);
    replay_writer_rewind(&closed, 7);
    replay_writer_flush(&closed);
    ck_assert(!replay_writer_close(&closed, true));
}

static const char *refusal(const char *path)
{
    error = (CwError){0};
    ReplayWriter second = {0};
    CwReplayHeader header = sample_header(TICK_RATE);
    ck_assert(!replay_writer_open(&second, path, &header, &error));
    ck_assert(!replay_writer_close(&second, false));
    return error.text;
}

TEST(a_file_that_is_no_recording_is_refused_and_left_alone)
{
    const char *contents[] = {"{\"height\":1}\n", "x", "CWREPLAX and more"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(contents); i++) {
        uint8_t after[64];
        size_t size = strlen(contents[i]);
        temp_write_bytes("sample.cwr", contents[i], size);
        expect_text(refusal(sample_path()), "what is there is of another kind");
        ck_assert_uint_eq(sample_read(after, sizeof after), size);
        ck_assert_mem_eq(after, contents[i], size);
    }
    expect_text(refusal("/tmp"), "Is a directory");
}

TEST(a_file_can_be_checked_before_and_stays_as_it_is)
{
    ck_assert(replay_writer_check(sample_path(), &error)); /* there is none */
    ck_assert_int_ne(access(sample_path(), F_OK), 0);
    open_at(sample_path());
    EXPECT_REFUSED(replay_writer_check(sample_path(), &error),
                   "can't record: someone else is recording to it");
    sample_write_ticks(&writer, 1, 60);
    ck_assert(replay_writer_close(&writer, true));
    off_t size = file_bytes();
    ck_assert(replay_writer_check(sample_path(), &error));
    ck_assert_int_eq(file_bytes(), size);
    temp_write("sample.cwr", "text");
    ck_assert(!replay_writer_check(sample_path(), &error));
    ck_assert_int_eq(file_bytes(), 4);
}

TEST(an_older_recording_is_replaced_with_a_message)
{
    record(1000);
    ck_assert(replay_writer_close(&writer, false));
    temp_listen();
    open_at(sample_path());
    check_cut_after(0);
    sample_write_ticks(&writer, 1, 7);
    ck_assert(replay_writer_close(&writer, false));
    ck_assert_int_eq(lines_said(), 1);
    expect_text(said, "replaces the recording that was in it");
    temp_write("sample.cwr", ""); /* nothing was in it */
    open_at(sample_path());
    ck_assert(replay_writer_close(&writer, false));
    ck_assert_int_eq(lines_said(), 1);
}

TEST(a_link_is_followed_and_shares_the_lock)
{
    const char *link_path = textf("%s.link", sample_path());
    ck_assert_int_eq(symlink(sample_path(), link_path), 0);
    open_at(link_path);
    sample_write_ticks(&writer, 1, 60);
    expect_text(refusal(sample_path()), "someone else is recording");
    check_cut_after(60);
    ck_assert(replay_writer_close(&writer, false));
    ck_assert_int_eq(unlink(link_path), 0);
}

/* As if the file were nearly full; what is written then ends where a reader's limit does. */
TEST(a_recording_that_reaches_the_size_that_readers_refuse_gets_its_end, .rounds = 2)
{
    const uint64_t room_bytes = 5000;
    open_at(sample_path());
    writer.is_finished = _i == 1;
    uint64_t missing_bytes = CW_REPLAY_FILE_BYTES_MAX - room_bytes - writer.written_bytes;
    writer.written_bytes += missing_bytes;
    temp_listen();
    sample_write_ticks(&writer, 1, 1000);
    replay_writer_rewind(&writer, 3);
    ck_assert(!replay_writer_close(&writer, false));
    size_t next_tick = first_tick_missing("at most 32 MiB: the recording ends before tick ");
    check_file(CW_REPLAY_ENDED, next_tick - 1);
    ck_assert(sample_load()->finished == (_i == 1));
    ck_assert_uint_le((uint64_t)file_bytes() + missing_bytes, CW_REPLAY_FILE_BYTES_MAX);
}

/* The last chunk that had room came before the finish, and the one without room after it. */
TEST(the_end_of_a_full_recording_says_what_its_last_tick_was)
{
    record(TICK_RATE);
    writer.written_bytes = CW_REPLAY_FILE_BYTES_MAX - 200;
    writer.is_finished = true;
    sample_write_ticks(&writer, TICK_RATE + 1, TICK_RATE);
    check_file(CW_REPLAY_ENDED, TICK_RATE);
    ck_assert(!sample_load()->finished);
}

TEST(a_recording_that_fills_the_limit_has_its_end)
{
    record(TICK_RATE);
    uint64_t end_bytes = REPLAY_CHUNK_HEAD_BYTES + REPLAY_CHECKSUM_BYTES;
    writer.written_bytes = CW_REPLAY_FILE_BYTES_MAX - end_bytes;
    ck_assert(replay_writer_close(&writer, true));
    check_file(CW_REPLAY_ENDED, TICK_RATE);
}
