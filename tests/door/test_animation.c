/* Animation states in the platformer of docs/example: real keys, a real window. */
#include "support/door.h"

FIXTURE(DOOR);

enum { STEPS = 18, FADE = 5 }; /* ticks; 80 ms at 60 ticks a second */

/* In the middle of the window, and the fields of the inspector, which change in each tick. */
static const XRect HERO = {296, 165, 48, 60}, FIELDS = {392, 140, 246, 110};

/* The first of the steps after which the hero stands. */
static int first_standing_step(void)
{
    const char *line = "./platformer query run.cwr --fields hero.look.state | tail -n %d | "
                       "awk '$2 == \"stand\" && !at {at = NR} END {print at - 1}'";
    return atoi(expect_ok(textf(line, STEPS))->out);
}

TEST(keys_change_the_state_and_the_picture_fades_from_clip_to_clip)
{
    XPicture *steps[STEPS];
    expect_ok("cd $(pkg-config --variable=docdir clockwork)/docs/example && "
              "cp -r platformer.c platformer/assets \"$OLDPWD\"");
    door_build("platformer");
    door_start(
        "exec ./platformer play meadow --set display.latency=tick --record run.cwr" DOOR_OPTIONS,
        "Meadow");
    door_wait_ticks(30);
    door_tap("space");
    door_wait_ticks(150); /* a body that landed sinks for some ticks more, by less than a pixel */
    door_press("d");
    door_wait_ticks(60);
    door_tap("p");
    door_release("d");
    door_tap("i");
    door_watch(FIELDS);
    free(door_wait_still());
    door_watch(HERO);
    for (int i = 0; i < STEPS; i++) {
        door_tap("Right");
        steps[i] = door_wait_still();
    }
    door_end();
    int stands = first_standing_step();
    EXPECT_BETWEEN(stands, 1, STEPS - FADE - 3);
    XPicture *whole = steps[stands + FADE + 1];
    for (int i = stands + 1; i < stands + FADE - 1; i++) {
        ck_assert_double_gt(x_picture_difference(steps[i], whole), 0.01);
    }
    ck_assert_double_eq(x_picture_difference(steps[stands + FADE + 2], whole), 0);
    expect_ok("./platformer query run.cwr --fields hero.look.state | awk '{print $2}' | sort -u | "
              "xargs | grep -q 'fall hero.look.state rise run stand'");
    for (int i = 0; i < STEPS; i++) {
        free(steps[i]);
    }
}
