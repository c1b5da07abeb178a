/* Configuration files: layers, and that whatever a file holds, the result is defined and every
 * problem is named with file and line. */
#include "support/expect.h"
#include "support/game_config.h"
#include "support/temp_folder.h"

#include <sys/stat.h>

static char path[128];
static Config config;
static char messages[32768]; /* a line each */
static int message_count;

static void record(void *context, const char *text)
{
    size_t used = strlen(messages);
    snprintf(messages + used, sizeof messages - used, "%s\n", text);
    message_count++;
}

static const CwActionDef hop = {"hop", "Jump.", "key:Space"};
static const CwGame game = {.input = {.actions = &hop, .action_count = 1}};
static const ConfigTable *table;

SET_UP()
{
    strcpy(path, temp_path("config.ini"));
    table = game_config(&config, &game);
    messages[0] = '\0';
    message_count = 0;
}

static bool read_file(const char *name, bool must_exist)
{
    return config_read_file(table, &config, &(ConfigFile){name, must_exist, .message = record});
}

/* Reads the text as a file and keeps the file's messages. */
static void read_text(const char *text)
{
    messages[0] = '\0';
    message_count = 0;
    temp_write("config.ini", text);
    ck_assert_msg(read_file(path, true), "%s", messages);
}

static void assert_silent(void)
{
    ck_assert_msg(message_count == 0, "unexpected: %s", messages);
}

/* One of the messages is about `line` of the file and holds `words`. */
static void assert_said(int line, const char *words)
{
    const char *message = strstr(messages, textf("%s:%d: ", path, line));
    ck_assert_msg(message != NULL, "nothing about line %d in: %s", line, messages);
    const char *found = strstr(message, words);
    ck_assert_msg(found != NULL && found < strchr(message, '\n'), "\"%s\" lacks \"%s\"", messages,
                  words);
}

/* ---- Good files ---- */

TEST(later_layers_win)
{
    read_text("[simulation]\ntick_rate = 30\nsubsteps = 2\niterations = 20\n");
    read_text("[simulation]\nsubsteps = 4\niterations = 40\n");
    assert_silent();
    ck_assert(config_set(table, &config, "simulation.iterations=80", NULL));
    ck_assert_int_eq(config.sim.tick_rate, 30);
    ck_assert_int_eq(config.sim.substeps, 4);
    ck_assert_int_eq(config.sim.iterations, 80);
    ck_assert_int_eq(config.max_steps_per_frame, 8);
}

TEST(comments_blanks_and_colons_are_read)
{
    read_text("; a comment\n# another\n\n   \n\t; indented\n[display] ; here too\n"
              "width=640\nheight   :   360\t; and here\nvsync = off  \n");
    assert_silent();
    ck_assert(config.width == 640 && config.height == 360 && !config.vsync);
}

TEST(byte_order_marks_carriage_returns_and_a_missing_line_end_are_ignored)
{
    read_text("\xEF\xBB\xBF[display]\r\nwidth = 640\r\n\r\nscaling = stretch\r\n");
    ck_assert(config.width == 640 && config.scaling == SCALING_STRETCH);
    assert_silent();
    read_text("[display]\nwidth = 650");
    ck_assert_int_eq(config.width, 650);
    assert_silent();
    read_text("");
    ck_assert_int_eq(config.width, 650);
    assert_silent();
}

static void expect_read_back(const Config *printed)
{
    char *text = printed_config(table, printed);
    read_text(text);
    assert_silent();
    free(text);
}

TEST(printed_settings_are_read_back_without_a_message)
{
    expect_read_back(&config);
    expect_read_back(NULL); /* the defaults */
}

TEST(printed_settings_name_the_line_of_each_value)
{
    read_text("[simulation]\nsubsteps = 2\n[input]\nhop = key:H ; mine\nhop = bogus\n");
    ck_assert(config_set(table, &config, "simulation.iterations=9", NULL));
    char *text = printed_config(table, &config);
    expect_text(text, textf("tick_rate = 60\nsubsteps = 2 ; from %s:2\niterations = 9 ; from "
                            "--set\n",
                            path));
    expect_text(text, textf("\nhop = key:H ; from %s:4\n", path));
    free(text);
}

TEST(the_longest_bindings_are_read_back)
{
    const char *bindings = textf("key:A%*s", CONFIG_TEXT_MAX - 5, "key:B");
    const CwActionDef action = {"name_of_an_action_thirty_chars", "Long.", ""};
    table = game_config(&config, &(CwGame){.input = {.actions = &action, .action_count = 1}});
    read_text(textf("[input]\n%s = %s\n", action.name, bindings));
    assert_silent();
    ck_assert_str_eq(config.game_bindings[0][0], bindings);
    expect_read_back(&config); /* its origin has no place after it */
}

/* ---- Bad values ---- */

/* A text and the number a key may take it for; `any` is never a number. */
typedef struct Bad {
    const char *text;
    bool any;
    double number;
} Bad;

static const Bad bads[] = {
    {"0", false, 0},     {"-1", false, -1},      {"nan", true, 0},
    {"-nan", true, 0},   {"inf", true, 0},       {"-infinity", true, 0},
    {"1e400", true, 0},  {"-1e400", true, 0},    {"", true, 0},
    {"abc", true, 0},    {"12x", true, 0},       {"1 2", true, 0},
    {"0x1F", true, 0},   {"1,5", true, 0},       {"--5", true, 0},
    {".", true, 0},      {"e", true, 0},         {"1e", true, 0},
    {"\"60\"", true, 0}, {"60 # fast", true, 0}, {"\xE2\x82\xAC", true, 0},
};

static bool allowed(const ConfigKey *key, const Bad *bad)
{
    bool zero = bad->number == 0 && (key->flags & KEY_OR_ZERO) != 0;
    return !bad->any && (zero || (bad->number >= key->low && bad->number <= key->high));
}

static void try_bad(int index, const Bad *bad)
{
    const ConfigKey *key = &table->keys[index];
    char before[CONFIG_VALUE_MAX], after[CONFIG_VALUE_MAX];
    config_reset(table, &config);
    config_value_text(key, &config, before);
    read_text(textf("[%s]\n%s = %s\n", key->section, key->name, bad->text));
    config_value_text(key, &config, after);
    if (allowed(key, bad)) {
        assert_silent();
        ck_assert_str_eq(after, bad->text);
        return;
    }
    assert_said(2, key->name);
    assert_said(2, "allowed: ");
    assert_said(2, textf("; %s stays", before));
    ck_assert_int_eq(message_count, 1);
    ck_assert_str_eq(after, before);
}

TEST(every_number_refuses_every_bad_value)
{
    for (int i = 0; i < table->count; i++) {
        CwConfigKind kind = table->keys[i].kind;
        for (size_t b = 0; b < CW_ARRAY_LENGTH(bads); b++) {
            if (kind == CW_CONFIG_WHOLE || kind == CW_CONFIG_REAL) {
                try_bad(i, &bads[b]);
            }
        }
    }
}

TEST(the_later_of_two_values_of_a_key_counts)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        char value[CONFIG_VALUE_MAX];
        config_value_text(key, &config, value);
        read_text(
            textf("[%s]\n%s = %s\n\n%s = %s\n", key->section, key->name, value, key->name, value));
        assert_said(4, "was already set on line 2; this line overrides it");
        ck_assert_int_eq(message_count, 1);
    }
    read_text("[simulation]\ntick_rate = 30\ntick_rate = 120\n");
    ck_assert_int_eq(config.sim.tick_rate, 120);
    read_text("[simulation]\ntick_rate = 30\ntick_rate = 0\n");
    assert_said(
        3, "simulation.tick_rate: \"0\" is out of range; allowed: 1 to 1000 ticks/s; 30 stays");
}

/* ---- Bad lines ---- */

TEST(unknown_keys_and_sections_get_the_nearest_name)
{
    read_text("[simulation]\ntik_rate = 30\n[dispaly]\nvsync = off\n[input]\nhopp = key:A\n");
    assert_said(2,
                "unknown key simulation.tik_rate; the nearest known key is simulation.tick_rate");
    assert_said(4, "unknown key dispaly.vsync; the nearest known key is display.vsync");
    assert_said(6, "unknown key input.hopp; the nearest known key is input.hop");
    ck_assert(config.vsync);
}

TEST(actions_of_another_game_are_no_problem_but_slips_are)
{
    read_text("[input]\naccelerate = key:Right\nbrake = key:A\nup = key:Up\nhop = key:H\n");
    assert_silent();
    read_text("[input]\nhpo = key:A\nvsync = off\n[display]\njump = key:A\n");
    assert_said(2, "unknown key input.hpo; the nearest known key is input.hop");
    assert_said(3, "unknown key input.vsync; the nearest known key is display.vsync");
    assert_said(5, "unknown key display.jump");
    ck_assert_int_eq(message_count, 3);
    ck_assert_str_eq(config.game_bindings[0][0], "key:H");
}

TEST(an_indented_line_never_continues_a_value)
{
    read_text("[input]\nhop = key:A\n  key:B\n\twidth = 3\n");
    assert_said(3, "the line is indented");
    assert_said(4, "the line is indented");
    ck_assert_str_eq(config.game_bindings[0][0], "key:A");
}

TEST(keys_below_a_broken_section_belong_to_none)
{
    static const char *const broken[] = {"[display", " [display]", "[display] width = 3",
                                         "[display ; ]", "["};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(broken); i++) {
        read_text(textf("[simulation]\n%s\nsubsteps = 5\nvsync = off\n", broken[i]));
        assert_said(2, "ignored");
        assert_said(3, "is in no section");
        assert_said(4, "the nearest known key is display.vsync");
        ck_assert_int_eq(config.sim.substeps, 1);
    }
}

TEST(every_meaningless_line_is_named)
{
    read_text("[simulation]\nhello\ntick_rate\nsubsteps = 3\nthis ; = that\n= 5\nlast");
    assert_said(2, "neither `name = value` nor [section]");
    assert_said(3, "neither `name = value` nor [section]");
    assert_said(5, "neither `name = value` nor [section]");
    assert_said(6, "unknown key simulation.;");
    assert_said(7, "neither `name = value` nor [section]");
    ck_assert_int_eq(message_count, 5);
    ck_assert_int_eq(config.sim.substeps, 3);
}

TEST(lines_with_nul_bytes_are_refused)
{
    static const char text[] = "[simulation]\nsubsteps = 3\0\niterations\0 = 4\ntick_rate = 30\n\0";
    temp_write_bytes("config.ini", text, sizeof text - 1);
    ck_assert(read_file(path, true));
    assert_said(2, "NUL byte");
    assert_said(3, "NUL byte");
    assert_said(5, "NUL byte");
    ck_assert_int_eq(config.sim.substeps, 1);
    ck_assert_int_eq(config.sim.iterations, 10);
    ck_assert_int_eq(config.sim.tick_rate, 30);
}

TEST(a_line_is_taken_whole_or_not_at_all)
{
    int cut_count = 0;
    char comment[4096] = ";";
    memset(comment + 1, 'c', 4000);
    read_text(comment); /* may be of any length */
    assert_silent();
    for (int blanks = 150; blanks < 250; blanks++) {
        read_text(
            textf("[simulation]\nsubsteps = %*d\nsubsteps = 4\niterations = 7\n", blanks, 15));
        bool cut = strstr(messages, "too long") != NULL;
        assert_said(cut ? 2 : 3, cut ? "too long" : "already set on line 2");
        ck_assert_int_eq(message_count, 1);
        ck_assert_int_eq(config.sim.substeps, 4);
        ck_assert_int_eq(config.sim.iterations, 7);
        cut_count += cut;
        const char *text = textf("\xEF\xBB\xBFsubsteps = %*d", blanks, 15);
        read_text(text);
        assert_said(1, strlen(text) > 198 ? "too long" : "is in no section");
    }
    ck_assert(cut_count > 0 && cut_count < 100);
}

TEST(a_flood_of_problems_is_cut_short)
{
    char text[8192] = "";
    for (int i = 0; i < 1000; i++) {
        strcat(text, "junk\n");
    }
    strcat(text, "[simulation]\nsubsteps = 3\n");
    read_text(text);
    ck_assert_int_eq(message_count, 51);
    expect_text(messages, "more problems, which are not listed");
    ck_assert_int_eq(config.sim.substeps, 3);
}

TEST(unreadable_files_are_reported_and_optional_files_may_be_missing)
{
    static const struct {
        const char *path;
        bool must_exist;
        const char *words;
    } cases[] = {{path, false, ""},
                 {path, true, "cannot be opened: No such file or directory"},
                 {"/tmp", false, "/tmp: cannot be opened: Is a directory\n"},
                 {"/dev/zero", true, "/dev/zero: cannot be opened: it is a pipe or a device"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        messages[0] = '\0';
        ck_assert(!read_file(cases[i].path, cases[i].must_exist));
        ck_assert_msg(strstr(messages, cases[i].words) != NULL, "%s: %s", cases[i].path, messages);
        ck_assert_int_eq(messages[0] == '\0', i == 0);
    }
}

TEST(an_unreadable_file_is_named)
{
    temp_write("config.ini", "x");
    ck_assert_int_eq(chmod(path, 0), 0);
    bool super_user = geteuid() == 0;
    if (super_user) {
        ck_assert_int_eq(seteuid(65534), 0);
    }
    bool read = read_file(path, false);
    if (super_user) {
        ck_assert_int_eq(seteuid(0), 0);
    }
    ck_assert(!read);
    expect_text(messages, "cannot be opened: Permission denied");
}

TEST(without_a_sink_messages_go_to_stderr)
{
    temp_write("config.ini", "x = 1\n");
    temp_listen();
    ck_assert(config_read_file(table, &config, &(ConfigFile){.path = path}));
    expect_text(temp_said(), textf("clockwork: %s:1: ", path));
}
