/* `clockwork bench` as scripts call it. */
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 60);

static const char HEAD[] = "figure,value,unit,limit,ratio,p99,spread,rounds\n";

static const Outcome *compare_with(const char *row, int status)
{
    temp_write("old.csv", textf("%s%s", HEAD, row));
    return expect(status, "cw bench hash --compare old.csv --csv new.csv", NULL);
}

TEST(a_figure_that_stays_worse_is_named_and_fails)
{
    const Outcome *outcome = compare_with("hash,1,ns,1000,0.0001,1,0.01,60\n", 1);
    expect_text(outcome->out, ": WORSE");
    expect_text(outcome->out, "worse, measured again:");
    expect_text(outcome->err, "bench: worse than in old.csv: hash");
}

TEST(a_figure_that_is_not_worse_is_measured_once)
{
    const Outcome *outcome = compare_with("hash,1,ns,1,9,1,0.01,60\n", 0);
    expect_text(outcome->out, ": better");
    ck_assert_ptr_null(strstr(outcome->out, "again"));
    expect_ok("test $(wc -l <new.csv) = 2");
}

TEST(each_figure_says_what_it_is_and_its_limit)
{
    expect_text(
        expect_ok("cw bench --list")->out,
        "still_720p   a level at time_scale 0, software; limit: SDL presenting black; goal: "
        "at most 1.25 times the limit");
}

TEST(a_level_without_a_recording_ends_coming_with_words)
{
    expect_ok("cp -rL assets mine && rm assets && mv mine assets && cp -L \"$CLOCKWORK\" ./here && "
              "chmod -R u+w assets && rm assets/replays/clock-meadow.cwr && "
              "./here first-wind --headless --ticks 2 --record assets/replays/first-wind.cwr");
    expect(1, "./here bench coming", "bench coming: the program ended early");
}
