#include "platform/memory.h"

#include <emscripten/heap.h>
#include <errno.h>
#include <stdlib.h>

enum { LINE_BYTES = 64, SPARE_SHARE = 8 };

/* Takes the end of the page's memory, which costs nothing until written. */
void *memory_reserve(void *wish, size_t bytes)
{
    (void)wish;
    return aligned_alloc(LINE_BYTES, bytes);
}

void memory_release(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

size_t memory_spare(size_t bytes)
{
    return bytes / SPARE_SHARE;
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    (void)block, (void)bytes, (void)read_only;
    errno = ENOSYS;
    return false;
}

size_t memory_of_process(void)
{
    return emscripten_get_heap_size();
}
