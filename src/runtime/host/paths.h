/* The places of the game's files: its data (assets/ and config.ini) and the player's own.
 *
 * Data is searched for beside the program (a release), beside its folder (a checkout), as installed
 * (bin/ and share/GAME-ID/), and in the working directory. The config.ini of a game without assets/
 * is beside the program or in the working directory. The player's folder is SDL_GetPrefPath's. */
#pragma once

#include "platform/path.h"

/* Folders have no slash at the end. */
typedef struct Paths {
    char data[PATH_BYTES_MAX];   /* folder that holds assets/; "" when none was found */
    char config[PATH_BYTES_MAX]; /* the shipped config.ini, which need not exist; "" for none */
    char player[PATH_BYTES_MAX]; /* writable folder; "": none */
} Paths;

/* Finds all paths. `game_id` names the player's folder. The path of a game's shared object replaces
 * the program's (NULL: there is none). Reports when the player's folder can't be written. */
void paths_find(Paths *paths, const char *game_id, const char *object);

/* The data folder for a program in `program_dir`; false when no place has an assets/. A folder that
 * is "" is unknown. */
bool paths_find_data(char data[PATH_BYTES_MAX], const char *game_id, const char *program_dir,
                     const char *working_dir);

/* The config.ini of the data folder; without one ("") the program's, else working_dir's. */
void paths_find_config(char config[PATH_BYTES_MAX], const char *data, const char *program_dir,
                       const char *working_dir);
