/* Checks at the program's start that its units (clockwork/unit.h) were compiled with exact
 * arithmetic, and linked with Clockwork's maths library. */
#pragma once

#include "clockwork/base.h"

/* The unit that was registered last, by this program or an object that it loaded. */
const CwUnit *units_last(void);

/* Checks the units from `last` back to `end`, which is excluded. False with an error that names the
 * first unit whose arithmetic is not exact. */
bool units_check(const CwUnit *last, const CwUnit *end, CwError *error);

/* False with an error if the program's sin, cos and so on are not those of libclockwork.a. */
bool maths_check(CwError *error);

/* How to link, for messages. */
#define LINK_REMEDY                                                                                \
    "link only libclockwork.a, without -lchipmunk: cc FILES.c "                                    \
    "$(pkg-config --cflags --libs clockwork)"
