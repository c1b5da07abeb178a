/* Lost runs, and runs that the title continues or replaces, with real keys in a game of two levels.
 */
#include "support/door.h"

#define RUNS ".local/share/Clockwork/points/runs/*"

FIXTURE(DOOR);

static bool is_late(const ProbeRow *row)
{
    return row->tick > 320;
}

static void start(const char *arguments)
{
    door_start(textf("exec ./points play %s" DOOR_OPTIONS, arguments), "Points");
    door_wait("grep -q calm out");
}

static void wait_runs(int count)
{
    char line[64]; /* a wait may outlast the texts of textf */
    snprintf(line, sizeof line, "[ $(grep -c '^run calm' out) = %d ]", count);
    door_wait(line);
}

TEST(a_lost_run_has_no_time_and_retry_is_what_return_chooses)
{
    door_build("points");
    start("calm");
    door_wait_ticks(320);
    door_tap("space l");
    door_wait("grep -q results out");
    door_wait_frames(30); /* for half a second they take no keys */
    door_tap("Return");
    wait_runs(2); /* the next level is called storm */
    door_tap("l");
    door_wait_ticks(5);
    door_kill();
    expect_text(expect_ok("./points times")->out, "no times yet");
    expect_ok("[ $(./points verify " RUNS " | grep -c '^[oc][ku].* finished=no') = 2 ]");
    start("");
    door_tap("Return"); /* Play: there is no run to continue */
    wait_runs(1);
    door_end();
}

TEST(the_title_continues_a_run_and_asks_before_another_replaces_it)
{
    door_build("points");
    start("calm");
    door_wait_ticks(320);
    door_end();
    start("");
    door_tap("Return"); /* Continue */
    wait_runs(1);
    door_wait_frames(60);
    door_tap("Escape"); /* it begins paused */
    door_wait_row(0, is_late);
    door_end();
    start("");
    door_tap("Down Return Return"); /* Play, No */
    door_wait_frames(30);
    expect_ok("! grep run out");
    door_tap("Return Down Return"); /* Play, Yes */
    wait_runs(1);
    door_wait_ticks(10);
    door_end();
    start("");
    door_tap("Down Return"); /* Play: a run of some ticks is no loss */
    wait_runs(1);
    door_end();
}
