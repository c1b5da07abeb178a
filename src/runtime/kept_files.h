/* Files that the program leaves by itself in a folder of the player's: recordings, traces. Their
 * names begin with the date, so their order is that of time, and only the newest are kept. */
#ifndef RUNTIME_KEPT_FILES_H
#define RUNTIME_KEPT_FILES_H

#include "host/paths.h"

typedef struct KeptFiles {
    const char *folder;    /* made when missing */
    const char *extension; /* ".cwr": what belongs to the collection */
    int kept;              /* files in the folder, the new one too */
} KeptFiles;

/* Writes the path of a new file, "FOLDER/20260131-235959-042-1234-NAME.EXT" (local time with
 * milliseconds, process), and deletes the oldest ones to make room. False with a cause when there
 * is no folder. */
bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      Error *error);

#endif
