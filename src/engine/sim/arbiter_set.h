/* The begins of two structs of Chipmunk's cpHashSet.c: walks the cache without calls. */
#pragma once

#include <chipmunk/chipmunk_private.h>

typedef struct SetBin {
    const struct cpArbiter *arbiter;
    cpHashValue hash;
    const struct SetBin *next;
} SetBin;

typedef struct Set {
    unsigned int count, size;
    void *equal, *no_element;
    const SetBin *const *table;
} Set;

static inline const Set *arbiter_set(const cpSpace *space)
{
    return (const Set *)space->cachedArbiters;
}
