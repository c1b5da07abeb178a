/* Classes that collide, one-way objects of a map, a fast body and a rope, in a game built outside.
 */
#include "support/door.h"

FIXTURE(DOOR);

/* 32 points are a metre. A board to jump through at 2 to 2.5 m, and a wall of 3 cm at x = 10. */
static void build(const char *board)
{
    door_build("marbles");
    expect_ok(textf(
        "mkdir -p assets/levels && cat >assets/levels/box.tmj <<'E'\n"
        "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":12,\"height\":10,\"tilewidth\":"
        "32,"
        "\"tileheight\":32,\"infinite\":false,\"layers\":[{\"type\":\"objectgroup\",\"name\":\"o\","
        "\"objects\":[{\"id\":1,\"x\":0,\"y\":240,\"width\":64,\"height\":16,\"properties\":["
        "{\"name\":\"one_way\",\"type\":\"bool\",\"value\":%s}]},"
        "{\"id\":2,\"x\":320,\"y\":0,\"width\":1,\"height\":320},"
        "{\"id\":3,\"x\":0,\"y\":288,\"width\":320,\"height\":32}]}]}\nE",
        board));
}

TEST(helpers_of_physics_work_from_the_headers_alone)
{
    build("true");
    const char *out = expect_ok("./marbles play box --headless --ticks 240 --record run.cwr")->out;
    expect_text(out, "marble 1.0 2.7"); /* through the board, and on it */
    expect_text(out, "weight 3.");      /* at its rope */
    expect_text(out, "ghost 1.5 -");    /* through everything */
    expect_text(out, "shot 9.");        /* before the wall */
    expect_text(expect_ok("./marbles verify run.cwr")->out, "ok run.cwr");
    expect_ok("./marbles doctor box --ticks 60");
    build("false");
    expect_text(expect_ok("./marbles play box --headless --ticks 240")->out, "marble 1.0 1.2");
}

TEST(a_rewound_run_of_them_verifies)
{
    build("true");
    door_start("exec ./marbles play box --record run.cwr --frame-log frames.csv", "Marbles");
    door_wait("grep -q '^shot 9' out");
    door_press("BackSpace");
    door_wait_still(); /* at the beginning */
    door_release("BackSpace");
    door_wait("[ $(grep -c '^shot 9' out) -ge 2 ]"); /* the same moment again */
    door_end();
    expect_text(expect_ok("./marbles verify run.cwr")->out, "ok run.cwr");
}
