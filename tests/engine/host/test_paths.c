#include "host/paths.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with blanks and UTF-8 in its name, new for every test. */
static char root[PATH_BYTES_MAX];
static char data[PATH_BYTES_MAX];

static const char *under_root(const char *name)
{
    static char paths[4][PATH_BYTES_MAX];
    static int turn;
    turn = (turn + 1) % 4;
    ck_assert(path_join(paths[turn], root, name));
    return paths[turn];
}

static const char *folder(const char *name)
{
    const char *path = under_root(name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    return path;
}

static void set_up(void)
{
    snprintf(root, sizeof root, "/tmp/p\xc3\xa4th with blanks XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
    folder("work");
    folder("build");
}

static void tear_down(void)
{
    char command[PATH_BYTES_MAX + 16];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    ck_assert_int_eq(system(command), 0);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static bool find_data(void)
{
    return paths_find_data(data, "toy", under_root("build/"), under_root("work"));
}

TEST(assets_are_beside_the_program_in_a_checkout_installed_or_in_the_working_directory)
{
    folder("work/assets"); /* a program built elsewhere */
    ck_assert(find_data());
    ck_assert_str_eq(data, under_root("work"));
    folder("share");
    folder("share/toy");
    folder("share/toy/assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, under_root("share/toy"));
    folder("assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, root);
    folder("build/assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, under_root("build"));
}

TEST(assets_of_another_game_are_not_taken)
{
    folder("share");
    folder("share/windup");
    folder("share/windup/assets");
    ck_assert(!find_data());
}

TEST(without_assets_the_folder_is_empty)
{
    fclose(fopen(under_root("assets"), "w"));
    ck_assert(!find_data());
    ck_assert_str_eq(data, "");
    ck_assert(!paths_find_data(data, "toy", NULL, NULL));
}

static const char *find_config(const char *data_dir)
{
    static char config[PATH_BYTES_MAX];
    paths_find_config(config, data_dir, under_root("build/"), under_root("work"));
    return config;
}

TEST(config_goes_with_the_assets)
{
    fclose(fopen(under_root("build/config.ini"), "w"));
    ck_assert_str_eq(find_config(root), under_root("config.ini"));
}

TEST(config_without_assets_is_beside_the_program_or_in_the_working_directory)
{
    ck_assert_str_eq(find_config(""), under_root("work/config.ini"));
    fclose(fopen(under_root("work/config.ini"), "w"));
    fclose(fopen(under_root("build/config.ini"), "w"));
    ck_assert_str_eq(find_config(""), under_root("build/config.ini"));
}

TEST(player_files_are_writable_and_named_for_the_game)
{
    setenv("XDG_DATA_HOME", root, 1);
    Paths paths;
    paths_find(&paths, "windup");
    ck_assert_str_eq(paths.player, under_root("Clockwork/windup"));
    ck_assert_int_eq(access(paths.player, W_OK), 0);
}

/* Runs paths_find with stderr in a file and returns how many lines it reported. */
static int lines_reported(Paths *paths)
{
    const char *log = under_root("stderr");
    ck_assert_ptr_nonnull(freopen(log, "w", stderr));
    paths_find(paths, "windup");
    fflush(stderr);
    FILE *file = fopen(log, "r");
    int lines = 0;
    for (int byte = getc(file); byte != EOF; byte = getc(file)) {
        lines += byte == '\n';
    }
    fclose(file);
    return lines;
}

TEST(a_home_that_is_missing_or_cannot_be_written_costs_one_warning, .rounds = 2)
{
    Paths paths;
    setenv("XDG_DATA_HOME", "/dev/null/home", 1);
    if (_i == 1) {
        unsetenv("XDG_DATA_HOME");
        unsetenv("HOME");
    }
    ck_assert_int_eq(lines_reported(&paths), 1);
    ck_assert_str_eq(paths.player, "");
}

TEST(a_vanished_working_directory_is_survived)
{
    setenv("XDG_DATA_HOME", root, 1);
    ck_assert_int_eq(chdir(folder("gone")), 0);
    ck_assert_int_eq(rmdir(under_root("gone")), 0);
    Paths paths;
    paths_find(&paths, "windup");
    ck_assert_str_ne(paths.player, "");
}

TEST(joining_refuses_what_does_not_fit)
{
    static char name[PATH_BYTES_MAX];
    memset(name, 'x', sizeof name - 1);
    ck_assert(!path_join(data, "/tmp", name));
    ck_assert_str_eq(data, "");
    ck_assert(!path_join(data, "", "settings.ini"));
    ck_assert(path_join(data, "/", "a b"));
    ck_assert_str_eq(data, "/a b");
}
