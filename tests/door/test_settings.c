/* Settings of a level's map and of the game's code, with real keys, in a game built outside. */
#include "support/door.h"

FIXTURE(DOOR);

static void write_level(const char *name, const char *properties)
{
    expect_ok(textf("mkdir -p assets/levels && cat >assets/levels/%s.tmj <<'E'\n"
                    "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,"
                    "\"tilewidth\":32,\"tileheight\":32,\"infinite\":false,\"layers\":[],"
                    "\"properties\":[%s]}\nE",
                    name, properties));
}

static void build(void)
{
    door_build("moon");
    write_level("earth", "");
    write_level("luna", "{\"name\":\"gravity\",\"type\":\"float\",\"value\":-1.62},"
                        "{\"name\":\"tick_rate\",\"type\":\"int\",\"value\":120}");
}

static void start(const char *arguments)
{
    door_start(textf("exec ./moon play luna" DOOR_OPTIONS "%s", arguments), "Moon");
}

TEST(a_level_has_its_own_settings_and_the_command_line_overrides_them)
{
    build();
    expect_ok("mkdir -p .local/share/Clockwork/moon && "
              "printf '[simulation]\\ngravity = -7\\n' >.local/share/Clockwork/moon/config.ini");
    expect_text(expect_ok("./moon play earth --headless --ticks 2")->out, "rate=60 gravity=-7");
    expect_ok("./moon play luna --headless --ticks 120 --stats | grep 'time_s 1.000'");
    expect_text(expect_ok("./moon play --headless luna --ticks 2 --set simulation.gravity=-5")->out,
                "rate=120 gravity=-5");
    start("");
    door_wait("grep -q 'rate=120 gravity=-1.62' out");
    expect_ok("sed -i s/-7/-8/ .local/share/Clockwork/moon/config.ini");
    door_wait("grep -q 'gravity: -7 -> -8 (this level overrides it)' err");
    door_tap("e");
    door_wait_ticks(30);
    door_end();
    expect_text(expect_ok("./moon times")->out, "clean");
}

TEST(a_run_restarted_under_other_settings_keeps_them_and_has_no_rank)
{
    build();
    start("");
    door_wait_ticks(20);
    door_tap("space");
    door_wait("grep -q gravity=-3.24 out");
    door_tap("s");
    door_wait("grep -q 'gravity=-3.24 substeps=4 iterations=30' out");
    door_wait_ticks(240); /* two seconds: the recording is flushed each second */
    door_kill();
    start("--continue");
    door_wait("grep -q 'gravity=-3.24 substeps=4 iterations=30' out");
    door_tap("t");
    door_wait("grep -q 'gravity=-3.24 substeps=1 iterations=10' out");
    door_tap("e");
    door_wait_ticks(30);
    door_end();
    expect_ok("for run in .local/share/Clockwork/moon/runs/*; do"
              " ./moon verify --set simulation.gravity=-9 $run || exit 1; done");
    expect_text(
        program_run("./moon verify --times $(ls -t .local/share/Clockwork/moon/runs/* | head -1)")
            ->out,
        "not played under the level's own settings");
}

TEST(a_bad_value_in_a_map_is_named_with_its_remedy)
{
    build();
    write_level("luna", "{\"name\":\"gravity\",\"type\":\"float\",\"value\":5000},"
                        "{\"name\":\"tick_rate\",\"type\":\"float\",\"value\":60.5}");
    const Outcome *outcome = expect_ok("./moon play luna --headless --ticks 2");
    expect_text(outcome->out, "rate=60 gravity=-9.81");
    expect_text(outcome->err, "luna.tmj: gravity is 5000, which is ignored: make it -1000 to 1000");
    expect_text(outcome->err, "tick_rate is 60.5, which is ignored: make it a whole number");
}
