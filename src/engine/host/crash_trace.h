/* The functions of a game that were running, innermost first, each with its source line: for
 * crash_signals.h. Code is named by addr2line, which comes with every compiler; without it the
 * lines of a loaded game have file and offset, and a game that is the program itself has none. What
 * belongs to the engine and to the system is left out.
 *
 * Writes nothing unless it was prepared. */
#ifndef HOST_CRASH_TRACE_H
#define HOST_CRASH_TRACE_H

void crash_trace_prepare(void);

/* Writes a line each to `file`; safe in a signal handler, which gives its third argument. */
void crash_trace_write(int file, const void *context);

#endif
