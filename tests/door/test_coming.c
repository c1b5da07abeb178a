/* The coming tick in a real window, with real keys: the recording and the hashes are those of a run
 * without it, and hardly any guess is wrong. */
#include "support/door.h"

FIXTURE(DOOR);

static bool is_on_its_way(const ProbeRow *row)
{
    return row->tick >= 30;
}

static void drive(const char *settings)
{
    door_play(textf("first-wind %s --set display.vsync=off --set display.target_fps=100 --stats "
                    "--hash-log hashes --record run.cwr",
                    settings));
    int row = door_wait_row(0, is_on_its_way);
    door_press("Right");
    row = door_wait_row(row, row_is_fast);
    door_tap("space");
    door_release("Right");
    door_tap("Escape");
    door_tap("Escape");
    door_press("BackSpace");
    door_wait_frames(10);
    door_release("BackSpace");
    door_wait_frames(60);
    door_end();
}

static const char *const settings[] = {"--set display.latency=ahead",
                                       "--set display.latency=interpolate"};

TEST(a_recording_verifies_whatever_moment_was_shown, .rounds = CW_ARRAY_LENGTH(settings))
{
    drive(settings[_i]);
    expect_text(expect_ok("cw verify run.cwr")->out, "ok ");
    expect_ok(_i == 0 ? "grep -q '^latency_mode ahead' out && "
                        "awk '/^coming_ticks/ {exit !($4 > 4 * $6)}' out"
                      : "grep -q '^coming_ticks 0 ' out");
}
