/* Memory from the operating system: large blocks whose pages cost nothing until written. The
 * simulation's arena uses them; everything else uses malloc. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Reserves memory, at `wish` if that is free (NULL: anywhere). NULL with errno. */
void *memory_reserve(void *wish, size_t bytes);
void memory_release(void *block, size_t bytes);

/* Further bytes that a block of this size may use when its own are not enough. */
size_t memory_spare(size_t bytes);

/* Makes a block read-only (writing faults) or writable. False with errno; ENOSYS: not possible. */
bool memory_protect(void *block, size_t bytes, bool read_only);

/* The machine's memory that the process occupies; 0: unknown. */
size_t memory_of_process(void);
