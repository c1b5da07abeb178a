/* The functions of a loaded game that were running, innermost first, each with its source line: for
 * crash_signals.h. Code is named by addr2line, which comes with every compiler; without it the
 * lines have file and offset. What belongs to this program and to the system is left out.
 *
 * Only where somebody prepared it: the program clockwork does when it loads a game. */
#ifndef HOST_CRASH_TRACE_H
#define HOST_CRASH_TRACE_H

void crash_trace_prepare(void);

/* Writes a line each to `file`; safe in a signal handler, which gives its third argument. */
void crash_trace_write(int file, const void *context);

#endif
