#include "host/quit_signals.h"

#include "clockwork/base.h"

#include <signal.h>

static const int SIGNALS[] = {SIGINT, SIGTERM};

static volatile sig_atomic_t seen;
static bool catching;
static struct sigaction before[ARRAY_LENGTH(SIGNALS)];

static void on_signal(int number)
{
    (void)number;
    seen = 1;
}

void quit_signals_catch(void)
{
    seen = 0;
    if (catching) {
        return;
    }
    catching = true;
    struct sigaction ours = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    for (size_t i = 0; i < ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &ours, &before[i]);
    }
}

void quit_signals_restore(void)
{
    for (size_t i = 0; catching && i < ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i], &before[i], NULL);
    }
    catching = false;
}

bool quit_signals_seen(void)
{
    return seen != 0;
}
