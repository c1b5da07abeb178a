/* Looking at what happens, in the installed program: nothing of it changes the run. */
#include "support/door.h"

FIXTURE(DOOR);

/* In a pause of first-wind, after it began to move; the picture. */
static const XPicture *stop(const char *arguments)
{
    door_play(textf("first-wind %s", arguments));
    door_wait_ticks(30);
    door_tap("Escape");
    return door_wait_still();
}

/* A key shows something, and so often pressed in all it is away again. */
static void toggle(const XPicture *paused, const char *key, int times)
{
    for (int i = 1; i < times; i++) {
        const XPicture *before = door_look();
        door_tap(key);
        door_wait_change(before, 0.002);
    }
    door_tap(key);
    door_wait_same(paused, 0.001);
}

/* The shapes; a graph, then everything; two seconds ahead. */
TEST(f2_f3_and_f4_show_something_and_hide_it)
{
    const XPicture *paused = stop("--hold accelerate");
    toggle(paused, "F2", 2);
    toggle(paused, "F3", 3);
    toggle(paused, "F4", 2);
    door_end();
}

TEST(i_looks_inside_and_a_pinned_field_has_a_curve)
{
    const XPicture *paused = stop("");
    door_tap("i");
    const XPicture *inside = door_wait_change(paused, 0.05);
    door_tap("e");
    door_wait_change(inside, 0.005);
    door_tap("q");
    inside = door_wait_still();
    door_tap("f");
    door_wait_change(inside, 0.003);
    door_tap("f");
    const XPicture *unpinned = door_wait_still();
    door_tap("Escape"); /* the world alone */
    door_wait_change(unpinned, 0.1);
    door_tap("Escape");
    door_wait_ticks(20);
    door_end();
}

/* Goes 30 ticks back in a pause and edits the buggy's first field. The recording keeps its length.
 */
TEST(a_value_typed_in_the_past_keeps_the_rest_of_the_run)
{
    door_play("first-wind --record run.cwr");
    door_press("Right");
    door_wait_ticks(120);
    door_release("Right");
    door_tap("Escape");
    door_wait_still();
    door_tap("bracketleft bracketleft bracketleft i");
    const XPicture *panel = door_wait_still();
    door_tap("Return");
    const XPicture *typing = door_wait_change(panel, 0.0005);
    door_tap("7 Return");
    door_wait_change(typing, 0.001);
    door_wait_still();
    door_end();
    const char *said = expect_ok("cw verify run.cwr")->out;
    expect_text(said, textf(" ticks=%lu ", door.probe[door.probe_count - 1].tick));
    expect_text(said, " edits=1");
}
