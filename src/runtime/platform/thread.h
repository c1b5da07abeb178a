/* Starts threads through SDL, and shares work among them. Threads share data by <stdatomic.h>. */
#pragma once

typedef struct Thread Thread;
typedef int ThreadWork(void *context); /* the result is ignored */

/* NULL on failure. Join or detach every thread. */
Thread *thread_start(ThreadWork *work, const char *name, void *context);

void thread_join(Thread *thread);

void thread_detach(Thread *thread);

/* The unique number of the calling thread. */
unsigned long thread_own_number(void);

int thread_count_cores(void);

enum { THREADS_MAX = 64 };

/* Calls the work once for each index below `count`, on `threads` threads including the caller's (0:
 * one a core). If no thread can be started, the caller does everything. */
typedef void ThreadShare(void *context, int index);
void threads_share(ThreadShare *work, void *context, int count, int threads);
