#include "shell/friends.h"

#include "base/report.h"
#include "platform/folder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Windows keeps these names for devices, in any case, and makes no folder of that name. */
static bool names_device(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com#", "lpt#"};
    char word[FRIEND_NAME_BYTES] = ""; /* in small letters, with # for each digit */
    bool found = false;
    for (size_t i = 0; name[i] != '\0'; i++) {
        bool digit = name[i] >= '0' && name[i] <= '9';
        word[i] = digit ? '#' : (char)tolower((unsigned char)name[i]);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(devices); i++) {
        found = found || strcmp(word, devices[i]) == 0;
    }
    return found;
}

/* Takes the words that begin with a letter, but for the level: "Anna" of "anna (2).cwr" and of
 * "first-wind-31.20s-anna.cwr". "con" becomes "Con_", a folder on every system. */
static bool read_name(const char *path, const char *level, char name[FRIEND_NAME_BYTES],
                      CwError *error)
{
    char words[PATH_NAME_BYTES];
    size_t used = 0;
    snprintf(words, sizeof words, "%.*s", (int)(path_ending(path) - path_name(path)),
             path_name(path));
    make_printable(words);
    char *at = strstr(words, level);
    if (at != NULL) {
        memset(at, ' ', strlen(level));
    }
    for (char *c = words; *c != '\0'; c++) {
        *c = is_letter(*c) || (*c >= '0' && *c <= '9') ? *c : ' ';
    }
    name[0] = '\0';
    for (const char *word = words; *word != '\0'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (is_letter(*word) && used + (used > 0) + length < FRIEND_NAME_BYTES) {
            used += (size_t)snprintf(name + used, FRIEND_NAME_BYTES - used, "%s%.*s",
                                     used > 0 ? " " : "", (int)length, word);
        }
        word += length;
    }
    name[0] = (char)(name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0]);
    if (names_device(name)) {
        snprintf(name + used, FRIEND_NAME_BYTES - used, "_");
    }
    return used > 0 || cw_error_set(error,
                                    "the file's name names nobody; call it after your "
                                    "friend, such as anna.cwr (at most %d bytes)",
                                    FRIEND_NAME_BYTES - 1);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void friends_list(const CwBestRuns *own, Friends *friends)
{
    Folder *folder = own->friends[0] == '\0' ? NULL : folder_open(own->friends);
    friends->count = 0;
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        if (entry.kind == FILE_FOLDER && is_letter(entry.name[0]) &&
            strlen(entry.name) < FRIEND_NAME_BYTES && friends->count < FRIENDS_MAX) {
            snprintf(friends->names[friends->count++], FRIEND_NAME_BYTES, "%s", entry.name);
        }
    }
    folder_close(folder);
    qsort(friends->names, (size_t)friends->count, FRIEND_NAME_BYTES, compare);
}

/* ---- runs ---- */

CwBestRuns friends_runs(const CwBestRuns *own, const char *name)
{
    CwBestRuns runs = *own;
    runs.friend = name;
    path_join(runs.saves.folder, own->friends, name);
    return runs;
}

FriendRun friends_best(const CwBestRuns *own, const char *level, CwReplayFile **replay)
{
    Friends friends;
    FriendRun best = {0};
    friends_list(own, &friends);
    for (int i = 0; i < friends.count; i++) {
        CwBestRuns runs = friends_runs(own, friends.names[i]);
        CwRunTime time = best_runs_find(&runs, level, true, NULL);
        bool better = time.clean == best.time.clean
                          ? run_is_better(own->rules.player.game, &time, &best.time)
                          : time.clean > best.time.clean;
        if (time.ticks > 0 && better) {
            best.time = time;
            snprintf(best.name, sizeof best.name, "%s", friends.names[i]);
        }
    }
    if (replay != NULL && best.time.ticks > 0) {
        CwBestRuns runs = friends_runs(own, best.name);
        best_runs_find(&runs, level, true, replay);
    }
    return best;
}

bool friends_import(const CwBestRuns *own, const char *path, FriendRun *run, bool *added,
                    CwError *error)
{
    CwError cause = {0};
    CwReplayFile *replay = replay_load_for(path, &own->rules.player, &cause);
    CwRunTime time;
    if (replay == NULL || !run_judge(replay, &own->rules, &time, &cause)) {
        cw_replay_free(replay);
        return cw_error_set(error,
                            "%s; only files that Share or `times LEVEL FILE` wrote in this "
                            "version of the game can be added",
                            cause.text);
    }
    *run = (FriendRun){0};
    snprintf(run->level, sizeof run->level, "%s", replay->header.level);
    bool good = read_name(path, run->level, run->name, error);
    if (good) {
        file_make_folder(own->friends);
        CwBestRuns runs = friends_runs(own, run->name);
        *added = best_runs_keep(&runs, path, replay, &time);
        runs.mode = run->mode = replay->header.settings.mode;
        run->time = best_runs_get(&runs, run->level, time.clean != 0, NULL);
        good = *added || !run_is_better(own->rules.player.game, &time, &run->time) ||
               cw_error_set(error, "it can't be stored in \"%s\"", runs.saves.folder);
    }
    cw_replay_free(replay);
    return good;
}
