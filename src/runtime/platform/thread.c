#include "platform/thread.h"

#include <SDL_cpuinfo.h>
#include <SDL_thread.h>
#include <stdatomic.h>

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

typedef struct Sharing {
    ThreadShare *work;
    void *context;
    int count;
    atomic_int next;
} Sharing;

static int take_shares(void *context)
{
    Sharing *sharing = context;
    for (int i; (i = atomic_fetch_add(&sharing->next, 1)) < sharing->count;) {
        sharing->work(sharing->context, i);
    }
    return 0;
}

void threads_share(ThreadShare *work, void *context, int count, int threads)
{
    Sharing sharing = {.work = work, .context = context, .count = count};
    Thread *others[THREADS_MAX];
    int wanted = threads > 0 ? threads : thread_count_cores(), started = 0;
    wanted = wanted < count ? wanted : count;
    while (started + 1 < wanted && started < THREADS_MAX &&
           (others[started] = thread_start(take_shares, "share", &sharing)) != NULL) {
        started++;
    }
    take_shares(&sharing);
    while (started > 0) {
        thread_join(others[--started]);
    }
}
