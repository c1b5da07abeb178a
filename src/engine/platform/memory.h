/* Memory from the operating system: large blocks whose pages cost nothing until they are written,
 * though a system may count all of them towards what it promises to its programs. Called by the
 * simulation's arena alone; malloc is for everything else. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Memory, at `wish` where that place is free and elsewhere where it is not; a wish of NULL leaves
 * the place to the system. NULL with errno when the system refuses so much. */
void *memory_reserve(void *wish, size_t bytes);
void memory_release(void *block, size_t bytes);

/* How much more a block of so many bytes may have, to be used only when these are not enough. */
size_t memory_spare(size_t bytes);

/* Makes a whole block read-only (any write faults) or writable again. False with errno when
 * refused: ENOSYS where no memory can be. */
bool memory_protect(void *block, size_t bytes, bool read_only);
