/* The places of the game's files: its data (assets/ and config.ini) and the player's own files.
 *
 * The command line finds them once at the start. Data is looked for beside the program (a folder
 * handed out), then beside its folder (a checkout: build/ and assets/), then installed (bin/ and
 * share/GAME-ID/), then in the working directory. The config.ini of a game without assets/ is
 * looked for beside the program, then in the working directory. Player files live where
 * SDL_GetPrefPath says and nowhere else. Nothing found is no error here: an empty text says so. */
#pragma once

#include "platform/path.h"

/* Folders are without a slash at the end. */
typedef struct Paths {
    char data[PATH_BYTES_MAX];   /* holds assets/; "" when none was found */
    char config[PATH_BYTES_MAX]; /* the shipped config.ini, which need not exist; "" for none */
    char player[PATH_BYTES_MAX]; /* writable; "" when there is no place to write */
} Paths;

/* Fills all of it. `game_id` names the player's folder. Reports once when it can't be written. */
void paths_find(Paths *paths, const char *game_id);

/* The same for a game in a shared object, which stands for the program. */
void paths_find_beside(Paths *paths, const char *game_id, const char *object);

/* The data folder for a program in `program_dir` started in `working_dir`; false when none of the
 * four places has an assets/. */
bool paths_find_data(char data[PATH_BYTES_MAX], const char *game_id, const char *program_dir,
                     const char *working_dir);

/* The config.ini that goes with the data folder; of a game without one (data ""): that beside the
 * program, or else in the working directory, where it may still come to be. */
void paths_find_config(char config[PATH_BYTES_MAX], const char *data, const char *program_dir,
                       const char *working_dir);
