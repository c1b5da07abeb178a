#include "shell/attract.h"

#include "base/path.h"

#include <unistd.h>

/* Damage is nothing to bother a player with who asked for no recording. */
static CwReplayFile *load(const char *folder, const char *level)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 4];
    CwError error = {0};
    snprintf(name, sizeof name, "%s.cwr", level);
    if (!path_join(path, folder, name) || access(path, R_OK) != 0) {
        return NULL;
    }
    CwReplayFile *replay = cw_replay_load(path, &error);
    if (replay != NULL && (replay->state != CW_REPLAY_ENDED || replay->tick_count == 0)) {
        cw_replay_free(replay);
        return NULL;
    }
    return replay;
}

const CwReplayFile *attract_next(Attract *attract, const Levels *levels, const char *folder)
{
    cw_replay_free(attract->before);
    attract->before = attract->replay;
    attract->replay = NULL;
    for (int i = 0; i < levels->count && attract->replay == NULL && folder != NULL; i++) {
        attract->replay = load(folder, levels->names[attract->next]);
        attract->next = (attract->next + 1) % levels->count;
    }
    return attract->replay;
}

void attract_end(Attract *attract)
{
    cw_replay_free(attract->replay);
    cw_replay_free(attract->before);
    attract->replay = attract->before = NULL;
}
