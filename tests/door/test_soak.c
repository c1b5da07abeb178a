/* The window's side of a soak: restarts, sizes, focus and fullscreen in one process, whose memory,
 * descriptors and files stay flat. CLOCKWORK_SOAK_RESTARTS asks for more of them. */
#include "support/door.h"
#include "support/growth.h"
#include "support/xvfb.h"

FIXTURE(DOOR);

enum { RESTARTS_SHORT = 24, ROUND = 6 };

static Growth meter;

static void resize(int width_px, int height_px)
{
    ck_assert(xvfb_xdotool(textf("windowsize %lu %d %d", door.window, width_px, height_px)));
}

static void disturb(int round)
{
    switch (round % 4) {
    case 0:
        resize(500, 400);
        resize(640, 360);
        break;
    case 1:
        x_unfocus();
        door_focus("Windup");
        door_tap("Escape Escape");
        break;
    case 2:
        door_tap("F11");
        door_tap("F11");
        break;
    case 3:
        door_tap("Escape Down Return"); /* starts again */
        break;
    }
}

TEST(restarts_in_a_window_leave_everything_flat)
{
    const char *asked = getenv("CLOCKWORK_SOAK_RESTARTS");
    int count = asked == NULL ? RESTARTS_SHORT : atoi(asked);
    const double limits[GROWTH_COLUMN_COUNT] = {
        /* The last minute of sound, 11 MB, becomes resident in a minute. */
        [GROWTH_RSS] = count < 500 ? -1 : 16384,
        [GROWTH_FDS] = 0.01,
        [GROWTH_THREADS] = 0.01,
        [GROWTH_FILES] = 0.1,
        [GROWTH_FILE_BYTES] = -1};
    door_play("first-wind --set game.flight_recorder=2 --set debug.trace_ring=off");
    meter = (Growth){.pid = door.pid, .folder = temp_path(DOOR_DATA)};
    for (int i = 0; i < count; i++) {
        door_press("Right");
        door_release("Right");
        door_tap("t");
        free(door_see());
        growth_take(&meter, i, 0);
        if (i % ROUND == ROUND - 1) {
            disturb(i / ROUND);
        }
    }
    char found[512];
    ck_assert_msg(growth_find(&meter, limits, found) == 0, "%s", found);
    door_end();
}
