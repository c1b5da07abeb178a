/* Continues a recorded run: its inputs are simulated again from the level's first tick, as fast as
 * they can be, and play goes on after them. The player's last run, or a watched one, taken over. */
#include "program/loop.h"

#include "run/replay_header.h"
#include "sim/world_setting.h"

#include <stdio.h>

static bool load_last_run(Loop *loop, const char *level, CwError *error)
{
    const ReplayPlayer player = {.game = loop->desc.game,
                                 .levels = loop->desc.choice.levels,
                                 .fingerprint = loop->desc.rules.fingerprint};
    Recording last;
    char path[PATH_BYTES_MAX];
    if (!recordings_last_run(&loop->places, level, &last) ||
        !recordings_path(&loop->places, &last, path)) {
        return cw_error_set(error, "there is no run to continue%s%s",
                            level == NULL ? "" : " of level ", level == NULL ? "" : level);
    }
    CwReplayFile *run = replay_load_for(path, &player, error);
    if (run != NULL) {
        rerun_plan_leave_fatal_tick(run);
    }
    if (run != NULL && run->tick_count == 0) {
        cw_error_set(error, "%s: the run ended before its first tick", path);
        cw_replay_free(run);
        run = NULL;
    }
    if (run != NULL) {
        loop_resume_close(loop);
        loop->resumed.run = run;
    }
    return run != NULL;
}

/* The level's file, unless the run carries its level or the game has none. */
static bool find_level(LoopResumed *resumed, const Levels *levels, CwError *error)
{
    char name[LEVEL_NAME_BYTES];
    resumed->map_path[0] = '\0';
    return levels->count == 0 || resumed->run->level_file != NULL ||
           levels_resolve(levels, resumed->run->header.level, resumed->map_path, name, error);
}

/* Retries keep the settings that differ from the level's own: a recording can't say why. */
static void keep_settings(Session *session, const Config *config)
{
    CwSimSettings usual = config->sim;
    settings_take_map(&usual, session->map, config->fixed_settings);
    session->desc.by_code = !cw_sim_settings_equal(&session->desc.settings, &usual);
}

/* Once the run before it has ended. Its ticks up to `last` are simulated again. */
static bool open_resumed(Loop *loop, uint64_t last, bool taken_over, CwError *error)
{
    LoopResumed *resumed = &loop->resumed;
    if (!find_level(resumed, loop->desc.choice.levels, error)) {
        return false;
    }
    resumed->plan = (RerunPlan){.run = resumed->run,
                                .map_path = resumed->map_path,
                                .tick = last,
                                .last = last,
                                .taken_over = taken_over,
                                .continued = !taken_over,
                                .paused = true};
    if (!loop_open_rerun(loop, &resumed->plan, error)) {
        return false;
    }
    keep_settings(&loop->playback.session, loop->desc.config);
    CwReplayHeader here = replay_header_of(&loop->playback.session);
    here.arena_bytes = resumed->run->header.arena_bytes; /* a larger world plays the same */
    return replay_header_matches(&resumed->run->header, &here, error) &&
           runs_begin(&loop->runs, error);
}

bool loop_resume(Loop *loop, const char *level, CwError *error)
{
    return load_last_run(loop, level, error) &&
           open_resumed(loop, loop->resumed.run->tick_count, false, error);
}

static void refuse(Loop *loop, const CwError *error)
{
    playback_hold(&loop->playback, HOLD_RERUN, false);
    runs_refuse(&loop->runs, NULL, error, "This run can't continue");
}

void loop_resume_instead(Loop *loop)
{
    CwError error = {0};
    runs_end(&loop->runs);
    if (!loop_resume(loop, NULL, &error)) {
        refuse(loop, &error);
    }
}

void loop_take_over(Loop *loop)
{
    CwError error = {0};
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    runs_end(&loop->runs);
    loop_resume_close(loop);
    loop->resumed.run = loop->runs.watched;
    loop->runs.watched = NULL;
    if (!open_resumed(loop, tick > 0 ? tick : 1, true, &error)) {
        refuse(loop, &error);
    }
}

void loop_resume_close(Loop *loop)
{
    cw_replay_free(loop->resumed.run);
    loop->resumed.run = NULL;
}
