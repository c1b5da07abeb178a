#include "platform/path.h"

bool path_is_absolute(const char *path)
{
    return path[0] == '/';
}

/* Nothing to do: a backslash is part of a name. */
void path_clean(char *path)
{
    (void)path;
}
