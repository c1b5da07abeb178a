/* `play --script FILE`, as someone uses it who tests a level. */
#include "support/program.h"

FIXTURE(PROGRAM);

static void write_script(const char *lines)
{
    setenv("LINES_OF_SCRIPT", lines, 1);
    expect_ok("printf \"$LINES_OF_SCRIPT\" >s.txt");
}

TEST(a_script_plays_what_holding_plays_and_its_run_verifies)
{
    write_script("# full throttle\\n1 accelerate\\n");
    expect_ok(
        "cw play first-wind --headless --ticks 90 --script s.txt --record a.cwr --hash-log a");
    expect_ok("cw play first-wind --headless --ticks 90 --hold accelerate --hash-log b && cmp a b");
    expect_ok("cw verify a.cwr");
}

TEST(a_press_lasts_from_its_line_to_the_line_that_lifts_it)
{
    write_script("30 accelerate 0.5\\n60 hop\\r\\n\\n 70\\taccelerate up # coast\\n");
    expect_ok("cw play first-wind --headless --ticks 90 --script s.txt --hash-log a --synctest 7");
    write_script("30 accelerate 0.5\\n60 hop\\n");
    expect_ok("cw play first-wind --headless --ticks 90 --script s.txt --hash-log b");
    expect_ok("cmp a b >log; [ $(sed 's/.*line //' log) -ge 70 ]");
}

TEST(a_wrong_line_is_named_with_what_it_may_say, .rounds = 8)
{
    static const char *const mistakes[][2] = {
        {"5 jmup", "s.txt:2: there is no action \"jmup\"; the actions are"},
        {"5", "s.txt:2: write TICK ACTION, TICK ACTION up, TICK ACTION AMOUNT or TICK aim X Y"},
        {"0 hop", "ticks count from 1"},
        {"5 hop down", "\"down\" is neither up nor a number from 0 to 1"},
        {"5 accelerate 1.5", "\"1.5\" is neither up nor a number from 0 to 1"},
        {"5 aim 1 2", "set CwGame.input.pointer_in_world"},
        {"5 hop\\n4 hop", "s.txt:3: tick 4 comes after tick 5: put the lines in order"},
        {"5 2:hop", "there is no player 2; the game has 1"}};
    write_script(textf("1 accelerate\\n%s\\n", mistakes[_i][0]));
    expect(2, "cw play first-wind --headless --ticks 9 --script s.txt", mistakes[_i][1]);
}

TEST(a_script_that_is_not_there_is_named)
{
    expect(2, "cw play first-wind --headless --ticks 9 --script none.txt", "none.txt: ");
}
