#include "system/object_file.h"

bool object_defines(void *object, const char *name)
{
    (void)object, (void)name;
    return false;
}

bool object_file_check(const char *path, const void *bytes, size_t size, CwError *error)
{
    (void)bytes, (void)size;
    return cw_error_set(error, "%s: games are loaded on Linux only", path);
}

/* The build has checked this program's imports, and no other program is loaded. */
bool object_file_visit_imports(const void *bytes, size_t size, void (*visit)(const char *, void *),
                               void *context)
{
    (void)bytes, (void)size, (void)visit, (void)context;
    return true;
}
