#include "platform/watch.h"

/* Only `clockwork dev` watches folders, which is for Linux. */

Watch *watch_open(const char *root, int64_t since_ns, CwError *error)
{
    (void)since_ns;
    cw_error_set(error, "%s can't be watched: clockwork dev is for Linux", root);
    return NULL;
}

void watch_close(Watch *watch)
{
    (void)watch;
}

bool watch_next(Watch *watch, char path[PATH_BYTES_MAX])
{
    (void)watch;
    path[0] = '\0';
    return false;
}
