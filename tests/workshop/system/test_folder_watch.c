#include "support/expect.h"
#include "support/temp_folder.h"
#include "system/folder_watch.h"

#include <sys/stat.h>

static FolderWatch *watch;
static char saved[PATH_BYTES_MAX];

static void tear_down(void)
{
    folder_watch_close(watch);
}

SET_UP(.tear_down = tear_down)
{
    temp_mkdir("src");
    temp_mkdir("build");
    temp_write("src/a.c", "1\n");
    watch = folder_watch_open(temp_folder, INT64_MAX, &error);
    ck_assert_ptr_nonnull(watch);
    ck_assert(!folder_watch_next(watch, saved));
}

static void expect_saved(const char *path)
{
    ck_assert(folder_watch_next(watch, saved));
    ck_assert_str_eq(saved, path);
}

static void expect_nothing(void)
{
    ck_assert(!folder_watch_next(watch, saved));
}

TEST(a_file_that_is_written_replaced_or_deleted_is_saved_once)
{
    temp_write("src/a.c", "2\n");
    temp_write("src/a.c", "3\n");
    expect_saved("src/a.c");
    expect_nothing();
    temp_write("src/.a.c.tmp", "2\n"); /* as editors do */
    ck_assert_int_eq(rename(temp_path("src/.a.c.tmp"), temp_path("src/a.c")), 0);
    expect_saved("src/a.c");
    expect_nothing();
    ck_assert_int_eq(unlink(temp_path("src/a.c")), 0);
    expect_saved("src/a.c");
}

TEST(folders_that_come_later_are_watched_with_what_is_in_them)
{
    temp_mkdir("new");
    temp_mkdir("new/deep");
    temp_write("new/deep/b.c", "1\n");
    expect_saved("new/deep/b.c");
    expect_nothing();
    temp_write("new/deep/b.c", "2\n");
    expect_saved("new/deep/b.c");
}

TEST(a_renamed_folder_is_watched_under_its_new_name)
{
    temp_mkdir("src/deep");
    temp_write("src/deep/b.c", "1\n");
    ck_assert_int_eq(symlink("..", temp_path("src/deep/loop")), 0);
    expect_saved("src/deep/b.c");
    expect_nothing();
    ck_assert_int_eq(rename(temp_path("src"), temp_path("code")), 0);
    ck_assert(folder_watch_next(watch, saved)); /* the files are new there, in any order */
    ck_assert(folder_watch_next(watch, saved));
    expect_saved(""); /* those that are gone */
    expect_nothing();
    temp_write("code/a.c", "2\n");
    expect_saved("code/a.c");
    temp_write("code/deep/b.c", "2\n");
    expect_saved("code/deep/b.c");
    ck_assert_int_eq(rename(temp_path("code"), temp_path(".old")), 0);
    temp_write(".old/a.c", "3\n");
    temp_write(".old/deep/b.c", "3\n");
    expect_saved("");
    expect_nothing();
}

TEST(backups_and_build_outputs_are_ignored)
{
    temp_write("build/a.o", "1");
    temp_write("src/a.c~", "1");
    temp_write("src/4913", "1");
    temp_write("src/.a.c.swp", "1");
    expect_nothing();
}

TEST(files_saved_since_a_given_time_count_at_the_start)
{
    struct stat facts;
    ck_assert_int_eq(stat(temp_path("src/a.c"), &facts), 0);
    int64_t saved_ns = (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec;
    folder_watch_close(watch);
    watch = folder_watch_open(temp_folder, saved_ns - 10000000, &error);
    expect_saved("src/a.c");
    expect_nothing();
    folder_watch_close(watch);
    watch = folder_watch_open(temp_folder, saved_ns + 10000000, &error);
    expect_nothing();
}

TEST(a_path_that_is_no_folder_is_refused)
{
    EXPECT_REFUSED(folder_watch_open(temp_path("src/a.c"), INT64_MAX, &error),
                   "a.c can't be watched");
}
