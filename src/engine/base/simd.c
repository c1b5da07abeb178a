#include "base/simd.h"

#include <stdlib.h>
#include <string.h>

bool simd_has_avx2(void)
{
    const char *choice = getenv("CLOCKWORK_SIMD");
    bool is_plain = choice != NULL && strcmp(choice, "plain") == 0;
    return !is_plain && __builtin_cpu_supports("avx2");
}
