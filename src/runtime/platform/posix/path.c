#include "platform/path.h"

bool path_is_absolute(const char *path)
{
    return path[0] == '/';
}

/* A backslash is a character of a name. */
void path_clean(char *path)
{
    (void)path;
}
