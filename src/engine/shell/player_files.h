/* Files that the player asks for, in folders of the player's: new levels, shared recordings. */
#pragma once

#include "shell/shell_parts.h"

/* Finds the level that New level copies, assets/starter.tmj. False where the game has none, or no
 * folder of the player's. */
bool player_files_starter(const ShellParts *parts, char path[PATH_BYTES_MAX]);

/* Copies it to the folder "levels" under a name that is free. */
bool player_files_new_level(const ShellParts *parts, char path[PATH_BYTES_MAX], CwError *error);

/* A file that is not there yet in the folder "shared", "NAME-SECONDSs.cwr". */
bool player_files_shared(const ShellParts *parts, const char *name, double seconds,
                         char path[PATH_BYTES_MAX], CwError *error);
