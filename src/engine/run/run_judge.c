#include "run/run_judge.h"

#include "run/replay_run.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>

uint32_t run_medal(const CwGame *game, const CwMap *map, uint32_t ticks, int tick_rate)
{
    for (int medal = game->medal_count; map != NULL && medal > 0; medal--) {
        char name[64];
        snprintf(name, sizeof name, "%s_s", game->medals[medal - 1]);
        double limit_s = cw_map_number(map, NULL, name, 0.0);
        if (ticks <= floor(limit_s * tick_rate + 0.5)) {
            return (uint32_t)medal;
        }
    }
    return 0;
}

static bool may_count(const CwReplayFile *replay, const RunRules *rules, CwError *error)
{
    if (replay->edit_count > 0) {
        return cw_error_set(error, "it holds %zu value%s changed by hand, the first at tick %llu",
                            replay->edit_count, replay->edit_count == 1 ? "" : "s",
                            (unsigned long long)replay->edits[0].tick);
    }
    if (replay->state == CW_REPLAY_BAD) {
        return cw_error_set(error, "%s", replay->problem.text);
    }
    if (replay->state == CW_REPLAY_ENDED && !replay->finished) {
        return cw_error_set(error, "the level is not finished in it");
    }
    if (replay->level_file != NULL) {
        return cw_error_set(error, "the level that it carries is none of the game's");
    }
    return cw_sim_settings_equal(&replay->header.settings, &rules->settings) ||
           cw_error_set(error, "it was not played under the game's own settings");
}

static bool simulate(Session *session, const CwReplayFile *replay, CwRunTime *time, CwError *error)
{
    Run run;
    run_begin(&run, &(RunDesc){.session = session, .source = run_source_replay(replay)});
    for (size_t i = 0; i < replay->tick_count; i++) {
        if (!run_advance(&run, error)) {
            return false;
        }
        if (session->world->input.command.setting != CW_SETTING_NONE) {
            return cw_error_set(error, "a setting changes at tick %zu", i + 1);
        }
        if (run.differs_at > 0) {
            return cw_error_set(error, "tick %zu differs in %s", i + 1, run.differs_in);
        }
    }
    *time = run.time;
    return time->ticks > 0 || cw_error_set(error, "the level is not finished in it");
}

bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error)
{
    Session session = {0};
    *time = (CwRunTime){0};
    if (!may_count(replay, rules, error) ||
        !replay_open_session(&session, replay, &rules->player, error)) {
        return false;
    }
    bool good = simulate(&session, replay, time, error);
    if (good) {
        time->clean = replay->rewind_count == 0 && replay->slowest_speed >= REPLAY_SPEED_NORMAL;
        time->medal =
            run_medal(rules->player.game, session.map, time->ticks, rules->settings.tick_rate);
    }
    session_close(&session);
    return good;
}
