/* Two controllers (hands.c), and who plays with them, in a game for two (pads.c). */
#include "support/door.h"

FIXTURE(DOOR);

/* The press number `press` reached this player alone. */
static void expect_press(int press, int player)
{
    door_wait(textf("[ \"$(grep player out | sed -n '%d,$p')\" = 'player %d' ]", press, player));
}

static void play_on(void)
{
    door_tap("Escape");
    while (door.frames[door_wait_frames(1) - 1].ticks == 0) {
    }
}

TEST(controllers_join_are_changed_and_return_to_their_players)
{
    door_build("pads");
    door_grow_hands();
    door_start("exec ./pads play --set display.width=640 --set display.height=360 "
               "--set display.latency=interpolate " /* each tick is simulated once */
               "--frame-log frames.csv level",
               "Pads");
    door_wait_frames(30);
    door_use_hands("1 plug 2 plug"); /* the first is the second player's, the other the first's */
    door_use_hands("1 x");
    expect_press(1, 2);
    door_use_hands("2 x");
    expect_press(2, 1);
    door_tap("j");
    const XPicture *first = door_wait_still();
    door_use_hands("1 a"); /* joins as the first player */
    const XPicture *second = door_wait_change(first, 0.001);
    door_use_hands("2 a");
    door_wait_change(second, 0.001);
    play_on();
    door_use_hands("1 x");
    expect_press(3, 1);
    door_use_hands("2 x");
    expect_press(4, 2);
    door_use_hands("2 unplug"); /* pauses */
    door_use_hands("2 plug");
    play_on();
    door_use_hands("2 x");
    expect_press(5, 2);
    door_end();
}
