/* Looks at how the units of this program were compiled (clockwork/unit.h), once at its start. */
#ifndef BASE_UNIT_CHECK_H
#define BASE_UNIT_CHECK_H

#include "clockwork/base.h"

/* The linker's names for the ends of the table; none when no unit is in it. */
extern const CwUnit __start_clockwork_units[] __attribute__((weak));
extern const CwUnit __stop_clockwork_units[] __attribute__((weak));

/* False with the first unit from `begin` to `end` whose arithmetic is not ours, and the remedy. */
bool units_check(const CwUnit *begin, const CwUnit *end, CwError *error);

#endif
