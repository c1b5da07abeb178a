#include "platform/thread.h"

#include <SDL_cpuinfo.h>
#include <SDL_thread.h>

Thread *thread_start(ThreadWork *work, const char *name, void *context)
{
    return (Thread *)SDL_CreateThread(work, name, context);
}

void thread_join(Thread *thread)
{
    SDL_WaitThread((SDL_Thread *)thread, NULL);
}

void thread_detach(Thread *thread)
{
    SDL_DetachThread((SDL_Thread *)thread);
}

unsigned long thread_own_number(void)
{
    return SDL_ThreadID();
}

int thread_count_cores(void)
{
    return SDL_GetCPUCount();
}
