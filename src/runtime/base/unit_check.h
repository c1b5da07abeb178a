/* Checks, once at the start, how units were compiled (clockwork/unit.h) and what was linked. */
#pragma once

#include "clockwork/base.h"

/* The unit that registered last, of this program or of an object that it loaded. */
const CwUnit *units_last(void);

/* False with the first unit from `last` back to `end` (excluded) whose arithmetic is not ours. */
bool units_check(const CwUnit *last, const CwUnit *end, CwError *error);

/* False when the program's sin or the like is not of libclockwork.a, and the remedy. */
bool maths_check(CwError *error);

/* The right link line, for refusals of a wrong one. */
#define LINK_REMEDY                                                                                \
    "link only libclockwork.a, without -lchipmunk: cc FILES.c "                                    \
    "$(pkg-config --cflags --libs clockwork)"
