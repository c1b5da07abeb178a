#include "sim/replay_run.h"

#include "sim/replay_header.h"

#include <stdio.h>
#include <string.h>

CwReplayHeader replay_header_of(const Session *session)
{
    const SessionDesc *desc = &session->desc;
    CwReplayHeader header = {.version = REPLAY_VERSION,
                             .rules_version = desc->game->rules_version,
                             .settings = desc->settings,
                             .arena_bytes = desc->arena_bytes,
                             .level_hash = session->map == NULL ? 0 : cw_map_hash(session->map),
                             .seed = desc->seed,
                             .fingerprint = desc->fingerprint,
                             .player_count = (uint32_t)game_player_count(desc->game),
                             .action_count = (uint32_t)desc->game->action_count};
    snprintf(header.game_id, sizeof header.game_id, "%s", desc->game->id);
    snprintf(header.level, sizeof header.level, "%s", session->level);
    return header;
}

bool replay_open_session(Session *session, const CwReplayHeader *header, const ReplayPlayer *player,
                         CwError *error)
{
    SessionDesc desc = {.game = player->game,
                        .settings = header->settings,
                        .arena_bytes = (size_t)header->arena_bytes,
                        .slot = player->slot,
                        .seed = header->seed,
                        .fingerprint = player->fingerprint,
                        .level = header->level};
    /* All but the level before it is opened, so that another game's level is not searched here. */
    CwReplayHeader here = *header;
    memset(here.game_id, 0, sizeof here.game_id);
    snprintf(here.game_id, sizeof here.game_id, "%s", player->game->id);
    if (!player->anew) {
        here.rules_version = player->game->rules_version;
        here.player_count = (uint32_t)game_player_count(player->game);
        here.fingerprint = player->fingerprint;
    }
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    if (!replay_header_matches(header, &here, error)) {
        return false;
    }
    if (player->levels->count > 0) {
        if (!levels_resolve(player->levels, header->level, path, name, error)) {
            return false;
        }
        desc.map_path = path;
    }
    if (!session_open(session, &desc, error)) {
        return false;
    }
    here = replay_header_of(session);
    if (!player->anew && !replay_header_matches(header, &here, error)) {
        session_close(session);
        return false;
    }
    return true;
}
