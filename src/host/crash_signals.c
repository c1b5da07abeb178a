#include "host/crash_signals.h"

#include "clockwork/base.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { STACK_BYTES = 1 << 16, TEXT_BYTES = 4096 };

static const struct {
    int number;
    const char *words;
} SIGNALS[] = {{SIGSEGV, "clockwork: crashed (SIGSEGV) "},
               {SIGBUS, "clockwork: crashed (SIGBUS) "},
               {SIGFPE, "clockwork: crashed (SIGFPE) "},
               {SIGILL, "clockwork: crashed (SIGILL) "},
               {SIGABRT, "clockwork: aborted "}};

static struct sigaction before[CW_ARRAY_LENGTH(SIGNALS)];
static CrashDescriber *describer; /* NULL: nothing is caught */
static char stack[STACK_BYTES];
static stack_t stack_before;

static void say(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

/* Calls only what is safe in a handler. A fault happens again when it returns; what was sent is
 * sent again. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    char text[TEXT_BYTES];
    bool sent = info->si_code <= 0;
    bool denied = number == SIGSEGV && !sent && info->si_code == SEGV_ACCERR;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        if (SIGNALS[i].number == number) {
            sigaction(number, &before[i], NULL);
            say(SIGNALS[i].words, strlen(SIGNALS[i].words));
        }
    }
    say(text, describer(text, sizeof text, denied ? info->si_addr : NULL));
    if (sent) {
        raise(number);
    }
}

bool crash_signals_catch(CrashDescriber *describe)
{
    if (describer != NULL) {
        return false;
    }
    describer = describe;
    stack_t ours = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&ours, &stack_before);
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &action, &before[i]);
    }
    return true;
}

void crash_signals_restore(void)
{
    for (size_t i = 0; describer != NULL && i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &before[i], NULL);
    }
    if (describer != NULL) {
        sigaltstack(&stack_before, NULL);
    }
    describer = NULL;
}
