/* Pages and Windows programs have libraries and game linked in or beside them. */
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
