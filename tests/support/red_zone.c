#include "red_zone.h"

#include "test.h"

#include <sys/wait.h>

bool is_red(const void *memory)
{
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        (void)*(const volatile char *)memory;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}

void assert_red_around(const char *memory, size_t bytes)
{
    ck_assert(!is_red(memory) && !is_red(memory + bytes - 1));
    ck_assert(is_red(memory - 1) && is_red(memory + bytes));
}
