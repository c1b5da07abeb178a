/* The story of a player and a maker of games with the installed program, from the first key to the
 * file that is left. Points are of a window of 640x360. */
#include "frame/saves.h"
#include "support/door.h"

FIXTURE(DOOR);

/* Its medals are easy to win. */
static void add_easy_level(void)
{
    door_own_installation();
    write_easy_level(DOOR_OWN "/assets/levels/easy.tmj",
                     ",\"properties\":[{\"name\":\"clockmaker_s\",\"type\":\"float\",\"value\":60},"
                     "{\"name\":\"gold_s\",\"type\":\"float\",\"value\":70},{\"name\":\"silver_s\","
                     "\"type\":\"float\",\"value\":80},{\"name\":\"bronze_s\",\"type\":\"float\","
                     "\"value\":90}]");
    expect_ok("sed -i '1i easy' " DOOR_OWN "/assets/levels/order.txt");
}

static const uint32_t CLOCKMAKER = 0x1f8f9a;
static const XRect MEDAL_OF_RESULTS = {41, 115, 40, 20}, MEDAL_OF_FIRST_CARD = {138, 72, 20, 20},
                   BEFORE_THE_START = {360, 195, 200, 45};

static bool is_finished(const ProbeRow *row)
{
    return row->progress >= 1;
}

static bool is_standing(const ProbeRow *row)
{
    return row->tick > 5 && row->progress < 0.1;
}

/* Drives to the finish; the results show the medal. At first they take no keys, as the player may
 * still be hopping. */
static void finish(int from)
{
    door_press("Right");
    door_wait_row(from, is_finished);
    door_release("Right");
    door_watch(MEDAL_OF_RESULTS);
    door_wait_colour(CLOCKMAKER, 0.15);
    door_wait_still();
}

TEST(a_finished_run_is_a_time_a_medal_a_card_and_the_ghost_of_the_next)
{
    add_easy_level();
    door_play("easy");
    finish(0);
    door_tap("t");
    door_wait_row(door.probe_count, is_standing);
    door_watch(BEFORE_THE_START);
    const XPicture *hills = door_wait_still();
    door_tap("Up"); /* the clock runs from the first key on */
    door_wait_change(hills, 0.25);
    door_wait_same(hills, 0.15); /* it has passed; the hop has moved the camera */
    door_tap("Escape");
    door_wait_still();
    door_tap("Up Up Return"); /* the title */
    door_wait_change(hills, 0.1);
    door_tap("Down Down Return"); /* the levels */
    door_watch(MEDAL_OF_FIRST_CARD);
    door_wait_colour(CLOCKMAKER, 0.2);
    int rows = door.probe_count;
    door_tap("Return"); /* plays it */
    door_wait_row(rows, is_standing);
    door_end();
    const char *times = expect_ok("cw times")->out;
    ck_assert_msg(strstr(times, "easy ") == times && strstr(times, " clean ") != NULL, "%s", times);
    expect_text(times, " clockmaker\n");
    expect_ok("cw times easy best.cwr && cw verify --times best.cwr | grep clean=yes");
}

/* The part of the buggy that has the blue of nickel paint, at the start of a level. */
static double blue_share(void)
{
    door_play("first-wind --set picture.paint=nickel");
    door_watch((XRect){170, 160, 140, 60});
    door_wait_ticks(30);
    double share = x_picture_share(door_look(), 0x3d629c);
    door_end();
    return share;
}

/* As saves of best runs, whose recordings are not looked at here. */
static void win_nine_silver_medals(void)
{
    struct {
        CwRunTime time;
        char recording;
    } best = {{.ticks = 1500, .tick_rate = 60, .clean = 1, .medal = 2}, 'x'};
    CwSaves saves = saves_in(temp_path(DOOR_DATA));
    char *levels = strdup(expect_ok("cw levels | head -9")->out), *rest = levels;
    for (const char *level; (level = strtok_r(rest, "\n", &rest)) != NULL;) {
        EXPECT_OK(cw_save_write(&saves, textf("clockwork-best-%s", level),
                                &(CwSave){2, &best, sizeof best}, &error));
    }
    free(levels);
}

TEST(a_paint_job_is_seen_once_its_medals_are_won)
{
    ck_assert_double_lt(blue_share(), 0.001);
    win_nine_silver_medals();
    ck_assert_double_gt(blue_share(), 0.002);
    expect_ok("rm " DOOR_DATA "/saves/*-first-wind.save"); /* eight are not enough */
    ck_assert_double_lt(blue_share(), 0.001);
}

TEST(a_killed_run_resumes_where_it_was)
{
    door_play("first-wind");
    door_press("Right");
    door_wait_row(0, row_is_rolling);
    door_wait_ticks(90);   /* all but the last second is on disk */
    door_release("Right"); /* a key that stays down steps the pause */
    door_kill();
    double killed = (double)door_last_tick();
    door_start("exec \"$CLOCKWORK\" play --continue" DOOR_OPTIONS, "Windup");
    door_wait_still(); /* in a pause, which logs no tick */
    door_tap("Escape");
    door_wait_ticks(30);
    EXPECT_BETWEEN((double)door.probe[0].tick, killed - 80, killed + 2);
    EXPECT_BETWEEN(door.probe[0].x_m, 10, 60);
    door_end();
    expect_ok("cw verify " DOOR_DATA "/runs/* | tail -1 | grep -q ^ok");
}

TEST(without_a_run_there_is_nothing_to_continue)
{
    expect(1, "cw play --continue gear-works --headless --ticks 5",
           "there is no run to continue of level gear-works");
}

TEST(a_key_that_was_bound_in_the_menus_drives_after_the_next_start)
{
    door_play("first-wind");
    door_wait_ticks(30);
    door_tap("Escape");
    door_wait_still();
    door_tap(
        "Down Down Down Return Down Down Down Return Return"); /* settings, controls, keyboard */
    const XPicture *rows = door_wait_still();
    door_tap("Return");
    door_wait_change(rows, 0.001);
    door_tap("x");
    door_wait("grep 'accelerate = key:X ' " DOOR_DATA "/config.ini");
    door_tap("Escape Escape Escape Down Down Return");
    ck_assert_int_eq(door_wait_end(), 0);
    expect_text(expect_ok("cw config")->out, "accelerate = key:X ");
    door_play("first-wind");
    door_press("x");
    door_wait_row(0, row_is_fast);
    door_release("x");
    door_end();
}

TEST(the_game_of_clockwork_new_is_finished_by_hand_and_verifies)
{
    expect_ok("cw new hopper && make -s -C hopper");
    door_start("cd hopper && exec build/hopper --set display.width=640 --set display.height=360 "
               "--record ../run.cwr --probe-log ../probe.csv --frame-log ../frames.csv",
               "Hopper");
    door_wait_still();
    door_tap("Return"); /* the title: play */
    door_press("Right");
    door_wait_row(0, is_finished);
    door_release("Right");
    door_end();
    expect_text(expect_ok("hopper/build/hopper verify run.cwr")->out, " finished=yes ");
}
