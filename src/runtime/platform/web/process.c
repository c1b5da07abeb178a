/* A page is one process and starts no other. */
#include "platform/process.h"

const char *process_file(void)
{
    return "clockwork.wasm";
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
