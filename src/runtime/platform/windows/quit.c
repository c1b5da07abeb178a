#include "platform/quit.h"

#include "platform/clock.h"

#include <windows.h>

#include <stdatomic.h>
#include <stdlib.h>

enum { QUESTIONS_AT_START = 2 };

static const int64_t PATIENCE_NS = INT64_C(2000000000);

/* Set by the system's own thread. */
static atomic_bool seen;
static atomic_int starting; /* calls of quit_wished until a request is only noted */
static int64_t first_ns;    /* time of the first request; only the handler uses it */
static bool catching;

/* When a console closes or a user logs out, the system waits some seconds while this runs. */
static BOOL WINAPI on_wish(DWORD kind)
{
    if (starting > 0) {
        _exit(0);
    }
    bool again = atomic_exchange(&seen, true);
    first_ns = again ? first_ns : clock_now_ns();
    if (again && clock_now_ns() - first_ns >= PATIENCE_NS) {
        return FALSE; /* the system ends the program */
    }
    if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) {
        Sleep(INFINITE);
    }
    return TRUE;
}

void quit_catch(void)
{
    seen = false;
    catching = catching || SetConsoleCtrlHandler(on_wish, TRUE);
}

void quit_catch_at_start(void)
{
    quit_catch();
    starting = QUESTIONS_AT_START;
}

void quit_restore(void)
{
    if (catching) {
        SetConsoleCtrlHandler(on_wish, FALSE);
    }
    catching = false;
    starting = 0;
}

bool quit_wished(void)
{
    starting -= starting > 0;
    return seen;
}
