/* How this thread rounds and treats the smallest numbers, which a library or driver may change at
 * any time. */
#pragma once

#include <fenv.h>

/* Rounds to nearest and keeps subnormal numbers, as a C program begins. Compares first: setting the
 * mode takes ten times as long. */
void arithmetic_reset(void);

typedef struct Arithmetic {
    fenv_t environment;
    unsigned vectors; /* those of the processor, where the C library leaves them out */
} Arithmetic;

/* Resets it and returns how it was, for the end. */
Arithmetic arithmetic_begin(void);
void arithmetic_end(const Arithmetic *before);
