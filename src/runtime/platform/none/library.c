/* Pages and programs for Windows have their libraries and game in them or beside them. */
#include "platform/library.h"

void *library_open(const char *path, CwError *error)
{
    cw_error_set(error, "%s: games are loaded on Linux only", path);
    return NULL;
}

bool library_find_symbol(void *library, const char *name, void *pointer, CwError *error)
{
    (void)library, (void)pointer;
    return cw_error_set(error, "%s is not there", name);
}

bool library_defines(void *library, const char *name)
{
    (void)library, (void)name;
    return false;
}

bool library_check(const char *path, const void *bytes, size_t size, CwError *error)
{
    (void)bytes, (void)size;
    return cw_error_set(error, "%s: games are loaded on Linux only", path);
}

/* There is no other program to look into, and the build looked into this one. */
bool library_visit_imports(const void *bytes, size_t size, void (*visit)(const char *, void *),
                           void *context)
{
    (void)bytes, (void)size, (void)visit, (void)context;
    return true;
}
