#include "platform/memory.h"

#include <sys/mman.h>

void *memory_reserve(void *wish, size_t bytes)
{
    void *block = mmap(wish, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

void memory_release(void *block, size_t bytes)
{
    munmap(block, bytes);
}

size_t memory_spare(size_t bytes)
{
    return bytes;
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    return mprotect(block, bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE) == 0;
}
