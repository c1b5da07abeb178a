/* Names lines of a game's source: those of a crash, and the one that changed a few bytes of memory.
 * Uses addr2line, which comes with compilers. For Linux: elsewhere no line is found. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Lets reports of crashes (platform/crash.h) name lines. */
void code_lines_begin(void);

/* Reports each instruction of this thread that changes a few bytes. Their page is read-only; an
 * instruction that writes to it is run as a single step, so the program runs as before. */
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
