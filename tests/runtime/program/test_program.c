#include "support/program.h"

/* The program as scripts use it: exit statuses, what goes to stdout and to stderr, and files. */

FIXTURE(PROGRAM);

static const char *const lines[] = {"cw --help", "cw --version", "cw levels",
                                    "cw config", "cw systems",   "cw config --defaults"};

TEST(results_go_to_stdout_and_nothing_to_stderr, .rounds = CW_ARRAY_LENGTH(lines))
{
    const Outcome *outcome = expect_ok(lines[_i]);
    ck_assert_str_ne(outcome->out, "");
    ck_assert_str_eq(outcome->err, "");
}

static const char *const wrong[] = {"cw --nonsense",
                                    "cw --set nonsense",
                                    "cw --set a.b=1",
                                    "cw --set input.jump=",
                                    "cw --set simulation.tick_rate=fast",
                                    "cw --headless --set simulation.tick_rate=0"};

/* The answer to each is in test_options.c. */
TEST(wrong_words_exit_with_2, .rounds = CW_ARRAY_LENGTH(wrong))
{
    ck_assert_str_eq(expect(2, wrong[_i], "clockwork: ")->out, "");
}

TEST(a_recording_given_as_a_level_is_named_as_one)
{
    expect(2, "cw --headless run.cwr", "run.cwr is a recording: play it with the command `replay");
}

TEST(missing_and_broken_files_exit_with_1)
{
    temp_write("broken.tmj", "{ this is no map");
    temp_write("broken.csv", "no time\n");
    expect(1, "cw play nonsense", "nonsense");
    expect(1, "cw --headless play broken.tmj", "broken.tmj:1");
    expect(1, "cw --headless broken.tmj", "broken.tmj:1");
    expect(1, "cw --headless missing.tmj", "missing.tmj");
    expect(1, "cw --frames missing.csv", "missing.csv");
    expect(1, "cw --frames broken.csv", "broken.csv:1");
    expect(1, "cw --config missing.ini levels", "missing.ini");
    expect(1, "cw --headless --hash-log no/where", "no/where");
    expect(1, "cw --headless --frame-log no/where", "no/where");
    expect(1, "cw --headless --ticks 5 --screenshot no/where.png", "no/where.png");
}

TEST(output_that_can_t_be_written_exits_with_1)
{
    expect(1, "cw --help >/dev/full", "could not be written");
    expect(1, "cw levels >/dev/full", "could not be written");
    expect(1, "cw config >&-", "could not be written");
    expect(1, "cw --headless --ticks 5 --stats >/dev/full", "could not be written");
}

TEST(exactly_the_ticks_asked_for_are_played_and_logged)
{
    expect_ok("cw play --headless --ticks 77 --hash-log h --probe-log p --frame-log f");
    ck_assert_int_eq(program_line_count("h"), 77);
    ck_assert_int_eq(program_line_count("p"), 78);
    ck_assert_int_eq(program_line_count("f"), 78);
    expect_ok("cw --headless --ticks 0 --hash-log h");
    ck_assert_int_eq(program_line_count("h"), 0);
}

TEST(frames_from_a_file_end_with_the_file_or_the_ticks)
{
    char text[4000] = "# reported_hz: 60\n";
    for (int i = 0; i < 100; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%lld\n", 1000000000LL + i * 16700000LL);
    }
    temp_write("trace", text);
    expect_ok("cw --frames trace --hash-log h --frame-log f");
    ck_assert_int_eq(program_line_count("f"), 101);
    ck_assert_int_eq(program_line_count("h"), 99);
    expect_ok("cw --frames trace --ticks 50 --hash-log h");
    ck_assert_int_eq(program_line_count("h"), 50);
}

TEST(stats_name_level_ticks_and_hash)
{
    const Outcome *outcome = expect_ok("cw play --headless --ticks 20 --stats");
    expect_text(outcome->out, "level ");
    expect_text(outcome->out, "ticks 20\n");
    expect_text(outcome->out, "hash ");
    expect_text(outcome->out, "clock_backward 0\n");
}

TEST(a_screenshot_is_a_png_at_its_tick_and_at_the_end)
{
    expect_ok("cw --headless --ticks 9 --screenshot a.png@3");
    ck_assert_int_eq(memcmp(temp_read("a.png"), "\x89PNG", 4), 0);
    temp_write("trace", "0\n16700000\n33400000\n");
    expect_ok("cw --frames trace --screenshot b.png");
    ck_assert_int_eq(memcmp(temp_read("b.png"), "\x89PNG", 4), 0);
    expect(0, "cw --headless --ticks 9 --screenshot c.png@10", "no picture");
}

TEST(two_runs_of_a_seed_at_once_are_equal_and_another_seed_differs)
{
    expect_ok("cw --headless --ticks 300 --monkey 3 --hash-log a & "
              "cw --headless --ticks 300 --monkey 3 --hash-log b; wait; cmp a b");
    ck_assert_int_eq(program_line_count("a"), 300);
    expect_ok("cw --headless --ticks 300 --monkey 4 --hash-log c; ! cmp -s a c");
}

TEST(a_home_that_is_missing_or_read_only_is_a_warning)
{
    expect_ok("cw --headless --ticks 5");
    expect_ok("unset HOME; cw --headless --ticks 5");
    expect(0, "HOME=/proc/nowhere; cw --headless --ticks 5", "not kept");
    expect(0, "HOME=home cw --headless --ticks 5; test ! -e home", "no folder for your files: ");
    expect_ok("XDG_DATA_HOME=data cw --headless --ticks 5; test ! -e data");
}

TEST(without_assets_the_game_says_so)
{
    expect(
        1,
        "rm assets && mkdir bin && cp \"$CLOCKWORK\" bin/c && cd bin && ./c --headless --ticks 5",
        "assets");
}

/* All of the bundled runs: test_bundled.c plays them under sanitizers. */
TEST(without_a_display_the_game_plays_itself)
{
    expect_ok("mkdir -p game/assets/levels game/assets/replays && cp -L \"$CLOCKWORK\" game/cw && "
              "ln -s \"$(realpath assets/art)\" game/assets/art && "
              "cp assets/levels/first-wind.tmj game/assets/levels && "
              "cp assets/replays/first-wind.cwr game/assets/replays");
    expect_text(expect(0, "cd game && ./cw", "no display")->out, "first-wind ");
    ck_assert_int_eq(memcmp(temp_read("game/clockwork-first-wind.png"), "\x89PNG", 4), 0);
}

TEST(a_limit_on_files_ends_the_logs_and_not_the_game)
{
    const Outcome *outcome = expect(1,
                                    "limit 8; cw play first-wind --headless --ticks 2000 "
                                    "--monkey 2 --stats --record run.cwr --probe-log probe.csv",
                                    "probe.csv");
    expect_text(outcome->err, "the recording ends before tick");
    expect_text(outcome->out, "\nticks 2000\n");
}

TEST(the_program_is_hardened)
{
    expect_ok("readelf -dW \"$CLOCKWORK\" | grep -q BIND_NOW && "
              "readelf -lW \"$CLOCKWORK\" | grep -q GNU_RELRO && "
              "nm -D \"$CLOCKWORK\" | grep -q __stack_chk_fail");
    if (program_is_plain()) {
        expect_ok("nm -D \"$CLOCKWORK\" | grep -q '_chk@'");
    }
}

TEST(the_levels_are_read_without_a_warning)
{
    const Outcome *played = expect_ok(
        "for level in $(cw levels); do cw play $level --headless --ticks 3 && echo; done");
    ck_assert_str_eq(played->err, "");
    ck_assert_str_eq(played->out, "\n\n\n\n\n\n\n\n\n\n\n\n");
}
