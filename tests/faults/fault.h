/* The table that a program under faults.c fills, in a file that both map. A site is a function that
 * may fail, with the innermost functions of the program that called for it. */
#ifndef FAULTS_FAULT_H
#define FAULTS_FAULT_H

#include <stdbool.h>
#include <stdint.h>

enum { SITES_MAX = 16384, CALLERS = 4, TRACE_MAX = 24, MODULE_BYTES = 24 };

/* Each has a letter in the table of faults.c. */
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
    uint32_t kind, function;   /* their numbers in fault.c */
    char name[40];             /* of the function */
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
    uint64_t wanted_key; /* 0: only counts */
    uint32_t wanted_hit; /* 1: the first */
    uint32_t wanted_function;
    uint32_t fired;
    uint32_t overflowed;
    uint32_t signal; /* the program died of; 0: none */
    FaultTrace at_fault, at_death;
    FaultSite sites[SITES_MAX];
} FaultTable;

#endif
