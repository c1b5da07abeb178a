/* Many worlds at once, in a program without a window that is built outside. */
#include "support/door.h"

FIXTURE(DOOR);

TEST(worlds_in_threads_have_the_bits_of_worlds_in_turn)
{
    door_build("worlds");
    expect_ok("cat >box.tmj <<'E'\n"
              "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,"
              "\"tilewidth\":32,\"tileheight\":32,\"infinite\":false,\"layers\":[],"
              "\"properties\":[{\"name\":\"tick_rate\",\"type\":\"int\",\"value\":30}]}\nE");
    const char *out = expect_ok("./worlds")->out;
    expect_text(out, "19 of 20: nowhere.tmj: ");
    expect_text(out, "rate 30, given 60\nsame\n");
}
