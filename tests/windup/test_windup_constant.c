/* No level is won by holding the same all the way, nor by mashing: each action held, each two of
 * them, the throttle held with another one tapped. The solver and the bundled replays show that
 * each can be won. */
#include "clockwork/worlds.h"
#include "support/drive.h"

#include <stdlib.h>

FIXTURE(.tear_down = drive_close, .prepare = drive_each_level, .timeout_s = 300);

enum { TICKS_MAX = 100 * 60, STUCK_TICKS = 20 * 60, FASTEST_HZ = 8, SLOWEST_HZ = 2 };

/* The same input in every tick. */
typedef struct Habit {
    uint32_t held;
    int tapped; /* action, -1: none */
    int hz;
} Habit;

static uint32_t habit_at(Habit habit, int tick)
{
    bool down = habit.tapped >= 0 && tick * habit.hz * 2 / 60 % 2 == 0;
    return habit.held | (down ? 1u << habit.tapped : 0);
}

static CwSnapshot start;

/* False when it finishes. */
static bool gets_nowhere(Habit habit)
{
    double furthest = 0.0;
    int stuck_ticks = 0;
    cw_world_restore(drive_world(), &start);
    drive.input = (CwInputFrame){0};
    for (int tick = 0; tick < TICKS_MAX && stuck_ticks < STUCK_TICKS; tick++, stuck_ticks++) {
        drive_hold(habit_at(habit, tick), 1);
        CwProbe probe = race_probe(drive_world());
        if (probe.finished) {
            return false;
        }
        if (probe.progress > furthest + 0.001) {
            furthest = probe.progress;
            stuck_ticks = 0;
        }
    }
    return true;
}

static void expect_nowhere(const char *level, Habit habit)
{
    ck_assert_msg(gets_nowhere(habit), "%s is won in %.1f s holding 0x%x, tapping %d at %d Hz",
                  level, (double)race_ticks(drive_world()) / 60.0, habit.held, habit.tapped,
                  habit.hz);
}

TEST(no_level_is_won_by_one_input_or_by_mashing)
{
    const char *name = drive_open_level(_i);
    ck_assert(cw_world_snapshot(drive_world(), &start));
    for (int a = 0; a < ACTION_COUNT; a++) {
        for (int b = a; b < ACTION_COUNT; b++) {
            expect_nowhere(name, (Habit){1u << a | 1u << b, -1, 0});
        }
        for (int hz = SLOWEST_HZ; a != ACTION_ACCELERATE && hz <= FASTEST_HZ; hz++) {
            expect_nowhere(name, (Habit){ACCELERATE, a, hz});
        }
    }
    cw_snapshot_free(&start);
}
