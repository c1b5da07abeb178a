#include "platform/process.h"

#include "clockwork/base.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <time.h>
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

/* ---- quitting ---- */

static const int SIGNALS[] = {SIGINT, SIGTERM};

enum { QUESTIONS_AT_START = 2 };

static const time_t PATIENCE_S = 2;

static volatile sig_atomic_t seen;
static volatile sig_atomic_t starting; /* calls of quit_wished until signals are only noted */
static struct timespec first;          /* time of the first signal; only the handler uses it */
static bool catching;
static struct sigaction before[CW_ARRAY_LENGTH(SIGNALS)];

/* Calls only functions that are safe in a handler. A raised signal waits until it returns. */
static void on_signal(int number)
{
    struct timespec now;
    if (starting > 0) {
        _exit(0);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seen == 0) {
        first = now;
        seen = 1;
    } else if (now.tv_sec - first.tv_sec >= PATIENCE_S) {
        struct sigaction end = {.sa_handler = SIG_DFL};
        sigaction(number, &end, NULL);
        raise(number);
    }
}

void quit_catch(void)
{
    seen = 0;
    if (catching) {
        return;
    }
    catching = true;
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = (int)SA_RESTART};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaddset(&ours.sa_mask, SIGNALS[i]);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &ours, &before[i]);
    }
}

void quit_catch_at_start(void)
{
    quit_catch();
    starting = QUESTIONS_AT_START;
}

void quit_restore(void)
{
    for (size_t i = 0; catching && i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &before[i], NULL);
    }
    catching = false;
    starting = 0;
}

bool quit_wished(void)
{
    starting -= starting > 0;
    return seen != 0;
}
