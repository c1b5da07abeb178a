/* The journey of Windup at the door: its map by keys, wheel and mouse. Points are of a window of
 * 640x360. */
#include "clockwork/run_time.h"
#include "frame/saves.h"
#include "support/door.h"
#include "support/xvfb.h"

FIXTURE(DOOR);

enum { GEAR_WORKS_X = 157, GEAR_WORKS_Y = 190 };

/* As saves of best runs, whose recordings are not looked at here. */
static void finish_level(const char *level)
{
    struct {
        CwRunTime time;
        char recording;
    } best = {{.ticks = 1500, .tick_rate = 60, .clean = 1, .medal = 1}, 'x'};
    CwSaves saves = saves_in(temp_path(DOOR_DATA));
    EXPECT_OK(cw_save_write(&saves, textf("clockwork-best-%s", level),
                            &(CwSave){2, &best, sizeof best}, &error));
}

static void open_map(const char *arguments)
{
    door_play(arguments);
    door_wait_frames(60);
    door_tap("Down Return");
    door_wait_frames(60);
}

static void expect_play(const char *level)
{
    char line[256];
    snprintf(line, sizeof line, "ls " DOOR_DATA "/runs/*-%s.cwr", level);
    door_wait(line);
    door_end();
    expect_ok("rm -f " DOOR_DATA "/runs/*");
}

TEST(places_of_the_map_open_one_after_the_other_and_are_chosen_by_keys_wheel_and_mouse)
{
    expect_ok("mkdir -p " DOOR_DATA "/saves");
    finish_level("first-wind");
    finish_level("clock-meadow");
    open_map("");
    door_tap("Right Up Right Return"); /* pendulum-hall is closed */
    door_wait_frames(60);
    door_tap("Left Return");
    expect_play("gear-works");
    open_map("");
    ck_assert(xvfb_xdotool(textf("mousemove --window %lu 320 340 click 5 click 5 click 5 click 4 "
                                 "click 4",
                                 door.window)));
    door_wait_frames(30);
    door_tap("Return");
    expect_play("clock-meadow");
    open_map("");
    door_click(GEAR_WORKS_X, GEAR_WORKS_Y);
    expect_play("gear-works");
    open_map("--set game.all_levels=on");
    door_tap("Right Right Right Return");
    expect_play("pendulum-hall");
}
