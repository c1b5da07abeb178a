#include "platform/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The second number of the file counts pages in memory. */
size_t memory_of_process(void)
{
    char text[128] = "";
    unsigned long pages = 0;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    bool known =
        file >= 0 && read(file, text, sizeof text - 1) > 0 && sscanf(text, "%*u %lu", &pages) == 1;
    if (file >= 0) {
        close(file);
    }
    return known ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}
