/* A player shares a run on a level of their own. */
#include "support/door.h"

FIXTURE(DOOR);

static bool is_at_start(const ProbeRow *row)
{
    return row->tick < 30 && row->progress < 0.1;
}

/* The level's file is deleted before the recording is opened. */
TEST(a_shared_run_is_a_file_whose_level_can_be_watched_and_raced)
{
    expect_ok("sed 's/\"x\":11488/\"x\":3200/' " /* the finish */
              "\"${CLOCKWORK%/bin/*}\"/share/windup/assets/levels/first-wind.tmj >hill.tmj");
    door_play("hill.tmj --bot");
    door_watch((XRect){100, 206, 40, 6}); /* Retry, of the results */
    door_wait_colour(0xdba645, 0.9);
    door_wait_frames(30);         /* for half a second they take no keys */
    door_tap("Down Down Return"); /* Watch, Share */
    door_wait("grep -q 'saved as .*/" DOOR_DATA "/shared/hill-.*s.cwr' err");
    door_end();
    expect_ok("mv " DOOR_DATA "/shared/hill-*s.cwr sent.cwr && rm -r hill.tmj " DOOR_DATA);
    expect_text(expect_ok("cw verify sent.cwr")->out, "level=hill");
    expect_text(expect_ok("cw verify sent.cwr")->out, "finished=yes");
    door_play("sent.cwr");
    door_watch((XRect){24, 70, 200, 230});
    door_wait_colour(0xdba645, 0.02);
    const XPicture *offered = door_see();
    int shown = door_wait_ticks(1);
    door_tap("Return"); /* Watch */
    int watched = door_wait_row(shown, is_at_start);
    watched = door_wait_row(watched, row_is_rolling);
    door_tap("Escape Up Return"); /* Stop watching */
    door_wait_ticks(1);
    door_end();
    ck_assert_int_gt(x_picture_colours(offered), 200);
    door_play("sent.cwr");
    shown = door_wait_ticks(1);
    door_tap("Down Return"); /* Race it */
    door_wait_row(shown, is_at_start);
    door_press("Right");
    door_wait_row(door.probe_count, row_is_fast);
    door_release("Right");
    door_end();
    expect_text(expect_ok("cw verify " DOOR_DATA "/runs/*hill.cwr")->out, "level=hill");
}
