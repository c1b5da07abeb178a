/* What the medals ask for can be done: the bot takes at least bronze, clean, in every level, and
 * the bundled recordings reach every medal. */
#include "common/run.h"
#include "run/run_judge.h"
#include "sim/levels.h"
#include "support/drive.h"
#include "windup/windup.h"

#include <stdlib.h>

static Levels levels;

/* A round for each level; only where ticks are quick. */
static int list_levels(void)
{
    const char *mode = getenv("CLOCKWORK_MODE");
    if (mode != NULL && strcmp(mode, "plain") != 0) {
        fprintf(stderr, "left out: medals, in mode %s\n", mode);
        return 0;
    }
    levels_find(&levels, "assets");
    return levels.count;
}

FIXTURE(.tear_down = drive_close, .prepare = list_levels, .timeout_s = 300);

enum { TICKS_MAX = 90 * 60, BRONZE = 1 };

static void open_level(int number, char name[LEVEL_NAME_BYTES])
{
    char path[PATH_BYTES_MAX];
    EXPECT_OK(levels_resolve(&levels, levels.names[number], path, name, &error));
    drive_open(path, 60);
}

TEST(the_bot_takes_at_least_bronze)
{
    char name[LEVEL_NAME_BYTES];
    open_level(_i, name);
    drive_bot(TICKS_MAX);
    const Run *run = run_of(drive.session.world);
    ck_assert_msg(run->finished, "%s: stuck at x = %g m", name, drive_place().x);
    uint32_t ticks = (uint32_t)run_ticks(drive.session.world);
    ck_assert_msg(run_medal(&windup_game, drive.session.map, ticks, 60) >= BRONZE,
                  "%s: no medal for %.2f s", name, ticks / 60.0);
}

/* What a recording of the level is worth. That it is true is tests/exact's to say. */
static void expect_medal(const char *path, uint32_t wanted)
{
    CwReplayFile *replay = cw_replay_load(path, &error);
    EXPECT_OK(replay);
    EXPECT_OK(session_restart(&drive.session, &error));
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(&drive.session, &input, &error));
    }
    CwProbe probe = run_probe(drive.session.world);
    uint32_t ticks = (uint32_t)probe.time_ticks;
    uint32_t medal = probe.finished ? run_medal(&windup_game, drive.session.map, ticks, 60) : 0;
    ck_assert_msg(medal == wanted, "%s: medal %u for %.2f s", path, medal, ticks / 60.0);
    cw_replay_free(replay);
}

/* The next medal always has a ghost: make medals finds them. */
TEST(the_bundled_recordings_take_the_medals_that_they_are_named_for)
{
    char name[LEVEL_NAME_BYTES], path[PATH_BYTES_MAX];
    open_level(_i, name);
    snprintf(path, sizeof path, "assets/replays/%s.cwr", name);
    expect_medal(path, MEDAL_COUNT);
    for (uint32_t medal = BRONZE; medal < MEDAL_COUNT; medal++) {
        snprintf(path, sizeof path, "assets/replays/%s-%s.cwr", name,
                 windup_game.medals[medal - 1]);
        expect_medal(path, medal);
    }
}
