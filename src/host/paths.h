/* Where the game's files are: its data (assets/ and config.ini) and the player's own files.
 *
 * The command line finds them once at the start. Data is looked for beside the folder of the
 * program (a checkout: build/clockwork and assets/), then installed (bin/ and share/clockwork/),
 * then in the working directory. Player files live where SDL_GetPrefPath says and nowhere else.
 * Nothing found is no error here: an empty text says so. */
#ifndef HOST_PATHS_H
#define HOST_PATHS_H

#include "base/path.h"

/* Folders, without a slash at the end. */
typedef struct Paths {
    char data[PATH_BYTES_MAX];   /* holds assets/ and config.ini; "" when no assets/ was found */
    char player[PATH_BYTES_MAX]; /* writable; "" when there is no place to write */
} Paths;

/* Fills both. `game_id` names the player's folder. Reports once when it can't be written. */
void paths_find(Paths *paths, const char *game_id);

/* The data folder for a program in `program_dir` started in `working_dir`; false when none of the
 * three places has an assets/. */
bool paths_find_data(char data[PATH_BYTES_MAX], const char *program_dir, const char *working_dir);

#endif
