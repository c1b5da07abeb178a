/* Which instructions of the processor our own loops may use. GLIBC_TUNABLES does not reach them, as
 * they ask the processor; CLOCKWORK_SIMD=plain in the environment does, so that a test can compare
 * both on one machine. What SDL chooses for itself can't be switched. */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

#include <stdbool.h>

bool simd_has_avx2(void);

#endif
