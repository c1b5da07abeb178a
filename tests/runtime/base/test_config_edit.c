/* Setting keys in a file that a person writes: everything else in it stays as it was. */

#include "support/expect.h"
#include "support/game_config.h"
#include "support/temp_folder.h"
#include "support/toy_game.h"

#include <sys/stat.h>

static void edit(const char *section, const char *name, const char *value)
{
    ConfigEdit one = {section, name, ""};
    snprintf(one.value, sizeof one.value, "%s", value);
    EXPECT_OK(config_edit_file(temp_path("mine.ini"), &one, 1, &error));
}

static const struct {
    const char *before;
    ConfigEdit edits[2];
    const char *after;
} CASES[] = {
    /* Comments, order and unknown keys stay. */
    {"; mine\n[audio]\nmusic = 0.5 ; softly\nfoo = bar\n\n[display]\nvsync=on\n\n; the end\n",
     {{"audio", "music", "0.25"}, {"display", "vsync", "off"}},
     "; mine\n[audio]\nmusic = 0.25 ; softly\nfoo = bar\n\n[display]\nvsync=off\n\n; the end\n"},
    /* A key without a line comes to the end of its section. */
    {"[audio]\nmusic = 1\n\n; window\n[display]\nvsync = on\n",
     {{"audio", "effects", "0.5"}, {"comfort", "shake", "0"}},
     "[audio]\nmusic = 1\neffects = 0.5\n\n; window\n[display]\nvsync = on\n\n[comfort]\n"
     "shake = 0\n"},
    /* The last of several lines counts; comments and indented lines are none. */
    {"[audio]\nmusic = 1\n;music = 2\n music = 3\n[display]\nmusic = 4\n[audio]\nmusic = 5\n",
     {{"audio", "music", "1"}, {"audio", "music", "0"}},
     "[audio]\nmusic = 1\n;music = 2\n music = 3\n[display]\nmusic = 4\n[audio]\nmusic = 0\n"},
    /* Other ends of lines stay, and a last line without one. */
    {"[audio]\r\nmusic = 1\r\n\r\n[display]\r\nvsync = on",
     {{"audio", "effects", "0.5"}, {"display", "fullscreen", "on"}},
     "[audio]\r\nmusic = 1\r\neffects = 0.5\r\n\r\n[display]\r\nvsync = on\r\nfullscreen = on"},
};

TEST(a_value_changes_and_the_rest_of_the_file_stays, .rounds = CW_ARRAY_LENGTH(CASES))
{
    temp_write("mine.ini", CASES[_i].before);
    EXPECT_OK(config_edit_file(temp_path("mine.ini"), CASES[_i].edits, 2, &error));
    ck_assert_str_eq(temp_read("mine.ini"), CASES[_i].after);
}

TEST(a_file_that_is_not_there_is_made_and_says_what_it_is)
{
    edit("audio", "music", "0.5");
    expect_text(temp_read("mine.ini"), "; Your own settings");
    expect_text(temp_read("mine.ini"), "\n[audio]\nmusic = 0.5\n");
}

TEST(a_comment_moves_above_a_line_that_would_be_too_long_to_be_read)
{
    static Config config;
    const ConfigTable *table = game_config(&config, &toy_game);
    char value[CONFIG_VALUE_MAX] = "";
    for (int i = 0; i < 8; i++) {
        strcat(value, "touch:50-100/50-100 ");
    }
    value[strlen(value) - 1] = '\0';
    temp_write("mine.ini", "[input]\nrewind = key:Z ; for the left hand, as it was in the old days "
                           "of this game and always will be\n");
    edit("input", "rewind", value);
    ck_assert_str_eq(
        temp_read("mine.ini"),
        textf("[input]\n; for the left hand, as it was in the old days of this game and always "
              "will be\nrewind = %s\n",
              value));
    const ConfigFile file = {.path = temp_path("mine.ini"), .must_exist = true};
    ck_assert(config_read_file(table, &config, &file));
    ck_assert_str_eq(config.ui_bindings[UI_REWIND], value);
}

TEST(a_link_stays_a_link_and_rights_stay)
{
    struct stat status;
    temp_write("real.ini", "[audio]\nmusic = 1\n");
    ck_assert_int_eq(chmod(temp_path("real.ini"), 0664), 0);
    ck_assert_int_eq(symlink("real.ini", temp_path("mine.ini")), 0);
    edit("audio", "music", "0.5");
    ck_assert_str_eq(temp_read("real.ini"), "[audio]\nmusic = 0.5\n");
    ck_assert_int_eq(lstat(temp_path("mine.ini"), &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    ck_assert_int_eq(stat(temp_path("real.ini"), &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0664);
}

TEST(a_failed_write_is_reported_and_changes_nothing)
{
    const ConfigEdit one = {"audio", "music", "0.5"};
    EXPECT_REFUSED(config_edit_file(temp_path("no/mine.ini"), &one, 1, &error), "not written");
    temp_mkdir("mine.ini");
    EXPECT_REFUSED(config_edit_file(temp_path("mine.ini"), &one, 1, &error), "mine.ini");
    ck_assert_int_eq(temp_list(), 1);
}

TEST(a_shipped_file_takes_every_key_and_is_read_back)
{
    static Config wanted, config;
    static ConfigEdit edits[CONFIG_KEYS_MAX];
    const ConfigTable *table = game_config(&wanted, &toy_game);
    FILE *file = fopen(temp_path("mine.ini"), "w");
    config_print_defaults(table, file);
    fclose(file);
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        bool number = key->kind == CW_CONFIG_WHOLE || key->kind == CW_CONFIG_REAL;
        EXPECT_OK(config_value_set(key, &wanted,
                                   number                          ? textf("%g", key->high)
                                   : key->kind == CW_CONFIG_SWITCH ? "on"
                                                                   : "",
                                   NULL) ||
                  key->kind == CW_CONFIG_CHOICE);
        edits[i] = (ConfigEdit){key->section, key->name, ""};
        config_value_text(key, &wanted, edits[i].value);
    }
    EXPECT_OK(config_edit_file(temp_path("mine.ini"), edits, table->count, &error));
    game_config(&config, &toy_game);
    ck_assert(config_read_file(table, &config, &(ConfigFile){.path = temp_path("mine.ini")}));
    for (int i = 0; i < table->count; i++) {
        ck_assert(config_value_equal(&table->keys[i], &config, &wanted));
    }
}
