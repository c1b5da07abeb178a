#include "shell/player_files.h"

#include "platform/file.h"
#include "shell/stage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_TRIED = 1000 };

/* Writes "FOLDER/NAME.EXTENSION", or with -2, -3 and so on behind NAME, and makes the folder. */
static bool find_free(const ShellParts *parts, const char *folder, const char *name,
                      char path[PATH_BYTES_MAX], CwError *error)
{
    char in[PATH_BYTES_MAX], numbered[PATH_NAME_BYTES];
    const char *extension = strrchr(name, '.');
    if (!path_join(in, parts->player_dir, folder)) {
        return cw_error_set(error, "there is no folder for it");
    }
    file_make_folder(in);
    for (int i = 1; i < NAMES_TRIED; i++) {
        snprintf(numbered, sizeof numbered, "%.*s-%d%s", (int)(extension - name), name, i,
                 extension);
        if (path_join(path, in, i == 1 ? name : numbered) && !file_exists(path)) {
            return true;
        }
    }
    return cw_error_set(error, "%s: too many files are called %s: delete some", in, name);
}

bool player_files_starter(const ShellParts *parts, char path[PATH_BYTES_MAX])
{
    const char *data_dir = parts->stage->desc.data_dir, *player_dir = parts->player_dir;
    return parts->follows_level && !parts->headless && player_dir != NULL &&
           player_dir[0] != '\0' && data_dir != NULL &&
           path_join(path, data_dir, "assets/starter.tmj") && file_is_readable(path);
}

bool player_files_new_level(const ShellParts *parts, char path[PATH_BYTES_MAX], CwError *error)
{
    char starter[PATH_BYTES_MAX];
    return player_files_starter(parts, starter) &&
           find_free(parts, "levels", "my-level.tmj", path, error) &&
           (file_copy(starter, path) || cw_error_set(error, "%s: %s", path, strerror(errno)));
}

bool player_files_shared(const ShellParts *parts, const char *name, double seconds,
                         char path[PATH_BYTES_MAX], CwError *error)
{
    char file[PATH_NAME_BYTES];
    snprintf(file, sizeof file, "%s-%.2fs.cwr", name, seconds);
    return find_free(parts, "shared", file, path, error);
}
