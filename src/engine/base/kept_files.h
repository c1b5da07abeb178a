/* Files that the program leaves by itself in a folder of the player's: recordings, traces. Their
 * names begin with a number that counts up, so their order doesn't hang on a clock that may be
 * wrong, be set back or change to summer time; only the newest are kept. A file is begun, written
 * as far as its header, and only then are old ones deleted: a disk that takes nothing costs no old
 * file. */
#pragma once

#include "platform/path.h"

typedef struct KeptFiles {
    const char *folder;    /* made when missing */
    const char *extension; /* ".cwr": what belongs to the collection */
    int kept;              /* files in the folder, the new one too */
} KeptFiles;

/* Writes the path of a new file, "FOLDER/00000042-20260131-235959-1234-NAME.EXT" (number, local
 * time for people, process). Creates nothing but the folder. False with a cause when there is none.
 */
bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      CwError *error);

/* Deletes the oldest until `kept` are left. One that is locked, being written by another program,
 * or can't be deleted stays. */
void kept_files_trim(const KeptFiles *files);
