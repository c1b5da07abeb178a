/* Reports where the program was when it crashes (faults, abort, an overflown stack), on stderr.
 * Then it ends as without this, so that its parent and its core file tell the same.
 *
 * On Linux a watchdog so ends a program that gets nowhere, such as a game's infinite loop (a
 * debugger's breakpoint doesn't count), and SIGPROF asks for a report. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the text of the report and returns its length; safe wherever the program was interrupted.
 * `denied`: memory that may not be used so, or NULL. */
typedef size_t CrashDescriber(char *text, size_t size, const void *denied);

/* False when they are caught already: a program runs in this process. `last_words` is called after
 * the report; NULL: nothing is. */
bool crash_catch(CrashDescriber *describe, void (*last_words)(void));

/* The stack on which a thread reports that its own has overflown. */
typedef struct CrashStack {
    char bytes[1 << 16];
} CrashStack;

/* For another thread than the one that catches them; a variable of the thread's first function. */
void crash_join_thread(CrashStack *own);

/* Also writes reports of crashes to this file from now on. */
void crash_write_to(const char *path);

void crash_restore(void);

/* Writes a line for each of a game's functions among these return addresses, innermost first;
 * `there` was executed. Safe in a handler. False, and nothing written: it can't tell. */
typedef bool CrashNamer(int file, void *const *frames, int count, uintptr_t there);

/* Without one a report has names that the linker kept, and places in files. For Linux. */
void crash_set_namer(CrashNamer *namer);

/* ---- the text of a report, on Linux; safe in the handler of a signal ---- */

enum { CRASH_HEX_BYTES = 19 };

void crash_write_hex(char text[CRASH_HEX_BYTES], uintptr_t number);
void crash_say(int file, const char *words);

/* Whether a program or library is a game, and none of the system's. */
bool crash_is_game(const char *path);

/* ---- the watchdog ---- */

/* Processor time that the start of a level, a tick or a frame of a game may take. */
enum { WATCHDOG_GAME_S = 5 };

/* From now on the program may work so long until the next call, up to 9 s; 0: without limit. */
void watchdog_feed(int seconds);
