#include "platform/sandbox.h"
#include "support/test.h"

#include <fcntl.h>
#include <pthread.h>

enum { REFUSED = 7 };

static pthread_barrier_t together;

/* NULL: it could write. */
static void *write_after(void *unused)
{
    pthread_barrier_wait(&together); /* it runs */
    pthread_barrier_wait(&together); /* the sandbox is entered */
    return open("/dev/null", O_WRONLY) < 0 ? &together : NULL;
}

/* Check itself can't go on then. */
TEST(a_thread_that_runs_already_can_not_write_either, .exit_status = REFUSED)
{
    pthread_t thread;
    void *refused = NULL;
    const char *mode = getenv("CLOCKWORK_MODE");
    if (mode != NULL && strcmp(mode, "coverage") == 0) {
        _exit(REFUSED); /* the program keeps its rights there, to write what it counts */
    }
    ck_assert_int_eq(pthread_barrier_init(&together, NULL, 2), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, write_after, NULL), 0);
    pthread_barrier_wait(&together);
    sandbox_enter(-1);
    pthread_barrier_wait(&together);
    pthread_join(thread, &refused);
    _exit(refused != NULL ? REFUSED : 1);
}
