/* The thread's arithmetic: rounding and subnormal numbers. A library or driver may change it at any
 * time, so sessions and worlds reset it. */
#pragma once

#include <fenv.h>

/* Rounds to nearest and keeps subnormal numbers, like a C program at its start. Compares first,
 * because setting the mode takes ten times as long. */
void arithmetic_reset(void);

typedef struct Arithmetic {
    fenv_t environment;
    unsigned vectors; /* the processor's vector mode, where the C library leaves it out */
} Arithmetic;

/* Resets the arithmetic and returns the earlier state for arithmetic_end. */
Arithmetic arithmetic_begin(void);
void arithmetic_end(const Arithmetic *saved);
