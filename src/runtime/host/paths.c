#include "host/paths.h"

#include "base/report.h"
#include "platform/file.h"

#include <SDL.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Takes folder/name as the data folder if it has an assets/. */
static bool try_data(char data[PATH_BYTES_MAX], const char *folder, const char *name)
{
    char assets[PATH_BYTES_MAX];
    if (path_join(data, folder, name) && path_join(assets, data, "assets") &&
        file_facts(assets).kind == FILE_FOLDER) {
        return true;
    }
    data[0] = '\0';
    return false;
}

/* SDL makes the folder if it can; an existing one may still be read-only. */
static void find_player(char player[PATH_BYTES_MAX], const char *game_id)
{
    player[0] = '\0';
    char *folder = SDL_GetPrefPath("Clockwork", game_id);
    const char *cause = folder == NULL             ? SDL_GetError()
                        : file_is_writable(folder) ? NULL
                                                   : strerror(errno);
    if (cause == NULL) {
        size_t length = strlen(folder) - 1; /* a slash is at the end */
        snprintf(player, PATH_BYTES_MAX, "%.*s", length < PATH_BYTES_MAX ? (int)length : 0, folder);
        path_clean(player);
    } else {
        report("%s: %s: settings, times and recordings of this run are not kept; %s",
               folder == NULL ? "no folder for your files" : folder, cause, FOLDER_ADVICE);
    }
    SDL_free(folder);
}

bool paths_find_data(char data[PATH_BYTES_MAX], const char *game_id, const char *program_dir,
                     const char *working_dir)
{
    char clean[PATH_BYTES_MAX], share[PATH_BYTES_MAX];
    path_join(share, "../share", game_id);
    bool is_found = try_data(data, program_dir, ".") || try_data(data, program_dir, "..") ||
                    try_data(data, program_dir, share) || try_data(data, working_dir, ".");
    if (is_found && file_real_path(data, clean)) {
        memcpy(data, clean, sizeof clean);
    }
    return is_found;
}

void paths_find_config(char config[PATH_BYTES_MAX], const char *data, const char *program_dir,
                       const char *working_dir)
{
    if (data[0] != '\0') {
        path_join(config, data, "config.ini");
    } else if (!path_join(config, program_dir, "config.ini") || !file_exists(config)) {
        path_join(config, working_dir, "config.ini");
    }
}

void paths_find(Paths *paths, const char *game_id, const char *object)
{
    char program_dir[PATH_BYTES_MAX], working_dir[PATH_BYTES_MAX];
    const char *slash = object == NULL ? NULL : strrchr(object, '/');
    if (object != NULL) {
        snprintf(program_dir, sizeof program_dir, "%.*s", slash == NULL ? 1 : (int)(slash - object),
                 slash == NULL ? "." : object);
    } else {
        char *folder = SDL_GetBasePath();
        snprintf(program_dir, sizeof program_dir, "%s", folder == NULL ? "" : folder);
        path_clean(program_dir);
        SDL_free(folder);
    }
    if (!working_folder(working_dir)) {
        working_dir[0] = '\0';
    }
    paths_find_data(paths->data, game_id, program_dir, working_dir);
    paths_find_config(paths->config, paths->data, program_dir, working_dir);
    find_player(paths->player, game_id);
}
