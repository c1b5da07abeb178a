/* A game that counts points, with real keys: the best run has the most of them. */
#include "support/door.h"

FIXTURE(DOOR);

static void play(int points)
{
    door_start("exec ./points play level --probe-log probe.csv --frame-log frames.csv", "Points");
    door_wait_ticks(30);
    for (int i = 0; i < points; i++) {
        door_tap("space");
        door_wait_ticks(5);
    }
}

static void finish(void)
{
    door_tap("e");
    door_wait("grep -q over out");
    door_end();
}

static const char *times(void)
{
    return expect_ok("./points times")->out;
}

TEST(the_run_with_the_most_points_is_the_best_one)
{
    door_build("points");
    play(3);
    finish();
    expect_text(times(), "3000 points  clean");
    play(5);
    finish();
    expect_text(times(), "5000 points  clean");
    play(2);
    finish();
    expect_text(times(), "5000 points  clean");
    expect_text(
        expect_ok("./points verify --times .local/share/Clockwork/points/runs/* | tail -1")->out,
        "score=2000");
}

TEST(a_rewound_run_says_so_and_ranks_apart)
{
    door_build("points");
    play(3);
    door_press("BackSpace");
    door_wait_frames(30);
    door_release("BackSpace");
    finish();
    expect_ok("grep -q 'over rewinds=1 slowed=0 stepped=0 edited=0 clean=0' out");
    expect_text(times(), "helped");
}
