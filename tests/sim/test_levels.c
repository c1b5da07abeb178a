#include "sim/levels.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char assets[64];
static Levels levels;
static char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
static CwError error;

static void touch(const char *file)
{
    char full[256];
    snprintf(full, sizeof full, "%s/levels/%s", assets, file);
    FILE *made = fopen(full, "w");
    ck_assert_ptr_nonnull(made);
    fclose(made);
}

static void set_up(void)
{
    char folder[80];
    error = (CwError){0};
    strcpy(assets, "/tmp/clockwork assets \xc3\xa4-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(assets));
    snprintf(folder, sizeof folder, "%s/levels", assets);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
}

static void tear_down(void)
{
    char command[256];
    snprintf(command, sizeof command, "rm -r '%s'", assets);
    ck_assert_int_eq(system(command), 0);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

TEST(levels_are_found_in_order)
{
    touch("b-2.tmj");
    touch("a.tmj");
    touch("c.tmj");
    levels_find(&levels, assets);
    ck_assert_int_eq(levels.count, 3);
    ck_assert_str_eq(levels.names[0], "a");
    ck_assert_str_eq(levels.names[1], "b-2");
    ck_assert_str_eq(levels.names[2], "c");
}

TEST(other_files_are_no_levels)
{
    static const char *const others[] = {"Big.tmj", "with blank.tmj", ".tmj",    "a.tmx",
                                         "a.tmj~",  "a.b.tmj",        "a_b.tmj", "tmj"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        touch(others[i]);
    }
    char long_name[80] = "";
    memset(long_name, 'a', LEVEL_NAME_BYTES);
    touch(strcat(long_name, ".tmj"));
    levels_find(&levels, assets);
    ck_assert_int_eq(levels.count, 0);
}

TEST(no_folder_means_no_levels)
{
    levels_find(&levels, "/nowhere");
    ck_assert_int_eq(levels.count, 0);
    levels_find(&levels, "");
    ck_assert_int_eq(levels.count, 0);
}

TEST(more_levels_than_fit_are_left_out)
{
    for (int i = 0; i < LEVEL_MAX + 6; i++) {
        char file[32];
        snprintf(file, sizeof file, "level-%03d.tmj", i);
        touch(file);
    }
    levels_find(&levels, assets);
    ck_assert_int_eq(levels.count, LEVEL_MAX);
}

TEST(a_name_leads_to_its_file)
{
    char wanted[256];
    touch("a.tmj");
    levels_find(&levels, assets);
    ck_assert_msg(levels_resolve(&levels, "a", path, name, &error), "%s", error.text);
    snprintf(wanted, sizeof wanted, "%s/levels/a.tmj", assets);
    ck_assert_str_eq(path, wanted);
    ck_assert_str_eq(name, "a");
}

TEST(a_file_outside_takes_part_under_its_own_name)
{
    levels_find(&levels, assets);
    ck_assert(levels_resolve(&levels, "/x y/My Level-2.v3.tmj", path, name, &error));
    ck_assert_str_eq(path, "/x y/My Level-2.v3.tmj");
    ck_assert_str_eq(name, "yevel-2");
    ck_assert(levels_resolve(&levels, "./\xc3\x84.tmj", path, name, &error));
    ck_assert_str_eq(name, "level");
}

TEST(an_unknown_name_gets_the_known_ones)
{
    touch("a.tmj");
    touch("b.tmj");
    levels_find(&levels, assets);
    ck_assert(!levels_resolve(&levels, "c", path, name, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "a, b"));
    error = (CwError){0};
    ck_assert(!levels_resolve(&levels, "", path, name, &error));
    ck_assert(!levels_resolve(&levels, "../a", path, name, &error));
}

TEST(a_path_that_is_too_long_is_refused)
{
    static char long_path[PATH_BYTES_MAX + 10];
    memset(long_path, 'a', PATH_BYTES_MAX);
    strcpy(long_path + PATH_BYTES_MAX, ".tmj");
    levels_find(&levels, assets);
    ck_assert(!levels_resolve(&levels, long_path, path, name, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "longer"));
}
