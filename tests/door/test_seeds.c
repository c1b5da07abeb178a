/* The seeds of runs, with real keys, in a game built outside: new ones as CwGame.seed says. */
#include "support/door.h"

FIXTURE(DOOR);

#define RUNS ".local/share/Clockwork/points/runs/*"

static void start(const char *policy, const char *arguments)
{
    door_start(textf("SEEDS=%s exec ./points play %s" DOOR_OPTIONS, policy, arguments), "Points");
    door_wait("grep -q run out || grep -q title out");
}

/* Prints each world's numbers of the runs so far, and asserts how many worlds there are and how
 * many of them are different. */
static void check_worlds(int count, int different)
{
    char line[64]; /* a wait may outlast the texts of textf */
    snprintf(line, sizeof line, "[ $(grep -c '^run' out) = %d ]", count);
    door_wait(line);
    expect_ok(textf("[ $(grep '^run' out | sort -u | wc -l) = %d ]", different));
}

static void restart_twice(void)
{
    door_wait_ticks(10);
    door_tap("t"); /* the player's */
    door_wait("[ $(grep -c '^run' out) = 2 ]");
    door_wait_ticks(10);
    door_tap("r"); /* the game's */
}

TEST(runs_begin_with_seeds_as_the_game_says, .rounds = 3)
{
    static const struct {
        const char *policy;
        int in_session, in_all;
    } rows[] = {{"run", 3, 4}, {"level", 1, 2}, {"none", 1, 1}};
    door_build("points");
    start(rows[_i].policy, "calm");
    restart_twice();
    check_worlds(3, rows[_i].in_session);
    door_end();
    expect_ok("mv out before");
    start(rows[_i].policy, "calm");
    expect_ok(textf("[ $(cat before out | grep '^run' | sort -u | wc -l) = %d ]", rows[_i].in_all));
    door_end();
    expect_ok("./points verify " RUNS);
}

TEST(a_given_seed_and_a_run_without_a_window_are_the_same_each_time)
{
    static const char HEADLESS[] = "SEEDS=run ./points play calm --headless --ticks 2 ";
    door_build("points");
    start("run", "--seed 5");
    door_wait("cp out title");
    door_tap("Return");
    check_worlds(1, 1);
    restart_twice();
    check_worlds(3, 1);
    door_end();
    expect_ok("mv out before");
    expect_ok(textf("%s >one && %s >two && %s --seed 5 >five", HEADLESS, HEADLESS, HEADLESS));
    expect_ok("cmp one two && grep -qxf five before && ! cmp one five");
}

TEST(a_demonstration_has_the_first_seed_and_a_race_that_of_its_recording)
{
    door_build("points");
    start("run", "");
    door_tap("Return");
    check_worlds(1, 1);
    expect_ok("./points play calm --headless --ticks 2 | sed s/run/title/ | grep -qxf - out");
    door_wait_ticks(10);
    door_tap("e");
    door_wait_ticks(30);
    door_end();
    expect_ok("mv out before");
    start("run", "");
    static const char *const keys[] = {"Down Down Return", "Return", "Down Return"};
    for (int i = 0; i < 3; i++) { /* Replays, the best run, Race it; each page reads files */
        door_tap(keys[i]);
        door_wait_frames(60);
    }
    check_worlds(1, 1);
    door_wait_ticks(10);
    door_tap("t");
    check_worlds(2, 1);
    expect_ok("grep '^run' before | grep -qxf - out");
    door_end();
}

TEST(a_continued_run_keeps_its_seed_for_retries_too)
{
    door_build("points");
    start("level", "calm");
    door_wait_ticks(90);
    door_kill();
    expect_ok("mv out before");
    start("level", "--continue");
    door_tap("Escape");
    restart_twice();
    check_worlds(3, 1);
    expect_ok("grep -qxf before out");
    door_end();
}

TEST(runs_of_other_seeds_are_assisted_unless_the_game_ranks_them_together)
{
    static const char JUDGE[] = "./points verify --times one.cwr seven.cwr";
    door_build("points");
    expect_ok("./points play calm --headless --hold end --record one.cwr && "
              "./points play calm --headless --hold end --record seven.cwr --seed 7");
    expect_ok(textf("%s | grep 'one.*clean=yes.*seed=1$'", JUDGE));
    expect_ok(textf("%s | grep 'seven.*clean=no.*seed=7$'", JUDGE));
    expect_ok(textf("ANY_SEED=1 %s | grep 'seven.*clean=yes.*seed=7$'", JUDGE));
}
