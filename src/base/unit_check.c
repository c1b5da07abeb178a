#include "base/unit_check.h"

static const char *fault_name(int faults)
{
    if (faults & CW_UNIT_CONTRACTS) {
        return "fuse multiplications with additions";
    }
    if (faults & CW_UNIT_REORDERS) {
        return "reorder arithmetic or shorten constants";
    }
    if (faults & CW_UNIT_FOLDS_CALLS) {
        return "compute functions such as sin while compiling";
    }
    return "ignore NaN or the sign of zero";
}

bool units_check(const CwUnit *begin, const CwUnit *end, CwError *error)
{
    for (const CwUnit *unit = begin; unit < end; unit++) {
        int faults = unit->faults();
        if (faults != 0) {
            return cw_error_set(
                error,
                "%s was compiled with flags that %s, so its runs could not be "
                "replayed elsewhere; compile it with -ffp-contract=off -fno-builtin "
                "and without -ffast-math or parts of it",
                unit->file, fault_name(faults));
        }
    }
    return true;
}
