#include "shell/level_watch.h"

/* NULL after the last one. */
static const char *path_of(const CwMap *map, int index)
{
    return map == NULL || index >= LEVEL_FILES_MAX ? NULL : map_file_path(map, index);
}

void level_watch_begin(LevelWatch *watch, const CwMap *map)
{
    const char *path;
    for (int i = 0; (path = path_of(map, i)) != NULL; i++) {
        file_watch_begin(&watch->files[i], path);
    }
}

bool level_watch_poll(LevelWatch *watch, const CwMap *map, int64_t now_ns)
{
    bool is_new = false, whole = true;
    const char *path;
    if (now_ns < watch->next_ns) {
        return false;
    }
    watch->next_ns = now_ns + FILE_POLL_NS;
    for (int i = 0; (path = path_of(map, i)) != NULL; i++) {
        FileWatch *file = &watch->files[i];
        file_watch_poll(file, path);
        if (file_watch_is_new(file)) {
            is_new = true;
            whole = whole && file_watch_is_settled(file, path);
        }
    }
    return is_new && whole;
}

bool level_watch_take(LevelWatch *watch, const CwMap *map)
{
    bool taken = true;
    const char *path;
    for (int i = 0; (path = path_of(map, i)) != NULL; i++) {
        bool is_new = file_watch_is_new(&watch->files[i]);
        taken = (!is_new || file_watch_take(&watch->files[i], path)) && taken;
    }
    return taken;
}
