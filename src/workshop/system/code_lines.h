/* Names the lines of a game's source that ran, with the help of addr2line, which comes with
 * compilers. For Linux: elsewhere no line is found. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CODE_FRAMES_MAX = 64 };

/* From now on reports of crashes (platform/crash.h) name lines. */
void code_lines_begin(void);

/* A place in running code. */
typedef struct CodeFrames {
    void *frames[CODE_FRAMES_MAX]; /* return addresses of functions, innermost first */
    int count;
    uintptr_t there; /* the instruction that ran */
} CodeFrames;

/* The innermost line of a loaded game, "buggy.c:12"; the text stays as it is where none is known.
 */
void code_line_find(char *line, size_t size, const CodeFrames *code);
