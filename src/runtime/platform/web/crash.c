/* The browser reports crashes, and offers to end a page that hangs. */
#include "platform/crash.h"

static bool catching;

bool crash_catch(CrashDescriber *describe, void (*last_words)(void))
{
    (void)describe, (void)last_words;
    bool first = !catching;
    catching = true;
    return first;
}

void crash_join_thread(CrashStack *own)
{
    (void)own;
}

void crash_restore(void)
{
    catching = false;
}
