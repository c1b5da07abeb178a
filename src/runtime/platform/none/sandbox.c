#include "platform/sandbox.h"

/* On this system a process keeps its rights. */

int sandbox_begin(void)
{
    return -1;
}

void sandbox_allow(int sandbox, const char *path)
{
    (void)sandbox, (void)path;
}

bool sandbox_keep(const char *path)
{
    (void)path;
    return true;
}

int sandbox_take(const char *path)
{
    (void)path;
    return -1;
}

bool sandbox_try(void (*work)(void *context), void *context, const char *path)
{
    (void)work, (void)context, (void)path;
    return true;
}

void sandbox_enter(int sandbox)
{
    (void)sandbox;
}
