#include "program/options.h"
#include "support/expect.h"

static Options options;

/* Splits a command line at its blanks and parses it. */
static bool parse(const char *words)
{
    static char text[4096];
    char *argv[200] = {"clockwork"};
    int argc = 1;
    strncpy(text, words, sizeof text - 1);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    error = (CwError){0};
    options_free(&options);
    return options_parse(&options, argc, argv, true, &error);
}

static void accept(const char *words)
{
    ck_assert_msg(parse(words), "%s: %s", words, error.text);
}

static void refuse(const char *words, const char *named)
{
    ck_assert_msg(!parse(words), "%s was accepted", words);
    ck_assert_msg(strstr(error.text, named) != NULL, "%s: \"%s\"", words, error.text);
}

TEST(nothing_means_play)
{
    accept("");
    ck_assert_int_eq(options.command, COMMAND_PLAY);
    ck_assert(!options.command_given);
    ck_assert_int_eq(options.argument_count, 0);
    ck_assert(!options.ticks_given && !options.headless && !options.monkey);
    ck_assert_uint_eq(options.seed, 1);
}

static const struct {
    const char *words;
    Command command;
    const char *level; /* NULL: whatever */
    bool given;        /* the command, with a level */
} COMMANDS[] = {{"levels", COMMAND_LEVELS, NULL, false},
                {"first-wind", COMMAND_PLAY, "first-wind", false},
                {"play levels", COMMAND_PLAY, "levels", true},
                {"--help", COMMAND_HELP, NULL, false},
                {"bench --list --help --nonsense", COMMAND_HELP, NULL, false},
                {"help", COMMAND_HELP, NULL, false},
                {"help verify", COMMAND_HELP, "verify", true},
                {"play help", COMMAND_PLAY, "help", true},
                {"--version", COMMAND_VERSION, NULL, false}};

TEST(the_first_word_is_a_command_or_a_level_but_for_help, .rounds = CW_ARRAY_LENGTH(COMMANDS))
{
    accept(COMMANDS[_i].words);
    ck_assert_int_eq(options.command, COMMANDS[_i].command);
    if (COMMANDS[_i].level != NULL) {
        ck_assert_str_eq(options.arguments[0], COMMANDS[_i].level);
        ck_assert_int_eq(options.command_given, COMMANDS[_i].given);
    }
}

TEST(options_may_stand_before_the_command)
{
    accept("--set debug.draw_shapes=on --headless play first-wind --ticks 5");
    ck_assert_int_eq(options.command, COMMAND_PLAY);
    ck_assert(options.command_given && options.headless);
    ck_assert_int_eq(options.argument_count, 1);
    ck_assert_str_eq(options.arguments[0], "first-wind");
    ck_assert_uint_eq(options.ticks, 5);
    accept("--config levels config");
    ck_assert_int_eq(options.command, COMMAND_CONFIG);
    ck_assert_str_eq(options.config_file, "levels");
}

TEST(every_option_of_play_is_taken)
{
    accept("play x --config c --set a.b=1 --set a.c=2 --headless --ticks 7 --seed 8 --bot "
           "--monkey 9 --frames f --frame-log fl --hash-log hl --probe-log pl --stats");
    ck_assert_str_eq(options.config_file, "c");
    ck_assert_int_eq(options.setting_count, 2);
    ck_assert_str_eq(options.settings[1], "a.c=2");
    ck_assert(options.headless && options.bot && options.monkey && options.stats);
    ck_assert_uint_eq(options.ticks, 7);
    ck_assert_uint_eq(options.seed, 8);
    ck_assert_uint_eq(options.monkey_seed, 9);
    ck_assert_str_eq(options.frames, "f");
    ck_assert_str_eq(options.frame_log, "fl");
    ck_assert_str_eq(options.hash_log, "hl");
    ck_assert_str_eq(options.probe_log, "pl");
}

TEST(values_may_follow_an_equals_sign)
{
    accept("--ticks=12 --hash-log=a=b --set=x.y=z");
    ck_assert_uint_eq(options.ticks, 12);
    ck_assert_str_eq(options.hash_log, "a=b");
    ck_assert_str_eq(options.settings[0], "x.y=z");
}

TEST(frames_from_a_file_mean_headless)
{
    accept("--frames f");
    ck_assert(options.headless);
}

TEST(no_ticks_is_a_number_too)
{
    accept("--ticks 0");
    ck_assert(options.ticks_given);
    ck_assert_uint_eq(options.ticks, 0);
    accept("--monkey 0");
    ck_assert(options.monkey);
}

TEST(numbers_are_whole_and_fit)
{
    accept("--seed 18446744073709551615");
    ck_assert_uint_eq(options.seed, UINT64_MAX);
    static const char *const bad[] = {
        "-1", "+1", "1.5", "1e3", "0x10", "nan", "1x", "18446744073709551616", "ten"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        char words[64] = "--ticks ";
        refuse(strcat(words, bad[i]), "--ticks");
    }
    refuse("--seed=", "--seed");
}

/* A command line and what its refusal names. */
static const char *const REFUSED[][2] = {
    {"help verfy", "no command \"verfy\": did you mean verify?"},

    {"--ticks", "--ticks needs a value"}, /* missing and surplus values */
    {"play --config", "--config needs a value"},
    {"--stats=yes", "--stats takes no value"},
    {"--ticts 5", "did you mean --ticks"}, /* unknown options get the nearest name */
    {"--hash_log x", "did you mean --hash-log"},
    {"--", "unknown option"},
    {"-x", "unknown option"},
    {"levels --ticks 5", "can't be used with levels"}, /* options go with their command only */
    {"config --stats", "can't be used with config"},
    {"play --csv x", "can't be used with play"},
    {"play one two", "two"}, /* too many or too few words */
    {"levels one", "one"},
    {"replay", "file"},
    {"verify", "file"},
    {"replay one two", "two"},
    {"doctor one two", "two"},
    {"doctor --record x", "can't be used with doctor"},
    {"--realtime", "--realtime needs --headless"},
    {"--headless --realtime --frames x", "can't be used with --frames"},
    {"replay a --headless --realtime", "can't be used with replay"},
    {"play --synctest 0", "1 to"}, /* the sync test goes a sensible way back */
    {"play --synctest 61", "1 to"},
    {"--hash-log x --record x", "x is named twice"},
    {"--frames x --frame-log x", "x is named twice"},
    {"replay x --trace x", "x is named twice"},
    {"--screenshot a.png@", "--screenshot"},
    {"--screenshot a.png@x", "--screenshot"},
    {"--screenshot=", "--screenshot"},
};

TEST(words_without_a_meaning_are_refused_by_name, .rounds = CW_ARRAY_LENGTH(REFUSED))
{
    refuse(REFUSED[_i][0], REFUSED[_i][1]);
}

TEST(a_game_says_that_clockwork_has_a_tool)
{
    char *words[] = {"hopper", "debug", "run.cwr", "--tick", "1", NULL};
    options_free(&options);
    ck_assert(!options_parse(&options, 5, words, false, &error));
    expect_text(error.text, "debug is a command of clockwork, not of a game");
    options_free(&options);
    ck_assert(options_parse(&options, 2, words, false, &error)); /* a level */
}

TEST(words_of_any_length_and_number_are_refused)
{
    char long_word[300] = "--", words[1000] = "play";
    memset(long_word + 2, 'a', 250);
    refuse(long_word, "unknown option");
    for (int i = 0; i <= SETTINGS_MAX; i++) {
        strcat(words, " --set a");
    }
    refuse(words, "--config");
}

TEST(options_go_with_their_command)
{
    accept("bench --csv x --list one two");
    ck_assert_int_eq(options.argument_count, 2);
    accept("config --defaults");
    ck_assert(options.defaults);
    accept("doctor first-wind --ticks 5 --monkey 3 --set a.b=1");
    ck_assert_int_eq(options.command, COMMAND_DOCTOR);
    accept("play --synctest 8");
    ck_assert_uint_eq(options.sync_test, 8);
}

TEST(the_screenshot_may_name_its_tick)
{
    accept("--screenshot a.png");
    ck_assert_str_eq(options.screenshot, "a.png");
    ck_assert_uint_eq(options.screenshot_tick, 0);
    accept("--screenshot a@b/c.png@600");
    ck_assert_str_eq(options.screenshot, "a@b/c.png");
    ck_assert_uint_eq(options.screenshot_tick, 600);
    accept("--screenshot a@b.png");
    ck_assert_str_eq(options.screenshot, "a@b.png");
}

static const char *help_about(const char *about, bool tools)
{
    static char text[8192];
    FILE *file = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(file);
    options_print_help(about, tools, file);
    fclose(file);
    return text;
}

static const char *help(bool tools)
{
    return help_about(NULL, tools);
}

TEST(help_about_a_command_has_its_paragraph_and_its_options, .rounds = 9)
{
    static const struct {
        const char *about, *has[3], *lacks;
    } cases[] = {{"verify", {"clockwork verify FILE", "--times prints", "--set"}, "--bot"},
                 {"play", {"[play] [LEVEL", "--bot", "the second player's"}, "verify FILE"},
                 {"lab", {"clockwork lab [SCENE]", "--list", "--headless"}, "--trace"},
                 {"help", {"clockwork help [COMMAND]", "", ""}, "--"},
                 {"systems", {"clockwork systems", "", ""}, "--"},
                 {"levels", {"clockwork levels", "", ""}, "--"},
                 {"debug", {"clockwork debug FILE", "--tick N", "--game"}, "--set"},
                 {"times", {"clockwork times", "", "--set"}, "--headless"},
                 {"config", {"clockwork config", "--defaults", "--set"}, "--headless"}};
    const char *text = help_about(cases[_i].about, true);
    for (int i = 0; i < 3; i++) {
        expect_text(text, cases[_i].has[i]);
    }
    ck_assert_ptr_null(strstr(text, cases[_i].lacks));
    ck_assert_ptr_null(strstr(text, "clockwork doctor"));
}

TEST(a_program_without_tools_has_no_commands_for_them)
{
    char program[] = "game", lab[] = "lab";
    char *words[] = {program, lab};
    ck_assert(options_parse(&options, 2, words, false, &error));
    ck_assert_int_eq(options.command, COMMAND_PLAY); /* of a level with that name */
    ck_assert_str_eq(options.arguments[0], "lab");
    ck_assert_ptr_null(strstr(help(false), " lab "));
    expect_text(help(true), " lab ");
}

TEST(the_manual_shows_the_help)
{
    static char readme[1 << 18];
    FILE *file = fopen("docs/command-line.md", "r");
    ck_assert_msg(file != NULL, "run the tests in the checkout");
    readme[fread(readme, 1, sizeof readme - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strstr(readme, help(true)) != NULL,
                  "copy the output of clockwork --help into docs/command-line.md");
}

TEST(holds_and_taps_are_repeatable_and_only_for_play)
{
    accept("play --hold run+kick --tap kick@4 --hold 2:run --tap=run@0.5");
    ck_assert_int_eq(options.hold_count, 2);
    ck_assert_str_eq(options.holds[1], "2:run");
    ck_assert_int_eq(options.tap_count, 2);
    ck_assert_str_eq(options.taps[1], "run@0.5");
    refuse("replay r.cwr --hold run", "--hold can't be used with replay");
    refuse("play --tap", "--tap needs a value");
}
