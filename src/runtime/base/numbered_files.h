/* A collection of numbered files, such as recordings and traces, in one of the player's folders.
 * Names begin with a number that counts up, so their order doesn't depend on the clock. Only the
 * newest files stay. The caller deletes old ones once the new file has its header, so a full disk
 * costs no old file. */
#pragma once

#include "platform/file.h"

typedef struct NumberedFiles {
    const char *folder;    /* created if it is missing */
    const char *extension; /* ending of the collection's files, such as ".cwr" */
    int count_max;         /* files in the folder, with the new one */
} NumberedFiles;

/* Writes a new file's path, "FOLDER/00000042-20260131-235959-1234-NAME.EXT" (number, local time,
 * process), and creates the folder only. False with a cause. */
bool numbered_files_next_path(const NumberedFiles *files, const char *name,
                              char path[PATH_BYTES_MAX], CwError *error);

/* Whether one file of a collection is older than another. */
bool numbered_file_is_older(const char *name, const char *other, const char *extension);

/* Deletes the oldest files until `count_max` are left. Skips files that a program still writes. */
void numbered_files_trim(const NumberedFiles *files);
