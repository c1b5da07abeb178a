#include "platform/arithmetic.h"

#include <stdbool.h>
#include <xmmintrin.h>

void arithmetic_reset(void)
{
    bool usual = (_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK) == _MM_MASK_MASK;
    if (!usual || fegetround() != FE_TONEAREST) {
        fesetenv(FE_DFL_ENV);
        _mm_setcsr(_MM_MASK_MASK);
    }
}

Arithmetic arithmetic_begin(void)
{
    Arithmetic before = {.vectors = _mm_getcsr()};
    fegetenv(&before.environment);
    arithmetic_reset();
    return before;
}

void arithmetic_end(const Arithmetic *before)
{
    fesetenv(&before->environment);
    _mm_setcsr(before->vectors);
}
