/* The platformer of docs/example, as it is played in its folder. */
#include "support/program.h"

#include <limits.h>

static char assets[PATH_MAX];

static int find_platformer(void)
{
    return realpath("docs/example/platformer/assets", assets) != NULL && program_find_examples();
}

SET_UP(.prepare = find_platformer)
{
    program_begin();
    ck_assert_int_eq(unlink("assets"), 0);
    ck_assert_int_eq(symlink(assets, "assets"), 0);
}

static const Outcome *expect_run(const char *options)
{
    return expect_ok(textf("\"$EXAMPLES/platformer\" play meadow --headless %s", options));
}

TEST(the_platformer_has_less_than_310_lines)
{
    ck_assert_int_lt(atoi(program_run(textf("wc -l <'%s/../../platformer.c'", assets))->out), 310);
}

/* Through snapshots too: each tick is simulated again from one that is up to 20 older. */
TEST(a_run_takes_coins_and_reaches_the_flag)
{
    const Outcome *outcome = expect_run("--bot --ticks 900 --synctest 20 --record run.cwr "
                                        "--set debug.protect_world=on --sound-log sounds");
    ck_assert_str_eq(outcome->err, "");
    expect_text(program_run("\"$EXAMPLES/platformer\" verify run.cwr")->out,
                "ok run.cwr level=meadow ticks=900 finished=yes");
    outcome =
        program_run("\"$EXAMPLES/platformer\" query run.cwr --list --ticks 900 | grep 'taken '");
    int taken = atoi(strstr(outcome->out, "taken ") + 6);
    EXPECT_BETWEEN(taken, 10, 25);
    ck_assert_int_eq(atoi(program_run("grep -c play,pick sounds")->out), taken);
    ck_assert_int_ge(atoi(program_run("grep -c play,hop sounds")->out), 8);
    expect_text(program_run("cat sounds")->out, "music,tune");
}

static double highest(const char *options)
{
    expect_run(textf("--ticks 120 --probe-log path %s", options));
    return atof(program_run("awk -F, 'NR > 1 && $3 > most { most = $3 } END { print most }' path")
                    ->out) -
           atof(program_run("tail -1 path | cut -d, -f3")->out);
}

TEST(a_jump_is_as_high_as_its_button_is_held)
{
    double tapped_m = highest("--tap jump@0.6"), held_m = highest("--hold jump");
    EXPECT_BETWEEN(tapped_m, 0.3, 1.2);
    EXPECT_BETWEEN(held_m, 2.5, 3.5);
}

TEST(a_fall_starts_the_level_again)
{
    expect_run("--hold right --ticks 500 --hash-log all");
    ck_assert_int_ge(atoi(program_run("grep -c '^1 ' all")->out), 2);
}

TEST(its_sounds_and_pictures_are_there)
{
    const Outcome *outcome =
        expect_run("--bot --ticks 120 --screenshot seen.png@100 --render-sound heard.wav");
    ck_assert_str_eq(outcome->err, "");
    ck_assert_int_gt(atoi(program_run("wc -c <seen.png")->out), 20000);
    expect_ok("tail -c +100 heard.wav | tr -d '\\000' | head -c 1000 | grep -q .");
}
