/* Reports where the program was when it crashes: some lines on stderr. Then it dies by the same
 * signal as without this, so that its parent and its core file tell the same. Catches the signals
 * of faults and of abort; also of an overflown stack, on a stack of its own. */
#ifndef HOST_CRASH_SIGNALS_H
#define HOST_CRASH_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the text of the report and returns its length; must be safe in a signal handler. `denied`
 * is the address of memory that may not be used so, NULL for other crashes. */
typedef size_t CrashDescriber(char *text, size_t size, const void *denied);

/* False when they are caught already: a program runs in this process. */
bool crash_signals_catch(CrashDescriber *describe);

/* The stack on which a thread reports that its own has overflown. */
typedef struct CrashStack {
    char bytes[1 << 16];
} CrashStack;

/* For another thread than the one that catches them; a variable of the thread's first function. */
void crash_signals_join_thread(CrashStack *own);

/* Also writes reports of crashes to this file from now on. */
void crash_signals_write_to(const char *path);

/* Reports `words`, where the program is, and the lines of a loaded game (crash_trace.h); for the
 * handlers of other signals, with their third argument. */
void crash_signals_say(const char *words, const void *denied, const void *context);

/* Restores the handlers of before. */
void crash_signals_restore(void);

#endif
