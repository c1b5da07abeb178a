/* Ends a program that works on without getting anywhere, as a game's infinite loop does: by
 * SIGPROF, after saying where (crash_signals.h). Time at a debugger's breakpoint does not count.
 * A SIGPROF from another process prints the same report. */
#ifndef HOST_WATCHDOG_H
#define HOST_WATCHDOG_H

/* Processor time that the start of a level, a tick or a frame of a game may take. */
enum { WATCHDOG_GAME_S = 5 };

/* From now on the program may work so long until the next call, up to 9 s; 0: without limit. */
void watchdog_feed(int seconds);

#endif
