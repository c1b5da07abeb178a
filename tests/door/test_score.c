/* A game that counts points, with real keys: the best run has the most of them. */
#include "support/door.h"

FIXTURE(DOOR);

#define RUNS ".local/share/Clockwork/points/runs/*"

static void play_level(const char *level, int points)
{
    door_start(textf("exec ./points play %s" DOOR_OPTIONS, level), "Points");
    door_wait_ticks(30);
    for (int i = 0; i < points; i++) {
        door_tap("space");
        door_wait_ticks(5);
    }
}

static void play(int points)
{
    play_level("calm", points);
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
    expect_text(expect_ok("./points verify --times " RUNS " | tail -1")->out, "score=2000");
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
    expect_text(times(), "assisted");
}

TEST(a_continued_run_says_so_and_ranks_apart)
{
    door_build("points");
    play(3);
    door_kill();
    door_start("exec ./points play --continue" DOOR_OPTIONS, "Points");
    door_wait_frames(30);
    door_tap("Escape");
    door_wait_ticks(30);
    finish();
    expect_ok("grep -q 'over rewinds=1 slowed=0 stepped=0 edited=0 clean=0' out");
    expect_text(times(), "assisted");
    expect_ok("./points verify " RUNS " | tail -1 | grep rewinds=1");
    expect_ok("./points verify --times " RUNS " | grep 'time.* clean=no .* seed=1$'");
}

static const char SLOW[] = "--set display.target_fps=20 --set simulation.";
static const char STOP_AND_GO[] =
    "for i in 1 2 3 4 5 6; do kill -STOP %d; sleep %s; kill -CONT %d; sleep 0.2; done";

/* Settings that drop time, then stops that follow one another. */
TEST(a_run_that_loses_time_says_so_and_ranks_apart, .rounds = 4)
{
    static const char *const settings[] = {"max_frame_time=0.017", "max_steps_per_frame=1"};
    door_build("points");
    play_level(_i < 2 ? textf("calm %s%s", SLOW, settings[_i]) : "calm", 3);
    door_wait_ticks(60);
    if (_i >= 2) {
        expect_ok(textf(STOP_AND_GO, door.pid, _i == 2 ? "0.4" : "1.2", door.pid));
    }
    finish();
    expect_ok("grep -q 'over rewinds=0 slowed=1 stepped=0 edited=0 clean=0' out");
    expect_text(times(), "assisted");
    expect_text(expect_ok("./points verify --times " RUNS)->out, " clean=no ");
}

TEST(levels_without_maps_have_names_results_and_a_run_to_continue)
{
    door_build("points");
    play(3);
    finish();
    play_level("storm", 3);
    finish();
    expect_text(expect_ok("./points levels")->out, "calm\nstorm\n");
    expect_ok("./points times | grep -q '^calm .* 3000 points'");
    expect_ok("./points times storm | grep -q '^storm .* 30000 points'");
    expect_text(expect_ok("./points verify " RUNS)->out, "level=storm");
    play_level("calm", 2);
    door_end();
    door_start("exec ./points play --continue --frame-log frames.csv", "Points");
    door_wait("grep -q . frames.csv");
    door_end();
    expect_ok("ls .local/share/Clockwork/points/runs | tail -1 | grep -q calm");
    expect_ok("./points play gale 2>&1 | grep -q 'no level .gale. .*calm, storm'");
}
