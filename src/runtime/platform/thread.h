/* Threads, as SDL has them on every system. What threads share is of <stdatomic.h>. */
#pragma once

typedef struct Thread Thread;
typedef int ThreadWork(void *context); /* its result is ignored */

/* NULL when no thread can be started. Join or detach what is started. */
Thread *thread_start(ThreadWork *work, const char *name, void *context);

void thread_join(Thread *thread);

void thread_detach(Thread *thread);

/* Number of the calling thread: another one has another number. */
unsigned long thread_own_number(void);

int thread_count_cores(void);

enum { THREADS_MAX = 64 };

/* Calls the work for each index below `count`, each once, on so many threads, the caller's among
 * them (0: one a core). Where none can be started, the caller does all. */
typedef void ThreadShare(void *context, int index);
void threads_share(ThreadShare *work, void *context, int count, int threads);
