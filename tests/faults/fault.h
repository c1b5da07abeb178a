/* The table that a program under fault.c fills, in a file that faults.c maps, too. A site is a
 * function that may fail, with the innermost functions of the program that called for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SITES_MAX = 16384, CALLERS = 4, TRACE_MAX = 24, MODULE_BYTES = 24 };

typedef enum FaultKind {
    KIND_MEMORY,
    KIND_FILE,
    KIND_SCREEN,
    KIND_SOUND,
    KIND_FONT,
    KIND_COUNT
} FaultKind;

typedef struct FaultSite {
    uint64_t key; /* 0: no site */
    uint32_t hits;
    uint32_t function; /* its number in fault.c */
    char name[40];
    uint32_t callers[CALLERS]; /* return addresses in the program, innermost first; 0: none */
} FaultSite;

/* An address in a library or, where `module` is "", in the program. */
typedef struct FaultFrame {
    char module[MODULE_BYTES];
    uint64_t offset;
} FaultFrame;

typedef struct FaultTrace {
    int32_t count;
    FaultFrame frames[TRACE_MAX];
} FaultTrace;

typedef struct FaultTable {
    uint32_t fired;
    uint32_t overflowed;
    uint32_t signal; /* the program died of; 0: none */
    FaultTrace at_fault, at_death;
    FaultSite sites[SITES_MAX];
} FaultTable;
