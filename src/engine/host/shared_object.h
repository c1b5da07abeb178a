/* Shared objects: code that is loaded while the program runs.
 *
 * A loaded object is never unloaded, because pointers into it may exist. The system knows a file by
 * its name and inode, so another version of it is loaded from a copy with another name. */
#ifndef HOST_SHARED_OBJECT_H
#define HOST_SHARED_OBJECT_H

#include "clockwork/base.h"

/* Loads it with all its symbols. NULL, with the cause, for a file that is no shared object for this
 * machine, or not all of one (a linker may be writing it), or that wants what nobody has. */
void *shared_object_open(const char *path, CwError *error);

/* The address of what it or what it was linked with defines; NULL: nothing. */
void *shared_object_find(void *object, const char *name);

/* Whether the object itself defines it, beside whoever else does. */
bool shared_object_defines(void *object, const char *name);

#endif
