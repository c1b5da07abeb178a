#include "frame/saves.h"
#include "support/toy_run.h"

#include <sys/wait.h>

static CwSaves saves;
static CwSave save;

static void tear_down(void)
{
    cw_save_free(&save);
}

SET_UP(.tear_down = tear_down)
{
    temp_make();
    saves = saves_in(temp_folder);
}

static bool keep(const char *key, const char *text)
{
    return cw_save_write(&saves, key, &(CwSave){7, text, strlen(text) + 1}, &error);
}

static void expect_kept(const char *key, const char *text)
{
    cw_save_free(&save);
    EXPECT_OK(cw_save_read(&saves, key, &save, &error));
    ck_assert_uint_eq(save.version, 7);
    ck_assert_uint_eq(save.size, strlen(text) + 1);
    ck_assert_str_eq(save.bytes, text);
}

static void expect_nothing(const char *key)
{
    cw_save_free(&save);
    EXPECT_OK(cw_save_read(&saves, key, &save, &error));
    ck_assert(save.bytes == NULL && save.size == 0 && save.version == 0);
}

TEST(a_save_is_read_back_with_its_version)
{
    EXPECT_OK(keep("times", "12.5 s"));
    EXPECT_OK(keep("levels-2", "open"));
    expect_kept("times", "12.5 s");
    EXPECT_OK(keep("times", "9 s"));
    expect_kept("times", "9 s");
    expect_kept("levels-2", "open");
}

TEST(an_empty_save_and_the_largest_are_kept)
{
    static char large[CW_SAVE_BYTES_MAX + 1];
    EXPECT_OK(cw_save_write(&saves, "a", &(CwSave){.version = 1}, &error));
    EXPECT_OK(cw_save_read(&saves, "a", &save, &error));
    ck_assert(save.bytes != NULL && save.size == 0 && save.version == 1);
    cw_save_free(&save);
    EXPECT_OK(cw_save_write(&saves, "a", &(CwSave){1, large, CW_SAVE_BYTES_MAX}, &error));
    EXPECT_OK(cw_save_read(&saves, "a", &save, &error));
    ck_assert_uint_eq(save.size, CW_SAVE_BYTES_MAX);
    EXPECT_REFUSED(cw_save_write(&saves, "a", &(CwSave){1, large, sizeof large}, &error),
                   "at most 16 MiB, \"a\" has 16777217 bytes");
}

TEST(a_removed_or_missing_save_reads_as_nothing)
{
    expect_nothing("times");
    EXPECT_OK(cw_save_remove(&saves, "times", &error));
    EXPECT_OK(keep("times", "9 s"));
    EXPECT_OK(cw_save_remove(&saves, "times", &error));
    expect_nothing("times");
}

TEST(an_invalid_key_is_refused_by_name, .rounds = 5)
{
    char long_key[CW_SAVE_KEY_BYTES + 1] = "";
    memset(long_key, 'a', CW_SAVE_KEY_BYTES);
    const char *keys[] = {"", "../evil", "Times", "a.b", long_key};
    ck_assert(!keep(keys[_i], "x"));
    expect_text(error.text, keys[_i]);
    expect_text(error.text, "is not a key of a save: use 1 to 63 of a-z, 0-9 and '-'");
    ck_assert(!cw_save_read(&saves, keys[_i], &save, NULL));
    ck_assert(!cw_save_remove(&saves, keys[_i], NULL));
}

static void expect_damage(const uint8_t *bytes, size_t size)
{
    uint8_t aside[256];
    error = (CwError){0};
    temp_write_bytes("saves/times.save", bytes, size);
    ck_assert(!cw_save_read(&saves, "times", &save, &error));
    expect_text(error.text, "times.save is damaged (");
    expect_text(error.text, "times.save.bad and is ignored");
    ck_assert_uint_eq(read_bytes(temp_path("saves/times.save.bad"), aside, 256), size);
    ck_assert_mem_eq(aside, bytes, size);
    error = (CwError){0};
    expect_nothing("times");
}

TEST(a_damaged_save_is_reported_and_moved_aside)
{
    uint8_t bytes[256];
    EXPECT_OK(keep("times", "12.5 s"));
    size_t size = read_bytes(temp_path("saves/times.save"), bytes, 256);
    ck_assert_uint_eq(size, 32 + 7);
    for (size_t i = 0; i < size; i++) {
        if (i != 7) { /* of a newer format */
            bytes[i] ^= 1;
            expect_damage(bytes, size);
            bytes[i] ^= 1;
        }
        expect_damage(bytes, i);
    }
    bytes[size] = 0;
    expect_damage(bytes, size + 1);
}

TEST(another_key_s_file_is_no_save)
{
    uint8_t bytes[256];
    EXPECT_OK(keep("mine", "12.5 s"));
    expect_damage(bytes, read_bytes(temp_path("saves/mine.save"), bytes, 256));
}

TEST(a_save_of_a_newer_program_stays_where_it_is)
{
    uint8_t bytes[256];
    EXPECT_OK(keep("times", "12.5 s"));
    size_t size = read_bytes(temp_path("saves/times.save"), bytes, 256);
    bytes[6] = 2;
    temp_write_bytes("saves/times.save", bytes, size);
    EXPECT_REFUSED(cw_save_read(&saves, "times", &save, &error), "written by a newer version");
    ck_assert_uint_eq(read_bytes(temp_path("saves/times.save"), bytes, 256), size);
}

TEST(a_full_disk_leaves_the_old_save)
{
    EXPECT_OK(keep("times", "9 s"));
    temp_limit(40);
    ck_assert(!keep("times", "a text that does not fit any more"));
    expect_text(error.text, "times.save: not saved, the old file stays: File too large");
    ck_assert_int_ne(access(temp_path("saves/times.save.new"), F_OK), 0);
    error = (CwError){0};
    expect_kept("times", "9 s");
}

TEST(a_missing_folder_is_reported, .rounds = 2)
{
    saves = saves_in(_i == 0 ? NULL : "/dev/null");
    ck_assert(!keep("times", "9 s"));
    expect_text(error.text, _i == 0 ? "no folder for your files" : "/dev/null/saves/times.save");
    Notices shown = {0};
    saves.notices = &shown;
    for (int i = 0; i < 3; i++) {
        ck_assert(!cw_save_write(&saves, "times", &(CwSave){1, "9 s", 3}, NULL));
    }
    ck_assert_int_eq(shown.count, 1);
}

enum { TEXT_BYTES = 100000 };

/* Saves texts of one letter until it is killed, or so often. */
static pid_t start_writer(char letter, int count)
{
    pid_t child = fork();
    if (child != 0) {
        return child;
    }
    static char text[TEXT_BYTES];
    memset(text, letter, sizeof text);
    bool ok = true;
    for (int i = 0; i != count; i++) {
        CwSave own = {1, text, sizeof text - (size_t)(i % 1000)};
        ok = cw_save_write(&saves, "times", &own, NULL) && ok;
    }
    _exit(ok ? 0 : 1);
}

static void expect_whole(void)
{
    CwError none = {0};
    cw_save_free(&save);
    ck_assert_msg(cw_save_read(&saves, "times", &save, &none), "%s", none.text);
    const char *text = save.bytes;
    ck_assert(save.size == 0 || memcmp(text, text + 1, save.size - 1) == 0); /* all are equal */
}

TEST(two_programs_at_once_leave_one_whole_save)
{
    pid_t children[] = {start_writer('a', 30), start_writer('b', 30)};
    for (int i = 0; i < 60; i++) {
        expect_whole();
    }
    for (int i = 0; i < 2; i++) {
        int status = 1;
        ck_assert(waitpid(children[i], &status, 0) == children[i] && status == 0);
    }
    expect_whole();
    ck_assert_uint_gt(save.size, 0);
}

static void count_frames(const CwWorld *world, CwFrame *frame)
{
    uint32_t count = 0;
    CwSave before;
    ck_assert(cw_save_read(frame->saves, "count", &before, NULL));
    if (before.size == sizeof count) {
        memcpy(&count, before.bytes, sizeof count);
    }
    cw_save_free(&before);
    count++;
    cw_save_write(frame->saves, "count", &(CwSave){1, &count, sizeof count}, NULL);
}

static uint32_t frames_counted(void)
{
    EXPECT_OK(cw_save_read(&saves, "count", &save, &error));
    return save.size == 4 ? *(const uint32_t *)save.bytes : 0;
}

TEST(frame_phases_read_and_write_saves, .rounds = 2)
{
    toy_run_prepare();
    toy.while_updating = count_frames;
    run.desc.files.player_dir = temp_folder;
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = _i == 1;
    toy_play(10);
    toy_run_close();
    ck_assert_uint_eq(frames_counted(), 10);
}

TEST(the_title_s_backdrop_saves_nothing)
{
    toy_run_prepare();
    toy.while_updating = count_frames;
    run.desc.files.player_dir = temp_folder;
    run.title = true;
    toy_play(10);
    EXPECT_REFUSED(cw_save_write(&run.loop.view.saves, "count", &(CwSave){0}, &error),
                   "nothing is saved in a replay");
    toy_run_close();
    ck_assert_uint_eq(frames_counted(), 0);
}
