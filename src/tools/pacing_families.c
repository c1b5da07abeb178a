#include "tools/pacing_families.h"

#include "clockwork/base.h"

const char *pacing_group_name(PacingGroup group)
{
    static const char *const names[] = {[PACING_FIXED] = "fixed rate",
                                        [PACING_MISSED] = "missed vblanks",
                                        [PACING_CHANGED] = "changes, stalls, jumps",
                                        [PACING_FREE] = "variable refresh, uncapped",
                                        [PACING_CADENCE] = "cadences"};
    _Static_assert(ARRAY_LENGTH(names) == PACING_GROUP_COUNT, "every group has a name");
    return names[group];
}

int pacing_family_count(void)
{
    return pacing_vsync_count() + pacing_free_count();
}

PacingFamily pacing_family(int index)
{
    int vsync_count = pacing_vsync_count();
    return index < vsync_count ? pacing_vsync_family(index)
                               : pacing_free_family(index - vsync_count);
}

void pacing_family_make(int index, uint64_t seed, PacingTrace *trace)
{
    Rng rng;
    int vsync_count = pacing_vsync_count();
    rng_seed(&rng, seed, (uint64_t)index);
    if (index < vsync_count) {
        pacing_vsync_make(index, &rng, trace);
    } else {
        pacing_free_make(index - vsync_count, &rng, trace);
    }
}
