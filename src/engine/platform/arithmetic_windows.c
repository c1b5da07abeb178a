#include "platform/arithmetic.h"

#include <xmmintrin.h>

/* As a process begins. */
enum { USUAL_CONTROL = 0x1F80 };

void arithmetic_reset(void)
{
    fesetenv(FE_DFL_ENV);
    _mm_setcsr(USUAL_CONTROL);
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
