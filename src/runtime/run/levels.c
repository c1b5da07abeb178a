#include "run/levels.h"

#include "base/report.h"
#include "base/user_file.h"
#include "map/map_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER_FILE_BYTES_MAX = 64 << 10 };

bool level_is_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && length < LEVEL_NAME_BYTES && name[length] == '\0';
}

/* The index of a file's ending, in any case, among the endings of maps; -1: no map. If a level has
 * several files, the lowest index wins. */
static int rank_of(const char *path)
{
    static const char *const endings[] = {".tmj", ".tmx", ".json"};
    int rank = (int)CW_ARRAY_LENGTH(endings) - 1;
    while (rank >= 0 && !path_has_ending(path, endings[rank])) {
        rank--;
    }
    return rank;
}

bool level_is_file(const char *path)
{
    return rank_of(path) >= 0;
}

int levels_index(const Levels *levels, const char *name)
{
    int index = levels->count - 1;
    while (index >= 0 && strcmp(levels->names[index], name) != 0) {
        index--;
    }
    return index;
}

/* Whether a file is a map. Those that end in .json may belong to other programs. */
static bool is_map(const char *path)
{
    size_t size;
    if (!path_has_ending(path, ".json")) {
        return level_is_file(path);
    }
    char *text = user_file_read_text(path, MAP_FILE_BYTES_MAX, &size, NULL);
    bool ok =
        text != NULL && strstr(text, "\"layers\"") != NULL && strstr(text, "\"tilewidth\"") != NULL;
    free(text);
    return ok;
}

static void copy_stem(const FolderEntry *entry, char name[PATH_NAME_BYTES])
{
    snprintf(name, PATH_NAME_BYTES, "%.*s", (int)(path_ending(entry->name) - entry->name),
             entry->name);
}

/* The path of a level's map. Lower case is preferred. False when the path is too long. */
static bool find_file(const Levels *levels, const char *level, char path[PATH_BYTES_MAX])
{
    char name[PATH_NAME_BYTES], file[PATH_NAME_BYTES];
    Folder *folder = folder_open(levels->folder);
    int best = INT_MAX;
    snprintf(file, sizeof file, "%s.tmj", level);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        int rank = rank_of(entry.name);
        copy_stem(&entry, name);
        bool is_better = rank < best || (rank == best && strcmp(entry.name, file) > 0);
        if (rank >= 0 && is_better && strcmp(name, level) == 0) {
            best = rank;
            snprintf(file, sizeof file, "%s", entry.name);
        }
    }
    folder_close(folder);
    return path_join(path, levels->folder, file);
}

/* Moves a level up to `place`. False: there is no such level, or it is above that. */
static bool move_level(Levels *levels, const char *name, int place)
{
    int index = levels_index(levels, name);
    if (index < place) {
        return false;
    }
    char moved[LEVEL_NAME_BYTES];
    memcpy(moved, levels->names[index], sizeof moved);
    memmove(levels->names[place + 1], levels->names[place],
            (size_t)(index - place) * sizeof levels->names[0]);
    memcpy(levels->names[place], moved, sizeof moved);
    return true;
}

/* Puts the levels that order.txt names first, in its order. */
static void put_in_order(Levels *levels)
{
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    size_t size;
    if (!path_join(path, levels->folder, "order.txt") || !file_exists(path)) {
        return;
    }
    char *text = user_file_read_text(path, ORDER_FILE_BYTES_MAX, &size, &error), *next;
    if (text == NULL) {
        report("%s", error.text);
    }
    int placed = 0, line = 1;
    for (char *name = text; name != NULL; name = next, line++) {
        next = strchr(name, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        name[strcspn(name, " \t\r")] = '\0';
        if (name[0] == '\0' || name[0] == '#') {
            continue;
        }
        if (move_level(levels, name, placed)) {
            placed++;
        } else {
            report(
                "%s:%d: there is no level \"%.80s\", or a line above has it: take this one out or "
                "name another map beside it, without its ending",
                path, line, name);
        }
    }
    free(text);
}

/* Inserts a level by name. False: there are too many, so the last one is left out. */
static bool add_level(Levels *levels, const char *name)
{
    bool fits = levels->count < LEVEL_MAX;
    int end = levels->count, at;
    levels->count += fits;
    for (at = end; at > 0 && strcmp(levels->names[at - 1], name) > 0; at--) {
        if (at < LEVEL_MAX) {
            memcpy(levels->names[at], levels->names[at - 1], LEVEL_NAME_BYTES);
        }
    }
    if (at < LEVEL_MAX) {
        memcpy(levels->names[at], name, strlen(name) + 1);
    }
    return fits;
}

void levels_find(Levels *levels, const char *assets_dir)
{
    bool all_fit = true;
    levels->count = 0;
    levels->are_files = true;
    Folder *folder =
        path_join(levels->folder, assets_dir, "levels") ? folder_open(levels->folder) : NULL;
    if (folder == NULL) {
        return;
    }
    for (FolderEntry entry; folder_next(folder, &entry);) {
        char name[PATH_NAME_BYTES], path[PATH_BYTES_MAX];
        copy_stem(&entry, name);
        if (!level_is_name(name) || !path_join(path, levels->folder, entry.name) || !is_map(path)) {
            continue;
        }
        if (levels_index(levels, name) < 0) {
            all_fit = add_level(levels, name) && all_fit;
        } else if (find_file(levels, name, path)) {
            report("%s: the level \"%s\" has several maps and this one is played: give the others "
                   "other names or delete them",
                   path, name);
        }
    }
    folder_close(folder);
    if (!all_fit) {
        report("%s: there are more than %d levels, and the last ones by name are left out: play "
               "them by their paths",
               levels->folder, LEVEL_MAX);
    }
    put_in_order(levels);
}

void levels_of_game(Levels *levels, const CwGame *game, const char *assets_dir)
{
    if (game->content.level_count == 0) {
        levels_find(levels, assets_dir);
        return;
    }
    *levels = (Levels){.count = game->content.level_count};
    path_join(levels->folder, assets_dir, "levels");
    for (int i = 0; i < levels->count; i++) {
        snprintf(levels->names[i], LEVEL_NAME_BYTES, "%s", game->content.levels[i]);
    }
}

/* Makes a level's name from a file's name by leaving out characters that levels can't have. */
static void name_of_file(const char *path, char name[LEVEL_NAME_BYTES])
{
    const char *file = path_name(path);
    size_t length = 0;
    for (; file[0] != '\0' && file[0] != '.' && length < LEVEL_NAME_BYTES - 1; file++) {
        if (level_is_name((char[]){file[0], '\0'})) {
            name[length++] = file[0];
        }
    }
    name[length] = '\0';
    if (length == 0) {
        memcpy(name, LEVEL_WITHOUT_MAP, sizeof LEVEL_WITHOUT_MAP);
    }
}

const char *levels_name(const Levels *levels, int index)
{
    return index < levels->count              ? levels->names[index]
           : levels->count == 0 && index == 0 ? LEVEL_WITHOUT_MAP
                                              : NULL;
}

const char *levels_next(const Levels *levels, const char *name)
{
    int index = levels_index(levels, name);
    return index >= 0 && index + 1 < levels->count ? levels->names[index + 1] : NULL;
}

bool levels_resolve(const Levels *levels, const char *wanted, char path[PATH_BYTES_MAX],
                    char name[LEVEL_NAME_BYTES], CwError *error)
{
    if (level_is_file(wanted)) {
        if (strlen(wanted) >= PATH_BYTES_MAX) {
            return cw_error_set(error, "the path of the level is longer than %d bytes",
                                PATH_BYTES_MAX - 1);
        }
        memcpy(path, wanted, strlen(wanted) + 1);
        name_of_file(wanted, name);
        return true;
    }
    int index = levels_index(levels, wanted);
    if (index >= 0) {
        memcpy(name, levels->names[index], LEVEL_NAME_BYTES);
        path[0] = '\0';
        return !levels->are_files || find_file(levels, name, path) ||
               cw_error_set(error, "the path of level %s is too long", name);
    }
    if (levels->count == 0 && strcmp(wanted, LEVEL_WITHOUT_MAP) == 0) {
        path[0] = '\0';
        memcpy(name, LEVEL_WITHOUT_MAP, sizeof LEVEL_WITHOUT_MAP);
        return true;
    }
    if (levels->count == 0) {
        return cw_error_set(error,
                            "there is no level \"%.100s\": this game has no maps, so its only "
                            "level is \"" LEVEL_WITHOUT_MAP "\"; or name a .tmj file",
                            wanted);
    }
    char known[512] = "";
    for (int i = 0; i < levels->count; i++) {
        size_t used = strlen(known);
        if (used + LEVEL_NAME_BYTES + sizeof ", and 128 more" > sizeof known) {
            snprintf(known + used, sizeof known - used, " and %d more", levels->count - i);
            break;
        }
        snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", levels->names[i]);
    }
    return cw_error_set(
        error, "there is no level \"%.100s\" in %.300s (found: %s); name one or a .tmj file",
        wanted, levels->are_files ? levels->folder : "the game", known);
}
