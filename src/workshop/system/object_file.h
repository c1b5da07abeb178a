/* Checks and reads ELF files: games that are loaded as shared objects, and programs. For Linux. */
#pragma once

#include "clockwork/base.h"

typedef void ImportVisitor(const char *name, void *context);

/* Loads a library that uses its own functions, even if this program has the same names. NULL: none.
 */
void *object_open_apart(const char *path);

/* True if a loaded object (library_open) defines a name; others may define it, too. */
bool object_defines(void *object, const char *name);

/* Refuses files that are no complete shared objects for this machine: loading them would crash. */
bool object_file_check(const char *path, CwError *error);

/* Visits every name that the dynamic linker looks up for a program. */
bool object_file_imports(const char *path, ImportVisitor *visit, void *context, CwError *error);
