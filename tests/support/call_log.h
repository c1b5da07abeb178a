/* A letter for each call of a hook, in order. */
#pragma once

#include "test.h"

static char called[64];

static inline void note(char what)
{
    size_t length = strlen(called);
    ck_assert_uint_lt(length + 1, sizeof called);
    called[length] = what;
}
