#include "support/program.h"

/* Recordings of levels that the game doesn't have: they carry the level. */

static void expect_verified(const char *file)
{
    const Outcome *outcome = expect_ok(textf("cw verify %s", file));
    expect_text(outcome->out,
                textf("ok %s level=hill ticks=300 finished=no rewinds=0 hash=", file));
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
    expect_ok("rm hill.tmj");
    expect_verified("r.cwr");
    ck_assert_str_eq(expect_ok("cw --headless replay r.cwr --hash-log same.log")->err, "");
    expect_ok("cmp r.log same.log");
}

TEST(later_changes_of_the_level_do_not_matter)
{
    record();
    expect_ok("echo nonsense >hill.tmj");
    expect_verified("r.cwr");
    expect_ok("rm assets && mkdir -p assets/levels && mv hill.tmj assets/levels");
    expect_ok("cp -L \"$CLOCKWORK\" here && ./here verify r.cwr");
}

TEST(a_run_recorded_again_keeps_its_level)
{
    record();
    expect_ok("rm hill.tmj && cw replay r.cwr --record anew.cwr && cmp r.cwr anew.cwr");
    expect_ok("cw replay anew.cwr --record anew.cwr && cmp r.cwr anew.cwr");
    expect_verified("anew.cwr");
}

TEST(a_copy_of_a_level_of_the_game_is_not_carried)
{
    expect_ok(
        "cp assets/levels/first-wind.tmj . && cw --headless --monkey 3 --ticks 300 --record a.cwr");
    expect_ok("cw --headless play first-wind.tmj --monkey 3 --ticks 300 --record b.cwr");
    expect_ok("cmp a.cwr b.cwr");
}

TEST(another_level_of_the_same_name_is_carried)
{
    record();
    expect_ok(
        "mv hill.tmj first-wind.tmj; cw --headless play first-wind.tmj --monkey 3 --ticks 300 "
        "--record f.cwr; rm first-wind.tmj; cw --headless replay f.cwr --hash-log f.log");
    expect_ok("cmp r.log f.log && cw verify f.cwr");
}

TEST(a_carried_level_that_is_damaged_is_named)
{
    record();
    expect_ok("printf '\\377' | dd of=r.cwr bs=1 seek=400 conv=notrunc");
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
    expect_ok("sed 's/\"layers\":\\[/&{\"type\":\"tilelayer\",\"name\":\"sky\"},/' "
              "assets/levels/first-wind.tmj >hill.tmj");
    expect(0, "cw --headless play hill.tmj --ticks 9 --record r.cwr",
           "hill.tmj: layer \"sky\": has");
    expect(0, "cw verify r.cwr", "hill (recorded): layer \"sky\": has no \"data\"");
}

/* hill.tmj with a row of tiles, a crate and two private files. */
static void write_project(void)
{
    temp_mkdir("p");
    temp_mkdir("p/maps");
    temp_mkdir("p/sets");
    temp_write("key", "key = Zq7Kw9Xv2Lp4");
    temp_write("p/maps/own", "key = Zq7Kw9Xv2Lp4");
    temp_write("p/sets/t.tsx",
               "<tileset name='t' tilewidth='32' tileheight='32' tilecount='1' columns='1'>"
               "<!-- Zq7Kw9Xv2Lp4 --><image source='../art/t.png' width='32' height='32'/>"
               "<tile id='0'><properties><property name='friction' type='float' value='0.1'/>"
               "</properties><objectgroup><object id='1' x='0' y='0.3' width='32' height='31.7'/>"
               "</objectgroup></tile></tileset>");
    temp_write("p/sets/c.tx",
               "<template><object type='crate' width='32' height='32.5'/></template>");
    temp_write("tilesets",
               "{\"firstgid\":1,\"source\":\"../sets/t.tsx\"},{\"firstgid\":9,\"source\":"
               "\"../../key\"},{\"firstgid\":19,\"source\":\"own\"}\n");
    temp_write("layers", "{\"type\":\"tilelayer\",\"name\":\"l\",\"width\":4,\"height\":1,"
                         "\"offsety\":384,\"data\":[1,1,1,1]},{\"type\":\"objectgroup\",\"name\":"
                         "\"m\",\"objects\":[{\"id\":9001,\"x\":200,\"y\":300,\"template\":"
                         "\"../sets/c.tx\"}]},\n");
    expect_ok(
        "sed -e 's/\"tilesets\":\\[/&\\n/;s/\"layers\":\\[/&\\n/' assets/levels/first-wind.tmj | "
        "sed -e '/\"tilesets\":\\[$/rtilesets' -e '/\"layers\":\\[$/rlayers' >p/maps/hill.tmj");
}

TEST(files_beside_the_levels_folder_are_carried_and_private_ones_are_not)
{
    write_project();
    expect(0, "cw --headless play p/maps/hill.tmj --monkey 3 --ticks 300 --record r.cwr",
           "p/maps/../../key:1:");
    expect(1, "grep -qa Zq7Kw9Xv2Lp4 r.cwr", NULL);
    expect(0, "mv p q; cw verify r.cwr",
           "hill (recorded): \"../../key\" is not among the level's files");
    expect_ok("cw --headless replay r.cwr --record s.cwr && cmp r.cwr s.cwr");
}
