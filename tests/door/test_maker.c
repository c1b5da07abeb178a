/* A player makes a level, and sends a run on it to somebody who has neither. */
#include "support/door.h"

#define MINE DOOR_DATA "/levels/my-level.tmj"

FIXTURE(DOOR);

/* These only write down what they are given. */
static void install_programs(void)
{
    expect_ok("mkdir bin && printf '#!/bin/sh\\necho \"$1\" >>opened\\n' >bin/tiled && "
              "chmod +x bin/tiled && cp bin/tiled bin/xdg-open");
    ck_assert_int_eq(setenv("PATH", textf("%s/bin:%s", temp_path(""), getenv("PATH")), 1), 0);
}

static void save(const char *edit)
{
    expect_ok(textf("sed '%s' " MINE " >new && mv new " MINE, edit));
}

static double progress;

static bool is_nearer(const ProbeRow *row)
{
    return row->progress > progress * 1.2;
}

TEST(new_level_opens_tiled_and_each_save_is_played_with_the_run_so_far)
{
    install_programs();
    door_play("");
    door_tap("Down Down Return"); /* Levels, New level */
    door_wait("grep -q '/" MINE "$' opened");
    door_wait_row(0, row_is_first);
    door_press("Right");
    door_wait_row(door.probe_count, row_is_fast);
    door_release("Right");
    ProbeRow before = door.probe[door_wait_ticks(240) - 1];
    progress = before.progress;
    save("s/\"x\":3008/\"x\":2208/"); /* the finish, from 94 m to 69 m */
    ProbeRow after = door.probe[door_wait_row(door.probe_count, is_nearer)];
    ck_assert_uint_gt(after.tick, before.tick);
    EXPECT_WITHIN(after.x_m, before.x_m - 5, before.x_m + 5);
    save("s/\"layers\"/layers/");
    door_wait("grep -q 'my-level.tmj:[0-9].*; the previous level continues' err");
    door_wait_ticks(30);
    door_end();
}

TEST(without_tiled_new_level_says_where_the_file_is_and_takes_a_free_name)
{
    expect_ok("mkdir -p " DOOR_DATA "/levels && echo mine >" MINE);
    door_start("export PATH=/nowhere; exec \"$CLOCKWORK\" play --probe-log probe.csv", "Windup");
    door_wait_ticks(1);
    door_tap("Down Down Return");
    door_wait("grep -q '/" DOOR_DATA "/levels/my-level-2.tmj: a new level' err");
    door_wait_row(0, row_is_first);
    door_end();
    ck_assert_str_eq(temp_read(MINE), "mine\n");
}

static bool is_at_start(const ProbeRow *row)
{
    return row->tick < 30 && row->progress < 0.1;
}

/* Nobody else has the level: its file is gone when the recording is opened. */
TEST(a_shared_run_is_a_file_whose_level_can_be_watched_and_raced)
{
    install_programs();
    expect_ok("cp \"${CLOCKWORK%/bin/*}\"/share/windup/assets/starter.tmj hill.tmj");
    door_play("hill.tmj --bot");
    door_watch((XRect){100, 216, 40, 6}); /* Retry, of the results */
    door_wait_colour(0xdba645, 0.9);
    door_wait("sleep 3");         /* the medal has fallen; before that they take no keys */
    door_tap("Down Down Return"); /* Watch, Share */
    door_wait("grep -q '/" DOOR_DATA "/shared$' opened");
    door_end();
    expect_ok("mv " DOOR_DATA "/shared/hill-*s.cwr sent.cwr && rm -r hill.tmj " DOOR_DATA);
    expect_text(expect_ok("cw verify sent.cwr")->out, "level=hill");
    expect_text(expect_ok("cw verify sent.cwr")->out, "finished=yes");
    door_play("sent.cwr");
    door_wait("sleep 2");
    door_watch((XRect){24, 70, 200, 230});
    const XPicture *offered = door_look();
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
