/* The journey of Windup at the door: its map by keys, wheel, mouse, controller and touch. Points
 * are of a window of 640x360. */
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

static void finish_two_levels(void)
{
    expect_ok("mkdir -p " DOOR_DATA "/saves");
    finish_level("first-wind");
    finish_level("clock-meadow");
}

/* `way`: keys, or entries for hands. */
static void open_map(const char *arguments, const char *way)
{
    door_play(arguments);
    door_wait_frames(60);
    (door.has_hands ? door_use_hands : door_tap)(way);
    door_wait_frames(60);
}

static void expect_play(const char *level)
{
    door_wait(textf("ls " DOOR_DATA "/runs/*-%s.cwr", level));
    door_end();
    expect_ok("rm -f " DOOR_DATA "/runs/*");
}

TEST(places_of_the_map_open_one_after_the_other_and_are_chosen_by_keys_wheel_and_mouse)
{
    finish_two_levels();
    open_map("", "Down Return");
    door_tap("Right Up Right Return"); /* pendulum-hall is closed */
    door_wait_frames(60);
    door_tap("Left Return");
    expect_play("gear-works");
    open_map("", "Down Return");
    ck_assert(xvfb_xdotool(textf("mousemove --window %lu 320 340 click 5 click 5 click 5 click 4 "
                                 "click 4",
                                 door.window)));
    door_wait_frames(30);
    door_tap("Return");
    expect_play("clock-meadow");
    open_map("", "Down Return");
    door_click(GEAR_WORKS_X, GEAR_WORKS_Y);
    expect_play("gear-works");
    open_map("--set game.all_levels=on", "Down Return");
    door_tap("Right Right Right Return");
    expect_play("pendulum-hall");
}

/* Places are tapped twice: the first tap tells about one. */
TEST(a_closed_place_is_refused_and_the_last_open_one_opens_by_controller_and_touch, .rounds = 2)
{
    static const char *const ways[][3] = {
        {"1 plug 1 +lefty 1 a", "1 dpright 1 dpup 1 +leftx 1 a", "1 dpdown 1 -lefty 1 -leftx 1 a"},
        {"1 tap:0.09,0.47", "1 tap:0.317,0.425 1 tap:0.317,0.425",
         "1 tap:0.245,0.528 1 tap:0.245,0.528"}};
    finish_two_levels();
    door_grow_hands();
    open_map("", ways[_i][0]);
    door_use_hands(ways[_i][1]); /* pendulum-hall */
    door_wait_frames(60);
    expect_ok("! ls " DOOR_DATA "/runs/*");
    door_use_hands(ways[_i][2]);
    expect_play("gear-works");
}
