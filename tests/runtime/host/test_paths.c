#include "host/paths.h"
#include "support/temp_folder.h"
#include "support/test.h"

static char data[PATH_BYTES_MAX];

SET_UP()
{
    temp_mkdir("work");
    temp_mkdir("build");
}

static bool find_data(void)
{
    return paths_find_data(data, "toy", temp_path("build/"), temp_path("work"));
}

TEST(assets_are_beside_the_program_in_a_checkout_installed_or_in_the_working_directory)
{
    temp_mkdir("work/assets"); /* a program built elsewhere */
    ck_assert(find_data());
    ck_assert_str_eq(data, temp_path("work"));
    temp_mkdir("share");
    temp_mkdir("share/toy");
    temp_mkdir("share/toy/assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, temp_path("share/toy"));
    temp_mkdir("assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, temp_folder);
    temp_mkdir("build/assets");
    ck_assert(find_data());
    ck_assert_str_eq(data, temp_path("build"));
}

TEST(assets_of_another_game_are_not_taken)
{
    temp_mkdir("share");
    temp_mkdir("share/windup");
    temp_mkdir("share/windup/assets");
    ck_assert(!find_data());
}

static const char *find_config(const char *data_dir)
{
    static char config[PATH_BYTES_MAX];
    paths_find_config(config, data_dir, temp_path("build/"), temp_path("work"));
    return config;
}

TEST(config_is_found_beside_the_assets)
{
    temp_write("build/config.ini", "");
    ck_assert_str_eq(find_config(temp_folder), temp_path("config.ini"));
}

TEST(config_without_assets_is_beside_the_program_or_in_the_working_directory)
{
    ck_assert_str_eq(find_config(""), temp_path("work/config.ini"));
    temp_write("work/config.ini", "");
    temp_write("build/config.ini", "");
    ck_assert_str_eq(find_config(""), temp_path("build/config.ini"));
}

TEST(player_files_are_writable_and_named_for_the_game)
{
    setenv("XDG_DATA_HOME", temp_folder, 1);
    Paths paths;
    paths_find(&paths, "windup", NULL);
    ck_assert_str_eq(paths.player, temp_path("Clockwork/windup"));
    ck_assert_int_eq(access(paths.player, W_OK), 0);
}

TEST(a_vanished_working_directory_is_survived)
{
    setenv("XDG_DATA_HOME", temp_folder, 1);
    temp_mkdir("gone");
    ck_assert_int_eq(chdir(temp_path("gone")), 0);
    ck_assert_int_eq(rmdir(temp_path("gone")), 0);
    Paths paths;
    paths_find(&paths, "windup", NULL);
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
