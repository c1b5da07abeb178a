/* Ends a program that works on without getting anywhere, as a game's loop without end does: by
 * SIGABRT, so that a crash report says where (crash_signals.h). Time at a debugger's breakpoint
 * does not count. */
#ifndef HOST_WATCHDOG_H
#define HOST_WATCHDOG_H

/* From now on the program may work so long until the next call; 0: without limit. */
void watchdog_feed(int seconds);

#endif
