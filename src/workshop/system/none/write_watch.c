#include "system/write_watch.h"

bool write_watch(WriteWatch *watch)
{
    (void)watch;
    return false;
}
