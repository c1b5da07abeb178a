/* Reports on stderr where the program was when it crashed (fault, abort, stack overflow). Then the
 * program ends as usual, so that its parent and its core file show the real cause.
 *
 * On Linux a watchdog also ends a program that hangs, such as in a game's infinite loop. Time in a
 * debugger's breakpoint doesn't count. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the report's text and returns its length; safe wherever the program was interrupted.
 * `fault`: the address that could not be read or written, 1 instead of NULL itself; NULL: none. */
typedef size_t CrashDescriber(char *text, size_t size, const void *fault);

/* False when crashes are caught already: a program runs in this process. `last_words` is called
 * after the report; it may be NULL. */
bool crash_catch(CrashDescriber *describe, void (*last_words)(void));

/* The stack on which a thread reports that its own has overflowed. */
typedef struct CrashStack {
    char bytes[1 << 16];
} CrashStack;

/* Catches crashes of another thread. `own` is a variable of the thread's first function. */
void crash_join_thread(CrashStack *own);

/* Also writes crash reports to this file from now on. */
void crash_write_to(const char *path);

void crash_restore(void);

/* Writes a line for each function of a game among these return addresses, innermost first;
 * `crashed_at` was executed. Safe in a handler. False, with nothing written, if it finds none. */
typedef bool CrashNamer(int file, void *const *frames, int count, uintptr_t crashed_at);

/* Sets the namer, on Linux. Without one a report has the linker's names, and offsets in files. */
void crash_set_namer(CrashNamer *namer);

/* ---- text of reports, on Linux; safe in a signal handler ---- */

enum { CRASH_HEX_BYTES = 19 };

void crash_write_hex(char text[CRASH_HEX_BYTES], uintptr_t number);
void crash_say(int file, const char *words);

/* Whether a program or library belongs to a game, not to the system. */
bool crash_is_game(const char *path);

/* ---- the watchdog ---- */

/* Limit of processor time for a game's level start, tick or frame. */
enum { WATCHDOG_GAME_S = 5 };

/* Allows this much processor time until the next call, up to 9 s; 0: no limit. */
void watchdog_feed(int seconds);
