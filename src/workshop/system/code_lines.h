/* Names the lines of a game's source that ran, with the help of addr2line, which comes with
 * compilers; and watches a few bytes of memory for the line that changes them. For Linux: elsewhere
 * no line is found. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* From now on reports of crashes (platform/crash.h) name lines. */
void code_lines_begin(void);

/* Tells of each instruction of this thread that changes a few bytes: their page is read-only, and
 * an instruction that writes there runs alone. The rest of the page and program runs as before. */
typedef struct WriteWatch {
    const void *at;
    size_t size;                    /* up to 8 */
    void (*changed)(void *context); /* called in a signal's handler */
    void *context;
    char line[96]; /* once ended: the line of a loaded game that made the last change, "buggy.c:12";
                      "": not known */
} WriteWatch;

/* Begins, or with NULL ends. False: this system or processor can't. One at a time. */
bool write_watch(WriteWatch *watch);
