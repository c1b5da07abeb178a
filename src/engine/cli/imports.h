/* The functions that this program imports from the C library and that may give other results
 * elsewhere: maths that differs by version and CPU, random numbers and clocks that no recording
 * holds. */
#ifndef CLI_IMPORTS_H
#define CLI_IMPORTS_H

#include "clockwork/base.h"

typedef enum ImportFault { IMPORT_FINE, IMPORT_INEXACT, IMPORT_RANDOM, IMPORT_CLOCK } ImportFault;

/* The fault of using that function in a tick. */
ImportFault import_fault(const char *name);

/* Visits every name that the dynamic linker looks up for the program at `path`. False with an error
 * when it is no such file. */
bool imports_visit(const char *path, void (*visit)(const char *name, void *context), void *context,
                   CwError *error);

#endif
