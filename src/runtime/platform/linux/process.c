#include "platform/process.h"

#include "clockwork/base.h"
#include "platform/crash.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

const char *process_file(void)
{
    return "/proc/self/exe";
}

int64_t process_id(void)
{
    return getpid();
}

size_t process_stack_bytes(void)
{
    struct rlimit limit;
    bool is_known = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_known ? limit.rlim_cur : SIZE_MAX;
}

/* ---- quitting ---- */

static const int SIGNALS[] = {SIGINT, SIGTERM};

enum { CALLS_AT_START = 2 };

static const time_t PATIENCE_S = 2;
static const time_t START_MAX_S = 4; /* of processor time; more is a tick that never ends */

static volatile sig_atomic_t has_signal;
static volatile sig_atomic_t starting_calls; /* calls of quit_wished until signals are only noted */
static struct timespec first_signal; /* time of the first signal; only the handler uses it */
static bool is_catching;
static struct sigaction saved_actions[CW_ARRAY_LENGTH(SIGNALS)];

/* Calls only functions that are safe in a handler. The raised signal arrives after the return. */
static void on_signal(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    if (starting_calls > 0 && now.tv_sec < START_MAX_S) {
        _exit(0);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (has_signal == 0) {
        first_signal = now;
        has_signal = 1;
        watchdog_feed((int)PATIENCE_S); /* reports the place of an endless loop */
    } else if (now.tv_sec - first_signal.tv_sec >= PATIENCE_S) {
        struct sigaction end = {.sa_handler = SIG_DFL};
        sigaction(number, &end, NULL);
        raise(number);
    }
}

void quit_catch(void)
{
    has_signal = 0;
    if (is_catching) {
        return;
    }
    is_catching = true;
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = (int)SA_RESTART};
    sigaddset(&ours.sa_mask, SIGINT);
    sigaddset(&ours.sa_mask, SIGTERM);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &ours, &saved_actions[i]);
    }
}

void quit_catch_at_start(void)
{
    quit_catch();
    starting_calls = CALLS_AT_START;
}

void quit_restore(void)
{
    for (size_t i = 0; is_catching && i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &saved_actions[i], NULL);
    }
    is_catching = false;
    starting_calls = 0;
}

bool quit_wished(void)
{
    starting_calls -= starting_calls > 0;
    if (has_signal != 0) {
        watchdog_feed(0);
    }
    return has_signal != 0;
}
