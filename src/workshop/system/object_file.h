/* Files of games that are loaded as shared objects, and of programs. For Linux. */
#pragma once

#include "clockwork/base.h"

typedef void ImportVisitor(const char *name, void *context);

/* Loads a library, which uses its own functions where this program has the same. NULL: none. */
void *object_open_apart(const char *path);

/* True if a loaded object (library_open) defines a name; others may define it, too. */
bool object_defines(void *object, const char *name);

/* Refuses what is no whole shared object for this machine: loading it would crash. */
bool object_file_check(const char *path, CwError *error);

/* Visits every name that the dynamic linker looks up for a program. False: it is none. */
bool object_file_imports(const char *path, ImportVisitor *visit, void *context, CwError *error);
