/* Files that the program leaves in a folder of the player's: recordings, traces. Names begin with a
 * number that counts up, whatever the clock; only the newest are kept. Old ones go when a new one
 * has its header: a disk that takes nothing costs no old file. */
#pragma once

#include "platform/path.h"

typedef struct KeptFiles {
    const char *folder;    /* made when missing */
    const char *extension; /* ".cwr": what belongs to the collection */
    int kept;              /* files in the folder, the new one too */
} KeptFiles;

/* Writes a new file's path, "FOLDER/00000042-20260131-235959-1234-NAME.EXT" (number, local time,
 * process), and creates the folder only. False with a cause. */
bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      CwError *error);

/* Deletes the oldest until `kept` are left. One that is locked (being written) or refused stays. */
void kept_files_trim(const KeptFiles *files);
