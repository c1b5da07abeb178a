/* Says where the program was when it crashes: some lines on stderr, then it dies as it would
 * have, by the same signal, for whoever waits for it or reads its core. Catches what faults and
 * abort raise; an overflown stack too, on a stack of its own. */
#ifndef HOST_CRASH_SIGNALS_H
#define HOST_CRASH_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

/* Writes what is to be said and returns its length; must be safe in a signal handler. `denied` is
 * the address of memory that may not be used so, NULL for other crashes. */
typedef size_t CrashDescriber(char *text, size_t size, const void *denied);

/* False when they are caught already: a program runs in this process. */
bool crash_signals_catch(CrashDescriber *describe);

/* The stack on which a thread reports that its own has overflown. */
typedef struct CrashStack {
    char bytes[1 << 16];
} CrashStack;

/* For another thread than the one that catches them; a variable of the thread's first function. */
void crash_signals_join_thread(CrashStack *own);

/* From now on what is said is left in this file, too. */
void crash_signals_note(const char *path);

/* Says `words`, where the program is, and the lines of a loaded game (crash_trace.h); for the
 * handlers of other signals, with their third argument. */
void crash_signals_say(const char *words, const void *denied, const void *context);

/* As it was before. */
void crash_signals_restore(void);

#endif
