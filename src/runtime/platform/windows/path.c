#include "platform/path.h"

#include <string.h>

bool path_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' ||
           (path[0] != '\0' && path[1] == ':'); /* also for another drive */
}

void path_clean(char *path)
{
    while ((path = strchr(path, '\\')) != NULL) {
        *path = '/';
    }
}
