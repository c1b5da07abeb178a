#include "clockwork/base.h"
#include "support/program.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The program as scripts use it: exit statuses, what goes to stdout and to stderr, and files. */

/* Runs "clockwork ARGUMENTS" and checks the status, and that stderr holds `said` (NULL: anything).
 */
static const Outcome *expect(int status, const char *arguments, const char *said)
{
    char command[1024];
    snprintf(command, sizeof command, "\"$CLOCKWORK\" %s", arguments);
    const Outcome *outcome = program_run(command);
    ck_assert_msg(outcome->status == status, "%s: exit status %d instead of %d\n%s", arguments,
                  outcome->status, status, outcome->err);
    ck_assert_msg(said == NULL || strstr(outcome->err, said) != NULL, "%s: \"%s\" is not in \"%s\"",
                  arguments, said, outcome->err);
    return outcome;
}

static int line_count(const char *name)
{
    int count = 0;
    for (const char *c = program_file(name); *c != '\0'; c++) {
        count += *c == '\n';
    }
    return count;
}

FIXTURE(.prepare = program_find, .set_up = program_begin, .tear_down = program_end);

TEST(results_go_to_stdout_and_nothing_to_stderr)
{
    static const char *const commands[] = {"--help", "--version", "levels",
                                           "config", "systems",   "config --defaults"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(commands); i++) {
        const Outcome *outcome = expect(0, commands[i], NULL);
        ck_assert_str_ne(outcome->out, "");
        ck_assert_str_eq(outcome->err, "");
    }
}

TEST(wrong_words_exit_with_2)
{
    static const char *const wrong[] = {"--nonsense",
                                        "nonsense",
                                        "play --nonsense",
                                        "--ticks",
                                        "--ticks x",
                                        "--ticks -1",
                                        "--set",
                                        "--set nonsense",
                                        "--set simulation.tick_rate=fast",
                                        "--set a.b=1",
                                        "levels --ticks 3",
                                        "--seed 99999999999999999999",
                                        "levels one",
                                        "play one two",
                                        "--headless --screenshot x.png@y",
                                        "--set input.jump=",
                                        "--headless --set simulation.tick_rate=5"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        const Outcome *outcome = expect(2, wrong[i], "clockwork: ");
        ck_assert_str_eq(outcome->out, "");
    }
}

TEST(what_is_missing_or_broken_exits_with_1)
{
    program_write("broken.tmj", "{ this is no map");
    program_write("broken.csv", "1,2,3,4,5\n");
    expect(1, "play nonsense", "nonsense");
    expect(1, "--headless play broken.tmj", "broken.tmj:1");
    expect(1, "--headless broken.tmj", "broken.tmj:1");
    expect(1, "--headless missing.tmj", "missing.tmj");
    expect(1, "--frames missing.csv", "missing.csv");
    expect(1, "--frames broken.csv", "broken.csv:1");
    expect(1, "--config missing.ini levels", "missing.ini");
    expect(1, "--headless --hash-log no/where", "no/where");
    expect(1, "--headless --frame-log no/where", "no/where");
    expect(1, "--headless --ticks 5 --screenshot no/where.png", "no/where.png");
}

TEST(a_bad_value_in_a_file_falls_back_with_a_message)
{
    program_write("my.ini", "[simulation]\ntick_rate = fast\nsubstep = 2\n");
    const Outcome *outcome = expect(0, "--config my.ini config", "my.ini:2");
    ck_assert_ptr_nonnull(strstr(outcome->err, "substeps"));
    ck_assert_ptr_nonnull(strstr(outcome->out, "tick_rate = 60"));
}

TEST(output_that_can_t_be_written_exits_with_1)
{
    expect(1, "--help >/dev/full", "could not be written");
    expect(1, "levels >/dev/full", "could not be written");
    expect(1, "config >&-", "could not be written");
    expect(1, "--headless --ticks 5 --stats >/dev/full", "could not be written");
    expect(1, "--headless --ticks 5 --hash-log /dev/full", "/dev/full");
}

TEST(exactly_the_ticks_asked_for_are_played_and_logged)
{
    expect(0, "play --headless --ticks 77 --hash-log h --probe-log p --frame-log f", NULL);
    ck_assert_int_eq(line_count("h"), 77);
    ck_assert_int_eq(line_count("p"), 78);
    ck_assert_int_eq(line_count("f"), 78);
    expect(0, "--headless --ticks 0 --hash-log h", NULL);
    ck_assert_int_eq(line_count("h"), 0);
}

TEST(frames_from_a_file_end_with_the_file_or_the_ticks)
{
    char text[4000] = "# reported_hz: 60\n";
    for (int i = 0; i < 100; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%lld\n", 1000000000LL + i * 16700000LL);
    }
    program_write("trace", text);
    expect(0, "--frames trace --hash-log h --frame-log f", NULL);
    ck_assert_int_eq(line_count("f"), 101);
    ck_assert_int_eq(line_count("h"), 99);
    expect(0, "--frames trace --ticks 50 --hash-log h", NULL);
    ck_assert_int_eq(line_count("h"), 50);
}

TEST(stats_name_level_ticks_and_hash)
{
    const Outcome *outcome = expect(0, "play --headless --ticks 20 --stats", NULL);
    ck_assert_ptr_nonnull(strstr(outcome->out, "level "));
    ck_assert_ptr_nonnull(strstr(outcome->out, "ticks 20\n"));
    ck_assert_ptr_nonnull(strstr(outcome->out, "hash "));
    ck_assert_ptr_nonnull(strstr(outcome->out, "clock_backward 0\n"));
}

TEST(a_screenshot_is_a_png_at_its_tick_and_at_the_end)
{
    expect(0, "--headless --ticks 9 --screenshot a.png@3", NULL);
    ck_assert_int_eq(memcmp(program_file("a.png"), "\x89PNG", 4), 0);
    program_write("trace", "0\n16700000\n33400000\n");
    expect(0, "--frames trace --screenshot b.png", NULL);
    ck_assert_int_eq(memcmp(program_file("b.png"), "\x89PNG", 4), 0);
    expect(0, "--headless --ticks 9 --screenshot c.png@10", "no picture");
}

TEST(a_signal_ends_cleanly_with_whole_logs)
{
    static const char *const signals[] = {"TERM", "INT"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(signals); i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "\"$CLOCKWORK\" --headless --ticks 100000000 --hash-log h & pid=$!; "
                 "sleep 0.7; kill -%s $pid; wait $pid",
                 signals[i]);
        ck_assert_int_eq(program_run(command)->status, 0);
        ck_assert_int_eq(program_run("tail -n 1 h | grep -Eq '^[0-9]+ [0-9a-f]{16}$'")->status, 0);
        ck_assert_int_eq(program_run("test \"$(tail -c 1 h)\" = ''")->status, 0);
    }
}

TEST(two_runs_at_once_are_two_equal_runs)
{
    const char *command = "\"$CLOCKWORK\" --headless --ticks 300 --monkey 3 --hash-log a & "
                          "\"$CLOCKWORK\" --headless --ticks 300 --monkey 3 --hash-log b; wait";
    ck_assert_int_eq(program_run(command)->status, 0);
    ck_assert_int_eq(line_count("a"), 300);
    ck_assert_int_eq(program_run("cmp a b")->status, 0);
}

TEST(seeds_and_monkeys_are_repeatable)
{
    expect(0, "--headless --ticks 200 --monkey 3 --hash-log a", NULL);
    expect(0, "--headless --ticks 200 --monkey 3 --hash-log b", NULL);
    expect(0, "--headless --ticks 200 --monkey 4 --hash-log c", NULL);
    ck_assert_int_eq(program_run("cmp a b")->status, 0);
    ck_assert_int_ne(program_run("cmp -s a c")->status, 0);
}

TEST(what_is_held_and_tapped_drives_and_is_recorded)
{
    const char *drive = "\"$CLOCKWORK\" play first-wind --headless --ticks 600 --hold accelerate "
                        "--tap hop@1 --probe-log p --record r.cwr && "
                        "\"$CLOCKWORK\" verify r.cwr && "
                        "test $(tail -n 1 p | cut -d , -f 7 | cut -c 3-4) -gt 5";
    const Outcome *outcome = program_run(drive);
    ck_assert_msg(outcome->status == 0, "%s%s", outcome->out, outcome->err);
    outcome = program_run("\"$CLOCKWORK\" play first-wind --headless --hold acelerate");
    ck_assert_int_eq(outcome->status, 2);
    ck_assert_ptr_nonnull(strstr(outcome->err, "the actions are accelerate, brake,"));
}

TEST(a_home_that_is_missing_or_read_only_is_a_warning)
{
    expect(0, "--headless --ticks 5", NULL);
    ck_assert_int_eq(program_run("env -u HOME \"$CLOCKWORK\" --headless --ticks 5")->status, 0);
    const Outcome *outcome = program_run("HOME=/proc/nowhere \"$CLOCKWORK\" --headless --ticks 5");
    ck_assert_int_eq(outcome->status, 0);
    ck_assert_ptr_nonnull(strstr(outcome->err, "not kept"));
}

TEST(a_level_may_lie_on_a_path_with_blanks_and_umlauts)
{
    const Outcome *outcome = program_run(
        "mkdir 'm\xc3\xa4ps here' && cp assets/levels/first-wind.tmj 'm\xc3\xa4ps here/' && "
        "\"$CLOCKWORK\" --headless --ticks 5 --stats 'm\xc3\xa4ps here/first-wind.tmj'");
    ck_assert_msg(outcome->status == 0, "%s", outcome->err);
    ck_assert_ptr_nonnull(strstr(outcome->out, "level first-wind\n"));
}

TEST(without_assets_the_game_says_so)
{
    const Outcome *outcome =
        program_run("rm assets && mkdir bin && cp \"$CLOCKWORK\" bin/c && cd bin && ./c "
                    "--headless --ticks 5");
    ck_assert_int_eq(outcome->status, 1);
    ck_assert_ptr_nonnull(strstr(outcome->err, "assets"));
}

TEST(without_a_display_the_game_plays_itself)
{
    const Outcome *outcome = expect(0, "", "no display");
    ck_assert_ptr_nonnull(strstr(outcome->out, "first-wind"));
    ck_assert_int_eq(memcmp(program_file("clockwork-first-wind.png"), "\x89PNG", 4), 0);
}

TEST(a_limit_on_files_ends_the_logs_and_not_the_game)
{
    const Outcome *outcome =
        program_run("ulimit -f 8; \"$CLOCKWORK\" play first-wind --headless --ticks 2000 "
                    "--monkey 2 --stats --record run.cwr --probe-log probe.csv");
    ck_assert_msg(outcome->status == 1, "%d: %s", outcome->status, outcome->err);
    ck_assert_ptr_nonnull(strstr(outcome->err, "probe.csv"));
    ck_assert_ptr_nonnull(strstr(outcome->err, "the recording ends before tick"));
    ck_assert_ptr_nonnull(strstr(outcome->out, "\nticks 2000\n"));
}

TEST(the_program_is_hardened)
{
    const char *command = "readelf -dW \"$CLOCKWORK\" | grep -q BIND_NOW && "
                          "readelf -lW \"$CLOCKWORK\" | grep -q GNU_RELRO && "
                          "nm -D \"$CLOCKWORK\" | grep -q __stack_chk_fail";
    ck_assert_int_eq(program_run(command)->status, 0);
    if (strcmp(getenv("CLOCKWORK_MODE"), "plain") == 0) {
        ck_assert_int_eq(program_run("nm -D \"$CLOCKWORK\" | grep -q '_chk@'")->status, 0);
    }
}
