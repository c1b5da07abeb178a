/* A player's key presses, as a game without maps sees them and as a finished run keeps them. */
#include "support/door.h"

FIXTURE(DOOR);

static const int rates[] = {20, 60, 144, 240};

static void play(const char *arguments)
{
    door_start(
        textf("exec ./presses play %s --set display.vsync=off --frame-log frames.csv", arguments),
        "Presses");
    door_wait("grep -q begun out");
}

static void press_twice(void)
{
    door_tap("space");
    door_wait("test $(grep -c pressed out) -ge 1");
    door_tap("space");
    door_wait("test $(grep -c pressed out) -ge 2");
}

TEST(a_press_is_seen_in_one_frame_at_every_rate, .rounds = CW_ARRAY_LENGTH(rates))
{
    door_build("presses");
    play(textf("level --set display.target_fps=%d", rates[_i]));
    press_twice();
    door_press("space"); /* and is held */
    door_wait("test $(grep -c pressed out) -ge 3");
    door_release("space");
    door_end();
    expect_ok("test $(grep -c pressed out) = 3");
}

static const char *const helps[][3] = {{"Escape", "Right", "Escape"}, {"F4", "F4"}};

TEST(a_run_that_was_stepped_or_seen_before_ranks_apart, .rounds = CW_ARRAY_LENGTH(helps))
{
    door_build("presses");
    play("level");
    for (int i = 0; i < 3 && helps[_i][i] != NULL; i++) {
        door_tap(helps[_i][i]);
        door_see(); /* each key is seen by itself */
    }
    press_twice();
    door_tap("Escape");
    door_end();
    expect_ok("./presses times | grep -q '^level .* assisted'");
    expect_text(expect_ok("./presses verify --times .local/share/Clockwork/presses/runs/*")->out,
                "clean=no");
}

TEST(a_game_without_maps_has_one_level)
{
    door_build("presses");
    expect_text(expect_ok("./presses levels")->out, "level\n");
    expect_ok("./presses play level --headless --ticks 9 --record run.cwr");
    expect_text(expect_ok("./presses verify run.cwr")->out, "level=level ");
    expect(1, "./presses play hills", "its only level is \"level\"");
}
