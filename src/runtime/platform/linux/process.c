#include "platform/process.h"

#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

const char *process_file(void)
{
    return "/proc/self/exe";
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
    return getpid();
}

size_t process_stack_bytes(void)
{
    struct rlimit limit;
    bool known = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return known ? limit.rlim_cur : SIZE_MAX;
}
