#include "run/rerun_plan.h"

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

static CwTickInput next_of_plan(const void *context, const Session *session)
{
    const RerunPlan *plan = context;
    CwTickInput input = cw_replay_input(plan->run, cw_world_tick(session->world) + 1);
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        action_map_apply(&plan->actions, &input.players[i]);
    }
    if (plan->settings != NULL) {
        input.command = (CwInputCommand){0};
    }
    return input;
}

RunSource rerun_plan_source(const RerunPlan *plan, EditPolicy policy)
{
    RunSource source = run_source_replay(plan->run);
    source.next = next_of_plan;
    source.context = plan;
    source.policy = policy;
    return source;
}
