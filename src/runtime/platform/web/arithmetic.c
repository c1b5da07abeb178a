#include "platform/arithmetic.h"

/* WebAssembly always rounds to nearest and keeps subnormal numbers. */
void arithmetic_reset(void)
{
}

Arithmetic arithmetic_begin(void)
{
    return (Arithmetic){0};
}

void arithmetic_end(const Arithmetic *before)
{
    (void)before;
}
