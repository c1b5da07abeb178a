/* Paths of files, as arrays of the caller's. */
#ifndef PLATFORM_PATH_H
#define PLATFORM_PATH_H

#include "clockwork/base.h"

enum { PATH_BYTES_MAX = 4096 };

/* Writes "folder/name" to `path`; false, and "" in `path`, when `folder` is "" or it is too long.
 */
bool path_join(char path[PATH_BYTES_MAX], const char *folder, const char *name);

#endif
