#include "platform/path.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool path_join(char path[PATH_BYTES_MAX], const char *folder, const char *name)
{
    path[0] = '\0';
    if (folder[0] == '\0') {
        return false;
    }
    const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
    bool is_short = snprintf(path, PATH_BYTES_MAX, "%s%s%s", folder, slash, name) < PATH_BYTES_MAX;
    path[0] = is_short ? path[0] : '\0';
    return is_short;
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

const char *path_ending(const char *path)
{
    const char *dot = strrchr(path_name(path), '.');
    return dot == NULL ? path + strlen(path) : dot;
}

bool path_has_ending(const char *path, const char *ending)
{
    return strcasecmp(path_ending(path), ending) == 0;
}

void path_with_ending(char to[PATH_BYTES_MAX], const char *path, const char *ending)
{
    snprintf(to, PATH_BYTES_MAX, "%.*s%s", (int)(path_ending(path) - path), path, ending);
}
