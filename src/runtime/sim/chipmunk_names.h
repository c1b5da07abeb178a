/* Replaces functions that Chipmunk calls. The compiler includes this file in front of Chipmunk's
 * sources (scripts/exact.mk). No other file may include it.
 *
 * Chipmunk then allocates from the current arena, sorts stably, fails with arena_abort, and doesn't
 * print its greeting on stdout, which is for results. The last result of pow is remembered, because
 * most joints compute the same power. body.c has the functions that free an object, and refuses one
 * that is still in a world. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/arena.h"

static inline double remember_pow(double base, double exponent)
{
    static _Thread_local double last_base = 1, last_exponent = 1, last_power = 1;
    if (base != last_base || exponent != last_exponent) {
        last_base = base;
        last_exponent = exponent;
        last_power = pow(base, exponent);
    }
    return last_power;
}

#define pow remember_pow
#define cpBodyFree chipmunk_cpBodyFree
#define cpShapeFree chipmunk_cpShapeFree
#define cpConstraintFree chipmunk_cpConstraintFree
#define calloc arena_calloc
#define realloc arena_realloc
#define free arena_free
#define qsort arena_qsort
#define abort arena_abort
#define printf(...) ((void)0)
