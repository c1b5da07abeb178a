#include "main/maker.h"
#include "support/expect.h"
#include "support/temp_folder.h"
#include "support/toy_game.h"

static Maker maker;
static Options *const options = &maker.options;
static bool is_alone; /* parses for a program of the runtime alone */

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
    free(options->arguments);
    return options_parse(options, argc, argv, is_alone ? NULL : &maker_guest()->options, &error);
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

TEST(no_words_mean_play)
{
    accept("");
    ck_assert_str_eq(options->command->name, "play");
    ck_assert(!options->has_command);
    ck_assert_int_eq(options->argument_count, 0);
    ck_assert(!options->run.ticks_given && !options->run.headless && !maker.run.monkey);
    ck_assert_uint_eq(options->run.seed, 1);
}

static const struct {
    const char *words;
    const char *command;
    const char *level; /* NULL: whatever */
    bool given;        /* the command, with a level */
} COMMANDS[] = {{"levels", "levels", NULL, false},
                {"first-wind", "play", "first-wind", false},
                {"play levels", "play", "levels", true},
                {"--help", "--help", NULL, false},
                {"bench --list --help --nonsense", "--help", NULL, false},
                {"help", "--help", NULL, false},
                {"play help", "play", "help", true},
                {"--version", "--version", NULL, false}};

TEST(the_first_word_is_a_command_or_a_level_but_for_help, .rounds = CW_ARRAY_LENGTH(COMMANDS))
{
    accept(COMMANDS[_i].words);
    ck_assert_str_eq(options->command->name, COMMANDS[_i].command);
    if (COMMANDS[_i].level != NULL) {
        ck_assert_str_eq(options->arguments[0], COMMANDS[_i].level);
        ck_assert_int_eq(options->has_command, COMMANDS[_i].given);
    }
}

TEST(options_may_stand_before_the_command)
{
    accept("--set debug.draw_shapes=on --headless play first-wind --ticks 5");
    ck_assert_str_eq(options->command->name, "play");
    ck_assert(options->has_command && options->run.headless);
    ck_assert_int_eq(options->argument_count, 1);
    ck_assert_str_eq(options->arguments[0], "first-wind");
    ck_assert_uint_eq(options->run.ticks, 5);
    accept("--config levels config");
    ck_assert_str_eq(options->command->name, "config");
    ck_assert_str_eq(options->config.file, "levels");
}

TEST(every_option_of_play_is_taken)
{
    accept("play x --config c --set a.b=1 --set a.c=2 --headless --ticks 7 --seed 8 --bot "
           "--monkey 9 --frames f --frame-log fl --hash-log hl --probe-log pl --stats");
    ck_assert_str_eq(options->config.file, "c");
    ck_assert_int_eq(options->config.setting_count, 2);
    ck_assert_str_eq(options->config.settings[1], "a.c=2");
    ck_assert(options->run.headless && options->run.bot && maker.run.monkey && options->run.stats);
    ck_assert_uint_eq(options->run.ticks, 7);
    ck_assert_uint_eq(options->run.seed, 8);
    ck_assert_uint_eq(maker.run.monkey_seed, 9);
    ck_assert_str_eq(options->run.frames, "f");
    ck_assert_str_eq(options->logs.frame, "fl");
    ck_assert_str_eq(options->logs.hash, "hl");
    ck_assert_str_eq(options->logs.probe, "pl");
}

TEST(values_may_follow_an_equals_sign_and_frames_from_a_file_mean_headless)
{
    accept("--ticks=0 --hash-log=a=b --set=x.y=z --frames f");
    ck_assert(options->run.ticks_given && options->run.headless);
    ck_assert_str_eq(options->logs.hash, "a=b");
    ck_assert_str_eq(options->config.settings[0], "x.y=z");
}

TEST(numbers_are_whole_and_fit)
{
    accept("--seed 18446744073709551615");
    ck_assert_uint_eq(options->run.seed, UINT64_MAX);
    static const char *const bad[] = {
        "-1", "+1", "1.5", "1e3", "0x10", "nan", "1x", "18446744073709551616", "ten"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        refuse(textf("--ticks %s", bad[i]), "--ticks");
    }
    refuse("--seed=", "--seed");
}

static const char *const REFUSED[][2] = {
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
    {"one two", "\"one\" is no command: help lists them"},
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
    {"solve a --target soon", "--target needs seconds, up to 3600, not"},
    {"solve a --target 0", "--target needs seconds"},
    {"--target 30", "--target can't be used with play"},
    {"--screenshot a.png@", "--screenshot"},
    {"--screenshot a.png@x", "--screenshot"},
    {"--screenshot=", "--screenshot"},
};

TEST(words_without_a_meaning_are_refused_by_name, .rounds = CW_ARRAY_LENGTH(REFUSED))
{
    refuse(REFUSED[_i][0], REFUSED[_i][1]);
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
    ck_assert_int_eq(options->argument_count, 2);
    accept("config --defaults");
    ck_assert(options->config.defaults);
    accept("doctor first-wind --ticks 5 --monkey 3 --set a.b=1");
    ck_assert_str_eq(options->command->name, "doctor");
    accept("dev . --seed 2 --hold run --frame-log f --probe-log p --bot");
    accept("solve first-wind --limit 5 --ticks 9 --record r.cwr");
    ck_assert_double_eq(options->verify.limit_s, 5);
    accept("play --synctest 8");
    ck_assert_uint_eq(maker.run.sync_test, 8);
}

TEST(the_screenshot_may_name_its_tick)
{
    accept("--screenshot a.png");
    ck_assert_str_eq(options->logs.screenshot, "a.png");
    ck_assert_uint_eq(options->logs.screenshot_tick, 0);
    accept("--screenshot a@b/c.png@600");
    ck_assert_str_eq(options->logs.screenshot, "a@b/c.png");
    ck_assert_uint_eq(options->logs.screenshot_tick, 600);
    accept("--screenshot a@b.png");
    ck_assert_str_eq(options->logs.screenshot, "a@b.png");
}

static const char *help_of(bool is_makers)
{
    static char text[8192];
    FILE *file = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(file);
    const MoreOptions *more = is_makers ? &maker_guest()->options : NULL;
    options_print_help(&(Options){.more = more, .program = "clockwork"}, file);
    fclose(file);
    return text;
}

/* A command line that the workshop's rows are for, and what the runtime alone says of it. */
static const char *const MAKERS[][2] = {
    {"query run.cwr --list", "unknown option \"--list\""},
    {"rerun run.cwr", "\"rerun\" is no command: help lists them, and a build for the game's maker"},
    {"play --monkey 1", "unknown option \"--monkey\"; --help lists them, and a build for"},
    {"--synctest 8", "unknown option"},
    {"verify run.cwr --game a.so", "unknown option"},
};

TEST(a_finished_game_lacks_the_maker_s_commands_and_options, .rounds = CW_ARRAY_LENGTH(MAKERS))
{
    is_alone = true;
    refuse(MAKERS[_i][0], MAKERS[_i][1]);
}

TEST(the_help_of_a_finished_game_names_what_it_has)
{
    static const char *const has[] = {"[play]", "replay", "verify", "times", "levels", "config"};
    const char *text = help_of(false);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(has); i++) {
        expect_text(text, textf("\n  %s ", has[i]));
    }
    expect_text(text, "--hash-log");
    ck_assert_ptr_null(strstr(text, "\n  query "));
    ck_assert_ptr_null(strstr(text, "--monkey"));
    expect_text(help_of(true), "\n  query ");
    expect_text(help_of(true), "--monkey");
}

TEST(the_manual_shows_the_help)
{
    static char readme[1 << 18];
    read_bytes("docs/command-line.md", readme, sizeof readme - 1);
    ck_assert_msg(strstr(readme, help_of(true)) != NULL,
                  "copy the output of clockwork --help into docs/command-line.md");
    for (const char *line = help_of(true); *line != '\0'; line += strcspn(line, "\n") + 1)
        ck_assert_msg(strcspn(line, "\n") <= 80, "wider than 80 columns: %.90s", line);
}

TEST(holds_and_taps_are_repeatable_and_only_for_play)
{
    accept("play --hold run+kick --tap kick@4 --hold 2:run --tap=run@0.5");
    ck_assert_int_eq(options->run.hold_count, 2);
    ck_assert_str_eq(options->run.holds[1], "2:run");
    ck_assert_int_eq(options->run.tap_count, 2);
    ck_assert_str_eq(options->run.taps[1], "run@0.5");
    refuse("replay r.cwr --hold run", "--hold can't be used with replay");
    refuse("play --tap", "--tap needs a value");
}

static Program player;

/* Adds the value of an option to the script of a game for two. */
static bool read_script(bool holds, const char *text)
{
    CwGame game = toy_game;
    game.input.player_count = 2;
    player.game = &game;
    player.options = &(Options){
        .run = {.holds = {text}, .taps = {text}, .hold_count = holds, .tap_count = !holds}};
    bool ok = program_read_script(&player) == EXIT_OK;
    error = player.failure;
    player.failure = (CwError){0};
    return ok;
}

TEST(actions_are_held_for_their_players)
{
    ck_assert(read_script(true, "run+2:kick+2:run"));
    ck_assert(read_script(true, "extra_one"));
    CwTickInput input = {0};
    input_script_apply(&player.script, 1, 60, &(CwTickInput){0}, &input);
    ck_assert_uint_eq(input.players[0].down, 1u << TOY_RUN | 1u << TOY_EXTRA_1);
    ck_assert_uint_eq(input.players[1].down, 1u << TOY_RUN | 1u << TOY_KICK);
}

TEST(taps_have_a_rate)
{
    ck_assert(read_script(false, "kick@2.5"));
    ck_assert(read_script(false, "2:run@1"));
    ck_assert_int_eq(player.script.tap_count, 2);
    ck_assert_int_eq(player.script.taps[0].rate_mhz, 2500);
    ck_assert_int_eq(player.script.taps[0].action, TOY_KICK);
    ck_assert_int_eq(player.script.taps[1].player, 1);
}

TEST(an_unknown_action_is_refused_with_those_there_are)
{
    EXPECT_REFUSED(read_script(true, "jmup"),
                   "--hold: there is no action \"jmup\"; the actions are run, kick, extra_one,");
    EXPECT_REFUSED(read_script(true, "run+"), "there is no action \"\"");
    EXPECT_REFUSED(read_script(true, "3:run"), "there is no player 3; the game has 2");
    EXPECT_REFUSED(read_script(true, "0:run"), "there is no player 0");
}

TEST(a_tap_without_a_sound_rate_is_refused)
{
    const char *texts[] = {"kick",     "kick@",     "kick@0", "kick@-1",
                           "kick@nan", "kick@1001", "kick@4x"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(texts); i++) {
        EXPECT_REFUSED(read_script(false, texts[i]), "--tap needs ACTION@HZ");
    }
    ck_assert(!read_script(false, "jump@4"));
}
