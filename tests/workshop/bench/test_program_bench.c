/* `clockwork bench` as scripts call it. */
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 60);

TEST(each_figure_says_what_it_is_and_its_limit)
{
    expect_text(
        expect_ok("cw bench --list")->out,
        "still_720p   a level at time_scale 0, software; limit: SDL presenting black; goal: "
        "at most 1.25 times the limit");
}

TEST(a_measured_figure_is_a_row_of_the_table_and_of_the_log)
{
    expect_text(expect_ok("CLOCKWORK_BENCH_SECONDS=0.01 cw bench tick_1 --csv new.csv")->out,
                "goal 1.02: ");
    expect_ok("grep -q '^figure,value,unit,limit,ratio,p99,spread,rounds,low,high,p10$' new.csv && "
              "grep -qE '^tick_1000,[0-9.]+,ns/tick(,[0-9.]+){6},inf,[0-9.]+$' new.csv");
    expect(1, "cw bench speed", "there is no figure \"speed\"; --list names them");
}

TEST(another_build_is_measured_in_turn)
{
    expect_text(expect_ok("CLOCKWORK_BENCH_SECONDS=0 cw bench hash --against \"$CLOCKWORK\"")->out,
                "inf      1  open");
    expect(1, "cw bench hash --against /bin/true",
           "bench hash: /bin/true can't measure it, or is older than bench --against");
}

TEST(counted_instructions_repeat_to_the_digit, .slow = true, .needs = &package_valgrind)
{
    expect_ok("cw bench --count hash >one && mkdir far && cd far && "
              "MORE=$(head -c 5000 /dev/zero | tr '\\0' x) cw bench --count hash >../two");
    expect_ok("cmp one two && grep -qE '^hash +[0-9]{6} +[0-9]{7} +0[.][0-9]+ +0  none' one");
    expect(1, "echo hash gcc-$(gcc -dumpfullversion) 9 >low && cw bench --count hash --budgets low",
           "low: 1 figures are above their budgets: spend fewer instructions, or raise the");
}
