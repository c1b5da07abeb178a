/* Two controllers, and who plays with them, in a game for two (pads.c). */
#include "support/door.h"

FIXTURE(DOOR);

/* Waits until the game has done each of these letters, and a moment more. */
static void use_hands(const char *letters)
{
    expect_ok(textf("printf '%%s' '%s' >>hands", letters));
    door_wait("[ $(grep -c hand out) = $(wc -c <hands) ]");
    door_wait_frames(5);
}

/* The press number `press` reached this player alone. */
static void expect_press(int press, int player)
{
    expect_ok(textf("[ \"$(grep player out | sed -n '%d,$p')\" = 'player %d' ]", press, player));
}

TEST(controllers_join_are_changed_and_return_to_their_players)
{
    door_build("pads");
    door_start("exec ./pads play --set display.width=640 --set display.height=360 "
               "--frame-log frames.csv level",
               "Pads");
    door_wait_frames(30);
    use_hands("1+2+"); /* the first controller is the second player's, the other the first's */
    use_hands("1x");
    expect_press(1, 2);
    use_hands("2x");
    expect_press(2, 1);
    use_hands("j");
    const XPicture *first = door_wait_still();
    use_hands("1a"); /* joins as the first player */
    const XPicture *second = door_wait_change(first, 0.001);
    use_hands("2a");
    door_wait_change(second, 0.001);
    door_tap("Escape");
    door_wait_frames(5);
    use_hands("1x");
    expect_press(3, 1);
    use_hands("2x");
    expect_press(4, 2);
    use_hands("2-"); /* pauses */
    use_hands("+");
    door_tap("Escape");
    door_wait_frames(5);
    use_hands("x");
    expect_press(5, 2);
    door_end();
}
