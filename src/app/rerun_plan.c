#include "app/rerun_plan.h"

#include "sim/world_edit.h"

bool rerun_plan_open(Session *session, const RerunPlan *plan, const SessionDesc *desc,
                     CwError *error)
{
    const CwReplayFile *run = plan->run;
    SessionDesc begins = *desc;
    char carried[LEVEL_NAME_BYTES + 32];
    begins.seed = run->header.seed;
    begins.level = run->header.level;
    begins.settings = plan->settings != NULL ? *plan->settings : run->header.settings;
    if (plan->map_path != NULL && plan->map_path[0] != '\0') {
        begins.map_path = plan->map_path;
    } else if (plan->map_text.bytes != NULL || run->level_file != NULL) {
        bool given = plan->map_text.bytes != NULL;
        snprintf(carried, sizeof carried, "%s (as it was)", begins.level);
        begins.map_path = carried;
        begins.map_text =
            given ? plan->map_text : (MapText){run->level_file, run->level_file_bytes};
    }
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

bool rerun_plan_tick(Session *session, const RerunPlan *plan, CwError *error)
{
    const CwReplayFile *run = plan->run;
    uint64_t tick = cw_world_tick(session->world);
    CwTickInput input = rerun_plan_input(plan, tick + 1);
    for (size_t i = 0; i < run->edit_count; i++) {
        CwError left_out = {0};
        if (run->edits[i].tick == tick && world_edit_try(session, &run->edits[i], &left_out)) {
            world_edit_apply(session, &run->edits[i], &left_out);
        }
    }
    return session_tick(session, &input, error);
}
