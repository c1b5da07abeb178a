#include "run/levels.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static Levels levels;
static char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];

static void touch(const char *file)
{
    temp_write(textf("levels/%s", file), "");
}

SET_UP()
{
    temp_mkdir("levels");
}

static void expect_order(const char *order, const char *wanted)
{
    char names[256] = "";
    temp_write("levels/order.txt", order);
    levels_find(&levels, temp_folder);
    for (int i = 0; i < levels.count; i++) {
        strcat(strcat(names, levels.names[i]), " ");
    }
    ck_assert_str_eq(names, wanted);
}

TEST(a_file_puts_levels_in_order_and_the_rest_behind_by_name)
{
    const char *const names[] = {"d.tmj", "b.tmj", "a.tmj", "c.tmj"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        touch(names[i]);
    }
    expect_order("d\nb\n", "d b a c ");
    expect_order("# the way\r\n\r\nc\r\na \nd\nb", "c a d b ");
    expect_order("\357\273\277c\nb\n", "c b a d ");
    expect_order("", "a b c d ");
}

TEST(wrong_names_in_the_order_are_reported_and_left_out)
{
    touch("a.tmj");
    touch("b.tmj");
    temp_listen();
    expect_order("b\nmissing\nb\n../a\na.tmj\na\n", "b a ");
    const char *said = temp_said();
    static const char *const wrong[] = {
        "levels/order.txt:2: there is no level \"missing\"",
        "levels/order.txt:3: ", "order.txt:4: ", "order.txt:5: there is no level \"a.tmj\""};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        ck_assert_msg(strstr(said, wrong[i]) != NULL, "%s", said);
    }
    ck_assert_ptr_null(strstr(said, "order.txt:6"));
}

TEST(too_many_levels_are_reported_and_the_last_by_name_left_out)
{
    for (int i = 0; i < LEVEL_MAX + 2; i++) {
        touch(textf("level-%03d.tmj", i * 7 % (LEVEL_MAX + 2)));
    }
    temp_listen();
    levels_find(&levels, temp_folder);
    ck_assert_int_eq(levels.count, LEVEL_MAX);
    for (int i = 0; i < LEVEL_MAX; i++) {
        ck_assert_str_eq(levels.names[i], textf("level-%03d", i));
    }
    expect_text(temp_said(), "levels: there are more than 128 levels");
    ck_assert(!levels_resolve(&levels, "hill", path, name, &error));
    expect_text(error.text, "level-038, level-039 and 88 more); name one or a .tmj file");
}

TEST(an_order_with_a_zero_byte_is_refused)
{
    touch("a.tmj");
    touch("b.tmj");
    temp_write_bytes("levels/order.txt", "b\n\0\n", 4);
    temp_listen();
    levels_find(&levels, temp_folder);
    expect_text(temp_said(), "levels/order.txt:2: holds a zero byte");
    ck_assert_str_eq(levels.names[0], "a");
}

TEST(a_level_has_any_ending_of_a_map_and_a_json_that_is_none_is_no_level)
{
    static const char *const files[] = {"a.tmx", "b.TMJ", "c.TMX", "d.Json", "e.JSON", "f.Tmj"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(files); i++) {
        temp_write(textf("levels/%s", files[i]), "{\"layers\":[],\n\"tilewidth\":32}");
    }
    temp_write("levels/g.json", "{\"tilewidth\":32,\"tiles\":[]}");
    temp_write("levels/h.json", "{\"layers\":[]}");
    temp_write("levels/i.json", "");
    temp_mkdir("levels/j.json");
    expect_order("", "a b c d e f ");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(files); i++) {
        char wanted[] = {(char)('a' + i), '\0'};
        EXPECT_OK(levels_resolve(&levels, wanted, path, name, &error));
        ck_assert_str_eq(path, temp_path(textf("levels/%s", files[i])));
        ck_assert_str_eq(name, wanted);
    }
    EXPECT_OK(levels_resolve(&levels, "/elsewhere/k.JSON", path, name, &error));
    ck_assert_str_eq(name, "k");
}

TEST(a_level_with_several_maps_is_named_and_json_goes_first)
{
    temp_listen();
    touch("b.tmx");
    touch("b.TMJ");
    touch("b.tmj");
    temp_write("levels/b.json", "no map");
    touch("a.tmx");
    expect_order("", "a b ");
    EXPECT_OK(levels_resolve(&levels, "b", path, name, &error));
    ck_assert_str_eq(path, temp_path("levels/b.tmj"));
    expect_text(temp_said(),
                textf("%s: the level \"b\" has several maps and this one is played", path));
    ck_assert_ptr_null(strstr(temp_said(), "\"a\""));
    ck_assert_ptr_null(strstr(temp_said(), "json"));
}

TEST(other_files_are_no_levels)
{
    static const char *const others[] = {"Big.tmj", "with blank.tmj", ".tmj",    "a.tmz",
                                         "a.tmj~",  "a.b.tmj",        "a_b.tmj", "tmj"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        touch(others[i]);
    }
    char long_name[80] = "";
    memset(long_name, 'a', LEVEL_NAME_BYTES);
    touch(strcat(long_name, ".tmj"));
    levels_find(&levels, temp_folder);
    ck_assert_int_eq(levels.count, 0);
}

TEST(no_folder_means_no_levels)
{
    levels_find(&levels, "/nowhere");
    ck_assert_int_eq(levels.count, 0);
    levels_find(&levels, "");
    ck_assert_int_eq(levels.count, 0);
}

TEST(a_file_outside_takes_part_under_its_own_name)
{
    levels_find(&levels, temp_folder);
    ck_assert(levels_resolve(&levels, "/x y/My Level-2.v3.tmj", path, name, &error));
    ck_assert_str_eq(path, "/x y/My Level-2.v3.tmj");
    ck_assert_str_eq(name, "yevel-2");
    ck_assert(levels_resolve(&levels, "./\xc3\x84.tmj", path, name, &error));
    ck_assert_str_eq(name, "level");
}

TEST(an_unknown_name_gets_the_known_ones_in_order)
{
    touch("b-2.tmj");
    touch("c.tmj");
    touch("a.tmj");
    levels_find(&levels, temp_folder);
    EXPECT_REFUSED(levels_resolve(&levels, "d", path, name, &error), "a, b-2, c");
    ck_assert(!levels_resolve(&levels, "", path, name, &error));
    ck_assert(!levels_resolve(&levels, "../a", path, name, &error));
}

TEST(a_path_that_is_too_long_is_refused)
{
    static char long_path[PATH_BYTES_MAX + 10];
    memset(long_path, 'a', PATH_BYTES_MAX);
    strcpy(long_path + PATH_BYTES_MAX, ".tmj");
    levels_find(&levels, temp_folder);
    EXPECT_REFUSED(levels_resolve(&levels, long_path, path, name, &error), "longer");
}
