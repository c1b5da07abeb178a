#include "fuzz/support/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

unsigned fuzz_byte(FuzzInput *input)
{
    if (input->left == 0) {
        return 0;
    }
    input->left--;
    return *input->data++;
}

int fuzz_pick(FuzzInput *input, int count)
{
    return (int)fuzz_byte(input) % count;
}

const char *fuzz_file(const void *bytes, size_t size)
{
    static char path[32];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, bytes, size, 0) != (ssize_t)size) {
        abort();
    }
    return path;
}
