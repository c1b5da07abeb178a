#include "base/unit_check.h"

static CwUnit *last_unit;

void cw_unit_add(CwUnit *unit)
{
    unit->next = last_unit;
    last_unit = unit;
}

const CwUnit *units_last(void)
{
    return last_unit;
}

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

bool units_check(const CwUnit *last, const CwUnit *end, CwError *error)
{
    for (const CwUnit *unit = last; unit != end; unit = unit->next) {
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

/* Compares results on which glibc differs from musl: the first four always, the others with FMA. */
bool maths_check(CwError *error)
{
    volatile double at[] = {0x1.51d31bd198c3dp+1, 0x1.24c62c58a0206p+2, 0x1.f85614a9591d6p-2,
                            0x1.940660e75fab1p+1, 0x1.57a6f39c25146p+2, 0x1.776356f2afea6p+0,
                            0x1.73494c81cab7ep+2};
    const struct {
        const char *name;
        double result, exact;
    } calls[] = {
        {"sin", sin(at[0]), 0x1.ed07f68334bfcp-2},
        {"cos", cos(at[1]), -0x1.194f0d777afd5p-3},
        {"tan", tan(at[2]), 0x1.12c0663cf1396p-1},
        {"atan2", atan2(at[3], 3), 0x1.9f21bb24d71c1p-1},
        {"exp", exp(at[4]), 0x1.ad89ef6f7a0fep+7},
        {"log", log(at[5]), 0x1.87f8392cb3218p-2},
        {"pow", pow(at[6], at[6]), 0x1.a41100211c12ap+14},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(calls); i++) {
        if (calls[i].result != calls[i].exact) {
            return cw_error_set(error,
                                "this program's %s is not Clockwork's exact one, so its runs could "
                                "not be replayed elsewhere: " LINK_REMEDY,
                                calls[i].name);
        }
    }
    return true;
}
