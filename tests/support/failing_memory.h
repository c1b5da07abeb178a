/* Memory that runs out at a call, so that tests reach what happens then. In test programs the
 * linker hands malloc, calloc, realloc, strdup and strndup of everything but shared libraries to
 * these (Makefile). */
#pragma once

#include <stdbool.h>

/* From now on the call with this number, counted from 0, fails in this thread. */
void failing_memory_begin(long number);

/* From now on none fails. Returns whether one did. */
bool failing_memory_end(void);
