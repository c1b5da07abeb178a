#include "platform/path.h"

bool path_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' ||
           (path[0] != '\0' && path[1] == ':'); /* of another drive, too */
}

void path_clean(char *path)
{
    for (; *path != '\0'; path++) {
        *path = *path == '\\' ? '/' : *path;
    }
}
