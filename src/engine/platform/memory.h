/* Address space from the operating system: large blocks whose pages cost nothing until they are
 * written. Called by the simulation's arena alone; malloc is for everything else. */
#ifndef PLATFORM_MEMORY_H
#define PLATFORM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Cleared memory, at `wish` where that place is free and elsewhere where it is not; a wish of NULL
 * leaves the place to the system. NULL with errno when the system refuses so much. */
void *memory_reserve(void *wish, size_t bytes);
void memory_release(void *block, size_t bytes);

/* Makes a whole block read-only (any write faults) or writable again. False when refused. */
bool memory_protect(void *block, size_t bytes, bool read_only);

#endif
