/* Replaces tools that only Linux has on other systems. They do nothing or fail. */
#include "system/code_lines.h"
#include "system/object_file.h"
#include "system/process_start.h"

void code_lines_begin(void)
{
}

bool object_defines(void *object, const char *name)
{
    (void)object, (void)name;
    return false;
}

bool object_file_check(const char *path, CwError *error)
{
    return cw_error_set(error, "%s: games are loaded on Linux only", path);
}

/* The build has checked this program's imports, and no other program is loaded. */
bool object_file_imports(const char *path, ImportVisitor *visit, void *context, CwError *error)
{
    (void)path, (void)visit, (void)context, (void)error;
    return true;
}

bool process_start(Process *process, const ProcessDesc *desc, CwError *error)
{
    (void)process, (void)desc;
    return cw_error_set(error, "this command starts the program again, which is for Linux");
}

void process_wait(Process *process)
{
    (void)process;
}

bool write_trap_begin(WriteTrap *trap)
{
    (void)trap;
    return false;
}

void write_trap_end(void)
{
}
