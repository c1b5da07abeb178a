/* The fingerprint is the same wherever and whenever it is computed. */
#include "run/replay_header.h"
#include "sim/world.h"
#include "support/expect.h"

#include <fenv.h>

static uint64_t compute(int slot)
{
    uint64_t fingerprint = fingerprint_compute(slot, &error);
    EXPECT_OK(fingerprint != 0);
    return fingerprint;
}

TEST(every_slot_and_time_gives_the_same)
{
    uint64_t first = compute(0);
    for (int slot = 0; slot < ARENA_SLOT_COUNT; slot += 8) {
        ck_assert_uint_eq(compute(slot), first);
    }
}

TEST(a_fingerprint_leaves_its_slot_free_and_no_arena_current)
{
    compute(2);
    Arena *arena = arena_create(2, 1 << 20, &error);
    ck_assert_ptr_nonnull(arena);
    ck_assert_ptr_null(arena_make_current(NULL));
    arena_destroy(arena);
}

TEST(a_taken_slot_is_an_error)
{
    Arena *arena = arena_create(1, 1 << 20, &error);
    ck_assert_uint_eq(fingerprint_compute(1, &error), 0);
    ck_assert_uint_gt(strlen(error.text), 0);
    arena_destroy(arena);
}

/* A library may have changed it. */
TEST(another_rounding_mode_gives_the_same)
{
    uint64_t first = compute(0);
    fesetround(FE_UPWARD);
    uint64_t second = compute(0);
    fesetround(FE_TONEAREST);
    ck_assert_uint_eq(first, second);
}
