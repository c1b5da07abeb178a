/* The medals can be won: the bot takes at least bronze, clean, in every level, and the bundled
 * recordings reach every medal. */
#include "run/replay_run.h"
#include "sim/levels.h"
#include "support/drive.h"
#include "windup/windup.h"

#include <stdlib.h>

FIXTURE(.tear_down = drive_close, .prepare = drive_each_level, .timeout_s = 300);

enum { TICKS_MAX = 90 * 60, BRONZE = 1 };

TEST(the_bot_takes_at_least_bronze)
{
    const char *name = drive_open_level(_i);
    drive_bot(TICKS_MAX);
    const Race *run = drive_run();
    ck_assert_msg(run->finished, "%s: stuck at x = %g m", name, drive_place().x);
    uint32_t ticks = (uint32_t)race_ticks(drive_world());
    ck_assert_msg(run_medal(&windup_game, drive.session.map, ticks, 60) >= BRONZE,
                  "%s: no medal for %.2f s", name, ticks / 60.0);
}

/* The medal of a recording. tests/exact verifies the recording itself. */
static void expect_medal(const char *path, uint32_t wanted)
{
    CwReplayFile *replay = cw_replay_load(path, &error);
    EXPECT_OK(replay);
    EXPECT_OK(session_restart(&drive.session, &error));
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(&drive.session, &input, &error));
    }
    CwProbe probe = race_probe(drive_world());
    uint32_t ticks = (uint32_t)probe.time_ticks;
    uint32_t medal = probe.finished ? run_medal(&windup_game, drive.session.map, ticks, 60) : 0;
    ck_assert_msg(medal == wanted, "%s: medal %u for %.2f s", path, medal, ticks / 60.0);
    cw_replay_free(replay);
}

/* The next medal always has a ghost: make medals finds them. */
TEST(the_bundled_recordings_take_the_medals_that_they_are_named_for)
{
    const char *name = drive_open_level(_i);
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "assets/replays/%s.cwr", name);
    expect_medal(path, MEDAL_COUNT);
    for (uint32_t medal = BRONZE; medal < MEDAL_COUNT; medal++) {
        snprintf(path, sizeof path, "assets/replays/%s-%s.cwr", name,
                 windup_game.medals[medal - 1]);
        expect_medal(path, medal);
    }
}
