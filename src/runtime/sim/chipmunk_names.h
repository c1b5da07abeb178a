/* Renames functions in Chipmunk's sources, before which the compiler includes this file
 * (scripts/exact.mk). No other file may include it.
 *
 * So Chipmunk allocates from the stepped world's arena, sorts stably, fails with arena_abort,
 * doesn't print its greeting on stdout, which is for results, and remembers its last power: nearly
 * all joints of a kind raise the same number. The functions that free an object are ours (body.c),
 * which refuse one that a world still has. */
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
