#include "run/rerun_plan.h"

#include "sim/world_edit.h"

#include <stdio.h>
#include <unistd.h>

MapText rerun_plan_carried(const CwReplayFile *run)
{
    return (MapText){run->level_file, run->level_file_bytes};
}

/* The session keeps the path of the level's file, whatever its text comes from. */
static void choose_level(SessionDesc *desc, const RerunPlan *plan, char name[PATH_BYTES_MAX])
{
    bool named = plan->map_path != NULL && plan->map_path[0] != '\0';
    bool reads_file = named && plan->map_text.bytes == NULL && access(plan->map_path, F_OK) == 0;
    MapText carried = rerun_plan_carried(plan->run);
    if (!reads_file) {
        desc->map_text = plan->map_text.bytes != NULL ? plan->map_text : carried;
    }
    if (named) {
        desc->map_path = plan->map_path;
    } else if (desc->map_text.bytes != NULL) {
        snprintf(name, PATH_BYTES_MAX, "%s (as it was)", desc->level);
        desc->map_path = name;
    }
}

bool rerun_plan_open(Session *session, const RerunPlan *plan, const SessionDesc *desc,
                     CwError *error)
{
    const CwReplayFile *run = plan->run;
    SessionDesc begins = *desc;
    char name[PATH_BYTES_MAX];
    begins.seed = run->header.seed;
    begins.level = run->header.level;
    begins.settings = plan->settings != NULL ? *plan->settings : run->header.settings;
    choose_level(&begins, plan, name);
    return session_open(session, &begins, error);
}

CwTickInput rerun_plan_input(const RerunPlan *plan, uint64_t tick)
{
    CwTickInput input = cw_replay_input(plan->run, tick);
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        action_map_apply(&plan->actions, &input.players[i]);
    }
    if (plan->settings != NULL) {
        input.command = (CwInputCommand){0};
    }
    return input;
}

bool rerun_plan_edit(Session *session, const RerunPlan *plan)
{
    const CwReplayFile *run = plan->run;
    uint64_t tick = cw_world_tick(session->world);
    bool edited = false;
    for (size_t i = 0; i < run->edit_count; i++) {
        CwError left_out = {0};
        if (run->edits[i].tick == tick && world_edit_try(session, &run->edits[i], &left_out)) {
            world_edit_apply(session, &run->edits[i], &left_out);
            edited = true;
        }
    }
    return edited;
}

bool rerun_plan_tick(Session *session, const RerunPlan *plan, CwError *error)
{
    CwTickInput input = rerun_plan_input(plan, cw_world_tick(session->world) + 1);
    rerun_plan_edit(session, plan);
    return session_tick(session, &input, error);
}
