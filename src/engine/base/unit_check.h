/* Looks at how this program was made, once at its start: how its units were compiled
 * (clockwork/unit.h), and what it was linked with. */
#pragma once

#include "clockwork/base.h"

/* The unit that registered last, of this program or of an object that it loaded. */
const CwUnit *units_last(void);

/* False with the first unit from `last` back to the one before `end` (NULL: to the first of all)
 * whose arithmetic is not ours, and the remedy. */
bool units_check(const CwUnit *last, const CwUnit *end, CwError *error);

/* False when the program's sin or the like is not of libclockwork.a, and the remedy. */
bool maths_check(CwError *error);

/* The right link line, for refusals of a wrong one. */
#define LINK_REMEDY                                                                                \
    "link only libclockwork.a, without -lchipmunk: cc FILES.c "                                    \
    "$(pkg-config --cflags --libs clockwork)"
