#include "support/program.h"

/* Recordings of levels that the game doesn't have: they carry the level. */

static void expect_verified(const char *file)
{
    char line[64], wanted[64];
    snprintf(line, sizeof line, "cw verify %s", file);
    snprintf(wanted, sizeof wanted, "ok %s level=hill ticks=300 finished=no rewinds=0 hash=", file);
    const Outcome *outcome = expect(0, line, NULL);
    ck_assert_msg(strstr(outcome->out, wanted) == outcome->out, "%s", outcome->out);
    ck_assert_str_eq(outcome->err, "");
}

/* hill.tmj, a level of one's own, and a monkey's run on it in r.cwr. */
static void record(void)
{
    expect_once(
        "sed 's/\"x\":840,/\"x\":841,/' assets/levels/first-wind.tmj >hill.tmj && "
        "! cmp -s hill.tmj assets/levels/first-wind.tmj && "
        "cw play hill.tmj --headless --monkey 3 --ticks 300 --record r.cwr --hash-log r.log");
}

FIXTURE(PROGRAM, .timeout_s = 120);

TEST(a_run_on_a_level_that_is_gone_plays_and_verifies)
{
    record();
    expect(0, "rm hill.tmj", NULL);
    expect_verified("r.cwr");
    ck_assert_str_eq(expect(0, "cw --headless replay r.cwr --hash-log same.log", NULL)->err, "");
    expect(0, "cmp r.log same.log", NULL);
}

TEST(later_changes_of_the_level_do_not_matter)
{
    record();
    expect(0, "echo nonsense >hill.tmj", NULL);
    expect_verified("r.cwr");
    expect(0, "rm assets && mkdir -p assets/levels && mv hill.tmj assets/levels", NULL);
    expect(0, "cp -L \"$CLOCKWORK\" here && ./here verify r.cwr", NULL);
}

TEST(recorded_anew_it_keeps_its_level)
{
    record();
    expect(0, "rm hill.tmj && cw replay r.cwr --record anew.cwr && cmp r.cwr anew.cwr", NULL);
    expect(0, "cw replay anew.cwr --record anew.cwr && cmp r.cwr anew.cwr", NULL);
    expect_verified("anew.cwr");
}

TEST(a_copy_of_a_level_of_the_game_is_not_carried)
{
    expect(
        0,
        "cp assets/levels/first-wind.tmj . && cw --headless --monkey 3 --ticks 300 --record a.cwr",
        NULL);
    expect(0, "cw --headless play first-wind.tmj --monkey 3 --ticks 300 --record b.cwr", NULL);
    expect(0, "cmp a.cwr b.cwr", NULL);
}

TEST(another_level_of_the_same_name_is_carried)
{
    record();
    expect(0,
           "mv hill.tmj first-wind.tmj; cw --headless play first-wind.tmj --monkey 3 --ticks 300 "
           "--record f.cwr; rm first-wind.tmj; cw --headless replay f.cwr --hash-log f.log",
           NULL);
    expect(0, "cmp r.log f.log && cw verify f.cwr", NULL);
}

TEST(a_carried_level_that_is_damaged_is_named)
{
    record();
    expect(0, "printf '\\377' | dd of=r.cwr bs=1 seek=400 conv=notrunc", NULL);
    const char *said = "the level that it carries is damaged: there is no level \"hill\" in ";
    const Outcome *outcome = expect(1, "cw verify r.cwr", NULL);
    expect_text(outcome->out, said);
    expect(1, "cw --headless replay r.cwr", said);
}

TEST(a_recording_cut_in_its_level_is_named)
{
    record();
    const Outcome *outcome = expect(1, "head -c 1000 r.cwr >cut.cwr; cw verify cut.cwr", NULL);
    expect_text(outcome->out, "is cut off in front of its first tick: there is");
}

/* A tile layer without tiles is a warning. */
TEST(messages_about_a_carried_level_say_that_it_is_carried)
{
    expect(0,
           "sed 's/\"layers\":\\[/&{\"type\":\"tilelayer\",\"name\":\"sky\"},/' "
           "assets/levels/first-wind.tmj >hill.tmj",
           NULL);
    expect(0, "cw --headless play hill.tmj --ticks 9 --record r.cwr",
           "hill.tmj: layer \"sky\": has");
    expect(0, "cw verify r.cwr", "hill (carried): layer \"sky\": has no \"data\"");
}

/* A level takes only tilesets and templates of its folder along. */
TEST(a_private_file_is_not_carried)
{
    expect_ok("mkdir levels; echo 'key = Zq7Kw9Xv2Lp4' >key; cp key levels/own; cd levels; "
              "sed 's,\"tilesets\":\\[,&{\"firstgid\":1\\,\"source\":\"../key\"}\\,"
              "{\"firstgid\":99\\,\"source\":\"own\"},' ../assets/levels/first-wind.tmj >hill.tmj");
    expect(0, "cw --headless play levels/hill.tmj --monkey 3 --ticks 300 --record r.cwr",
           "levels/hill.tmj: \"../key\" is outside of ");
    expect(1, "grep -qa Zq7Kw9Xv2Lp4 r.cwr", NULL);
    expect(0, "cw verify r.cwr", "hill (carried): \"../key\" is not among the level's files");
}
