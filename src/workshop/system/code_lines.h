/* Names the lines of a game's source that ran, by addr2line, which comes with compilers, and the
 * line that changes a few bytes of memory. For Linux: elsewhere no line is found. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* From now on reports of crashes (platform/crash.h) name lines. */
void code_lines_begin(void);

/* Reports each instruction of this thread that changes a few bytes: their page is read-only, and
 * an instruction that writes there runs alone. The rest of the page and program runs as before. */
typedef struct WriteTrap {
    const void *at;
    size_t size;                    /* up to 8 */
    void (*changed)(void *context); /* called in a signal's handler */
    void *context;
    char line[96]; /* after the end: the game's line that made the last change; "": unknown */
} WriteTrap;

/* One trap at a time. False: this system or processor can't trap writes. */
bool write_trap_begin(WriteTrap *trap);

/* Does nothing without a trap. */
void write_trap_end(void);
