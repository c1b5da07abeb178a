/* Numbered files, such as recordings and traces, in a folder of the player's. Names begin with a
 * number that counts up, independent of the clock. Only the newest files stay. Old ones are deleted
 * when a new one has its header, so a full disk costs no old file. */
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

bool numbered_file_is_older(const char *name, const char *other, const char *extension);

/* Deletes the oldest until `count_max` are left, but no files that are written or can't go. */
void numbered_files_trim(const NumberedFiles *files);
