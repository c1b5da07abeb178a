#include "host/watchdog.h"

#include "host/crash_signals.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>

static bool catching;
static char stuck[] = "clockwork: stuck after 0 s of processor time ";

/* Calls only what is safe in a handler. */
static void bark(int number, siginfo_t *info, void *context)
{
    struct sigaction end = {.sa_handler = SIG_DFL};
    bool asked = info->si_code <= 0;
    sigaction(number, &end, NULL);
    crash_signals_say(asked ? "clockwork: interrupted " : stuck, NULL, context);
    raise(number);
}

void watchdog_feed(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    *(strstr(stuck, " s of") - 1) = (char)('0' + seconds);
    if (!catching) {
        struct sigaction ours = {.sa_sigaction = bark, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
        catching = sigaction(SIGPROF, &ours, NULL) == 0;
    }
    setitimer(ITIMER_PROF, &timer, NULL); /* processor time */
}
