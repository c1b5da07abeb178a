#include "support/program.h"

#define LANDER "play \"$LEVEL\""

/* The games of docs/example run and play as recorded; bounce.c is the one that the README shows. */

static const struct {
    const char *game, *play;
} others[] = {{"ghost", ""}, {"whatif", ""}, {"duel", ""},  {"lander", LANDER},
              {"throw", ""}, {"chat", ""},   {"split", ""}, {"progress", "play level-5"}};

static char source[65536], readme[65536];

static int find_example(void)
{
    char *level = realpath("docs/example/lander.tmj", NULL);
    if (level != NULL) {
        setenv("LEVEL", level, 1);
        free(level);
    }
    return program_find_examples();
}

SET_UP(.prepare = find_example)
{
    read_bytes("docs/example/bounce.c", source, sizeof source - 1);
    read_bytes("README.md", readme, sizeof readme - 1);
    program_begin();
}

TEST(the_game_has_less_than_60_lines)
{
    int count = 0;
    for (const char *c = source; *c != '\0'; c++) {
        count += *c == '\n';
    }
    EXPECT_BETWEEN(count, 20, 60);
}

TEST(the_game_runs_and_repeats_itself)
{
    expect_ok("\"$EXAMPLES/bounce\" --headless --ticks 300 --monkey 1 --hash-log a && "
              "\"$EXAMPLES/bounce\" --headless --ticks 300 --monkey 1 --hash-log b && "
              "test $(wc -l <a) = 300 && cmp a b");
}

TEST(a_game_without_assets_reads_its_config)
{
    temp_write("config.ini", "[input]\nkick = key:K\n");
    expect_text(program_run("\"$EXAMPLES/bounce\" config")->out, "kick = key:K");
}

TEST(the_readme_shows_the_game_word_for_word)
{
    ck_assert_msg(strstr(readme, source) != NULL,
                  "copy docs/example/bounce.c into README.md again");
}

TEST(the_other_examples_play_as_recorded, .rounds = CW_ARRAY_LENGTH(others))
{
    const char *command = textf(
        "game=\"$EXAMPLES/%s\"; \"$game\" %s --headless --ticks 200 --monkey 3 --synctest 5 "
        "--set debug.protect_world=on --record run.cwr --hash-log a && \"$game\" verify run.cwr && "
        "\"$game\" replay run.cwr --headless --hash-log b && cmp a b",
        others[_i].game, others[_i].play);
    expect_text(expect_ok(command)->out, " ticks=200 ");
}

TEST(the_last_run_is_seen_and_changes_nothing)
{
    const char *command =
        "game=\"$EXAMPLES/ghost\"; run='--headless --bot --ticks 90'; "
        "\"$game\" $run --screenshot alone.png --hash-log alone && "
        "\"$game\" --headless --monkey 8 --ticks 500 --record last.cwr && "
        "\"$game\" $run --screenshot both.png --hash-log both --record last.cwr && "
        "cmp alone both && ! cmp -s alone.png both.png && \"$game\" verify last.cwr";
    expect_ok(command);
}

static void play_until(const char *game, const char *options, const char *field)
{
    expect_ok(
        textf("game=\"$EXAMPLES/%s\"; \"$game\" %s --record run.cwr --hash-log all.hash "
              "--headless && \"$game\" verify run.cwr && "
              "\"$game\" query run.cwr --list --ticks $(tail -1 all.hash | cut -d' ' -f1) >list; "
              "grep -Eq '%s' list || { cat list; exit 1; }",
              game, options, field));
}

TEST(a_console_types_input_into_its_server)
{
    expect_ok("game=\"$EXAMPLES/console\"; [ -x \"$game\" ] || exit 9; { echo switch; echo jump; "
              "until [ -s log ]; do sleep .1; "
              "done; printf 'look\\nquit\\n'; } | \"$game\" --headless --realtime --record run.cwr "
              "--hash-log log >said 2>typo && grep -E '^tick [0-9]+: the lamp is on$' said && "
              "grep 'say switch, look or quit, not jump' typo && \"$game\" verify run.cwr && "
              "\"$game\" query run.cwr --fields state.lit --ticks 0.. --csv | tr '\\n' ' ' | "
              "grep '^tick,state.lit 0,0 .*,1 $'");
}

TEST(an_open_goal_concedes)
{
    play_until("duel", "--hold right --ticks 7200", "goals.1. [1-9]");
    play_until("duel", "--hold 2:left --ticks 7200", "goals.0. [1-9]");
}

TEST(five_goals_end_a_match_and_the_next_begins)
{
    play_until("duel", "--monkey 1 --ticks 7200", "goals.1. [0-4]$");
    expect_ok("test $(grep -c '^1 ' all.hash) -ge 2");
}

TEST(a_lander_that_is_flown_lands_on_both_legs)
{
    play_until("lander", LANDER " --bot --ticks 2000", "landed_tick [1-9]");
    expect_ok("test $(grep -c 'lost.*0$' list) = 2");
}

TEST(a_lander_without_a_map_lands_on_a_wide_pad)
{
    const char *command = "rm assets; \"$EXAMPLES/lander\" --headless --bot --ticks 2000 --stats";
    expect_text(expect_ok(command)->out, "\nfinished yes\n");
}

TEST(a_lander_that_falls_loses_its_legs_and_the_run)
{
    play_until("lander", LANDER " --tap thrust@3 --ticks 364", "lost.0. 1");
    play_until("lander", LANDER " --tap thrust@3", "wreck_tick [1-9]");
    expect_ok("test $(wc -l <all.hash) -lt 800 && \"$EXAMPLES/lander\" verify run.cwr | grep "
              "finished=no");
}

TEST(the_mouse_throws_crates_at_cans)
{
    play_until("throw", "--bot --ticks 600", "^state.down [1-9]");
    play_until("throw", "--hold grab --ticks 600", "^state.throws 0");
}
