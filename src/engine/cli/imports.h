/* The functions that this program imports from the C library and that may give other results
 * elsewhere: maths that differs by version and CPU, random numbers and clocks that no recording
 * holds. */
#pragma once

#include "clockwork/base.h"

/* The fault of using some functions in a tick. */
typedef struct ImportFault {
    const char *word, *remedy; /* for people */
    bool is_inexact;           /* not even outside of ticks may they be used */
    const char *const *names;  /* ends with NULL */
} ImportFault;

/* NULL for a function that is fine. */
const ImportFault *import_fault(const char *name);

/* Visits the names that the dynamic linker looks up for a program. False: it is none. */
bool imports_visit(const char *path, void (*visit)(const char *name, void *context), void *context,
                   CwError *error);
