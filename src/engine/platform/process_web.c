/* A page is one process, and starts no other. */
#include "platform/process.h"

const char *process_file(void)
{
    return "clockwork.wasm";
}

char *process_set_variable(const char *name, const char *value)
{
    (void)name, (void)value;
    return NULL;
}

bool process_spawn(Process *process, const ProcessDesc *desc, CwError *error)
{
    (void)process, (void)desc;
    return cw_error_set(error, "a page starts no programs");
}

bool process_poll(Process *process)
{
    (void)process;
    return false;
}

char **process_begin(int *count, char **given)
{
    (void)count;
    return given;
}

void process_end(int status)
{
    (void)status;
}

int64_t process_id(void)
{
    return 1;
}

size_t process_stack_bytes(void)
{
    return SIZE_MAX;
}

bool process_open_with(const char *const *programs, const char *path)
{
    (void)programs, (void)path;
    return false;
}
