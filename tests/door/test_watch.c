/* Recordings as they are watched in the installed program. */
#include "support/door.h"

FIXTURE(DOOR);

static const XRect CLOCK = {14, 14, 100, 26}, BAR = {108, 342, 424, 4};
static const uint32_t ACCENT = 0xdba645;

static void watch(void)
{
    expect_ok("cw play first-wind --headless --hold accelerate --ticks 1500 --record run.cwr");
    door_start("exec \"$CLOCKWORK\" replay run.cwr --set display.width=640 "
               "--set display.height=360 --frame-log frames.csv",
               "Windup.*");
    door_wait_change(door_look(), 0.1);
}

TEST(space_pauses_and_resumes_a_replay_and_arrows_step_it)
{
    watch();
    door_tap("space");
    door_wait_still();
    door_watch(CLOCK);
    const XPicture *stopped = door_look();
    door_tap("Right");
    door_wait_change(stopped, 0.01);
    door_tap("Left");
    door_wait_same(stopped, 0.005);
    door_tap("space");
    door_wait_change(stopped, 0.05);
    door_end();
}

/* Waits until the row at this height is the one that is chosen. */
static void wait_chosen(int y)
{
    door_watch((XRect){100, y - 3, 40, 6});
    door_wait_colour(ACCENT, 0.9);
}

/* Records a run and chooses it from the title. */
static void choose_recorded(void)
{
    expect_ok("mkdir -p " DOOR_DATA "/runs && cw play first-wind --headless --bot --ticks 600 "
              "--record " DOOR_DATA "/runs/00000001-20260101-000000-1-first-wind.cwr");
    door_play("");
    wait_chosen(132);                  /* Continue */
    door_tap("Down Down Down Return"); /* the replays */
    wait_chosen(102);
    door_tap("Return");
    wait_chosen(175);
}

TEST(a_run_among_the_replays_is_watched)
{
    choose_recorded();
    door_tap("Return"); /* watch */
    door_watch(BAR);
    door_wait_colour(ACCENT, 0.1);
    door_end();
}

TEST(a_run_among_the_replays_is_raced)
{
    choose_recorded();
    door_tap("Down Return Down Return"); /* race it, and Yes: it replaces the run to continue */
    door_wait("ls " DOOR_DATA "/runs | grep -v ^00000001-"); /* a run of the player's */
    door_wait_ticks(60);
    door_end();
    expect_ok("cw verify " DOOR_DATA "/runs/*.cwr");
}

TEST(a_replay_that_is_played_from_here_has_no_rank)
{
    door_start("exec \"$CLOCKWORK\" --set display.width=640 --set display.height=360 "
               "--probe-log probe.csv --frame-log frames.csv",
               "Windup.*");
    door_wait_change(door_look(), 0.1);
    door_tap("Down Down Return"); /* replays, which are read from files */
    door_wait_frames(60);
    door_tap("Return"); /* the first one */
    door_wait_frames(60);
    door_tap("Return"); /* watch */
    door_wait_row(door.probe_count, row_is_rolling);
    door_tap("Escape");
    door_wait_still();
    door_tap("Down Down Return"); /* play from here */
    door_wait("ls " DOOR_DATA "/runs/*-first-wind.cwr");
    door_wait_still();
    door_tap("Escape");
    door_wait_ticks(60);
    door_end();
    expect_text(expect_ok("cw verify " DOOR_DATA "/runs/*")->out, " taken_over=yes");
    expect_text(expect_ok("cw verify --times " DOOR_DATA "/runs/* || true")->out, "took over");
}
