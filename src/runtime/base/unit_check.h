/* Checks at the start that units have exact arithmetic (clockwork/unit.h) and the right library. */
#pragma once

#include "clockwork/base.h"

/* The last registered unit of this program or of an object that it loaded. */
const CwUnit *units_last(void);

/* False with the first unit from `last` back to `end` (excluded) whose arithmetic differs. */
bool units_check(const CwUnit *last, const CwUnit *end, CwError *error);

/* False with the remedy when the program's sin or the like is not libclockwork.a's. */
bool maths_check(CwError *error);

/* The right link line, for messages about a wrong one. */
#define LINK_REMEDY                                                                                \
    "link only libclockwork.a, without -lchipmunk: cc FILES.c "                                    \
    "$(pkg-config --cflags --libs clockwork)"
