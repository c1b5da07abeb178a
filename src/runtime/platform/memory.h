/* Memory from the operating system: large blocks whose pages cost nothing until written. Only the
 * simulation's arena has them; malloc is for everything else. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Memory, at `wish` if that is free (NULL: anywhere). NULL with errno when refused. */
void *memory_reserve(void *wish, size_t bytes);
void memory_release(void *block, size_t bytes);

/* How much more a block of so many bytes may have, to be used only when these are not enough. */
size_t memory_spare(size_t bytes);

/* A whole block, read-only (writing faults) or not. False with errno; ENOSYS: never. */
bool memory_protect(void *block, size_t bytes, bool read_only);

/* The memory that the process takes of the machine's; 0: unknown. */
size_t memory_of_process(void);
