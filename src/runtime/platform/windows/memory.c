#include "platform/memory.h"

#include <windows.h>

#include <errno.h>
#include <psapi.h>

/* The whole block counts towards the system's commit limit; pages take no memory until written. */
void *memory_reserve(void *wish, size_t bytes)
{
    void *block = VirtualAlloc(wish, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (block == NULL && wish != NULL) {
        block = VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    }
    errno = block == NULL ? ENOMEM : errno;
    return block;
}

void memory_release(void *block, size_t bytes)
{
    (void)bytes;
    VirtualFree(block, 0, MEM_RELEASE);
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    DWORD before;
    return VirtualProtect(block, bytes, read_only ? PAGE_READONLY : PAGE_READWRITE, &before) != 0;
}

size_t memory_spare(size_t bytes)
{
    return bytes;
}

size_t memory_of_process(void)
{
    PROCESS_MEMORY_COUNTERS counters;
    bool known = K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) != 0;
    return known ? counters.WorkingSetSize : 0;
}
