#include "bench/pacing_families.h"

#include "clockwork/base.h"

const char *pacing_group_name(PacingGroup group)
{
    static const char *const names[] = {[PACING_FIXED] = "fixed rate",
                                        [PACING_MISSED] = "missed vblanks",
                                        [PACING_CHANGED] = "changes, stalls, jumps",
                                        [PACING_FREE] = "variable refresh, uncapped",
                                        [PACING_CADENCE] = "cadences",
                                        [PACING_ABSORBED] = "absorbed hiccups"};
    _Static_assert(CW_ARRAY_LENGTH(names) == PACING_GROUP_COUNT, "every group has a name");
    return names[group];
}

typedef struct PacingKind {
    int (*count)(void);
    PacingFamily (*family)(int index);
    void (*make)(int index, CwRng *rng, PacingTrace *trace);
} PacingKind;

/* A new kind goes last: the place of a family is part of its seed. */
static const PacingKind kinds[] = {
    {pacing_vsync_count, pacing_vsync_family, pacing_vsync_make},
    {pacing_free_count, pacing_free_family, pacing_free_make},
    {pacing_queued_count, pacing_queued_family, pacing_queued_make},
};

/* The kind of a family; *index becomes its place in it. */
static const PacingKind *find_kind(int *index)
{
    const PacingKind *kind = kinds;
    for (; *index >= kind->count(); kind++) {
        *index -= kind->count();
    }
    return kind;
}

int pacing_family_count(void)
{
    int count = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(kinds); i++) {
        count += kinds[i].count();
    }
    return count;
}

PacingFamily pacing_family(int index)
{
    return find_kind(&index)->family(index);
}

void pacing_family_make(int index, uint64_t seed, PacingTrace *trace)
{
    CwRng rng;
    cw_rng_seed(&rng, seed, (uint64_t)index);
    find_kind(&index)->make(index, &rng, trace);
}
