#include "app/run_again.h"

#include "sim/world_edit.h"

bool run_again_open(Session *session, const RunAgain *again, const SessionDesc *desc,
                    CwError *error)
{
    const CwReplayFile *run = again->run;
    SessionDesc begins = *desc;
    char carried[LEVEL_NAME_BYTES + 32];
    begins.seed = run->header.seed;
    begins.level = run->header.level;
    begins.settings = again->settings != NULL ? *again->settings : run->header.settings;
    if (again->map_path != NULL && again->map_path[0] != '\0') {
        begins.map_path = again->map_path;
    } else if (again->map_text.bytes != NULL || run->level_file != NULL) {
        bool given = again->map_text.bytes != NULL;
        snprintf(carried, sizeof carried, "%s (as it was)", begins.level);
        begins.map_path = carried;
        begins.map_text =
            given ? again->map_text : (MapText){run->level_file, run->level_file_bytes};
    }
    return session_open(session, &begins, error);
}

CwTickInput run_again_input(const RunAgain *again, uint64_t tick)
{
    CwTickInput input = cw_replay_input(again->run, tick);
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        action_map_apply(&again->actions, &input.players[i]);
    }
    if (again->settings != NULL) {
        input.command = (CwInputCommand){0};
    }
    return input;
}

bool run_again_tick(Session *session, const RunAgain *again, CwError *error)
{
    const CwReplayFile *run = again->run;
    uint64_t tick = cw_world_tick(session->world);
    CwTickInput input = run_again_input(again, tick + 1);
    for (size_t i = 0; i < run->edit_count; i++) {
        CwError left_out = {0};
        if (run->edits[i].tick == tick && world_edit_try(session, &run->edits[i], &left_out)) {
            world_edit_apply(session, &run->edits[i], &left_out);
        }
    }
    return session_tick(session, &input, error);
}
