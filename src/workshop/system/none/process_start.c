/* Only tools for makers of games start programs in the background, and those are for Linux. */
#include "system/process_start.h"

bool process_start(Process *process, const ProcessDesc *desc, CwError *error)
{
    (void)process, (void)desc;
    return cw_error_set(error, "this command starts the program again, which is for Linux");
}

void process_wait(Process *process)
{
    (void)process;
}
