/* The history keeps within its memory, and what it can still restore stays exact. */
#include "support/rich_past.h"

#include <malloc.h>

enum { TICKS_MAX = 6001, MIB = 1 << 20, BUDGET_MIN = MIB };

static uint64_t hashes[TICKS_MAX];

static void begin(size_t budget_bytes, int keyframe_ticks)
{
    ck_assert(session_restart(&session, NULL, &error));
    past_begin(budget_bytes, keyframe_ticks);
    hashes[0] = cw_world_hash(session.world);
}

FIXTURE(.set_up = past_set_up, .tear_down = past_tear_down);

static void play(int ticks, size_t budget_bytes)
{
    for (int i = 0; i < ticks; i++) {
        past_play(1, 0);
        uint64_t tick = cw_world_tick(session.world);
        hashes[tick] = cw_world_hash(session.world);
        ck_assert_uint_le(cw_history_bytes(history), budget_bytes);
        ck_assert_uint_le(cw_history_oldest(history), cw_history_newest(history));
        ck_assert_uint_eq(cw_history_newest(history), tick);
    }
}

static void expect_exact(uint64_t tick)
{
    past_seek(tick);
    ck_assert_uint_eq(cw_world_tick(session.world), tick);
    ck_assert_uint_eq(cw_world_hash(session.world), hashes[tick]);
}

static void expect_range_exact(void)
{
    uint64_t oldest = cw_history_oldest(history), newest = cw_history_newest(history);
    expect_exact(oldest);
    expect_exact(oldest + (newest - oldest) / 2);
    expect_exact(newest);
}

static void *grow_world(size_t bytes)
{
    unsigned char *block = cw_world_alloc(session.world, bytes);
    CwRng rng = seeded_rng(3, 3);
    for (size_t i = 0; i < bytes; i++) {
        block[i] = (unsigned char)cw_rng_next(&rng); /* nothing to leave out */
    }
    return block;
}

TEST(the_least_budget_goes_back_and_a_little_less_does_not)
{
    size_t least_bytes = cw_history_budget_min(session.world);
    ck_assert_uint_gt(least_bytes, BUDGET_MIN);
    begin(least_bytes, 60);
    play(10, least_bytes);
    ck_assert_uint_eq(cw_history_oldest(history), 0);
    expect_exact(3);
    begin(least_bytes - 64, 60);
    play(10, least_bytes);
    ck_assert_uint_eq(cw_history_oldest(history), 10);
}

static const size_t budgets[] = {0, 2 * MIB, 3 * MIB + 12345, 8 * MIB};

TEST(memory_stays_within_any_budget_and_the_range_exact, .rounds = CW_ARRAY_LENGTH(budgets))
{
    size_t budget = budgets[_i] < BUDGET_MIN ? BUDGET_MIN : budgets[_i];
    begin(budgets[_i], 20);
    for (int k = 0; k < 6; k++) {
        play(rich_ticks(101, 31), budget);
        expect_range_exact();
    }
}

/* 4 MiB fill after some 40 keyframes of this world. */
TEST(a_full_ring_drops_its_oldest_keyframes_and_stays_exact)
{
    begin(4 * MIB, 5);
    grow_world(400000);
    for (int k = 0; k < 20; k++) {
        play(23, 4 * MIB);
        expect_range_exact();
    }
    ck_assert_uint_gt(cw_history_oldest(history), 200);
    ck_assert_uint_gt(cw_history_newest(history) - cw_history_oldest(history), 10);
}

TEST(a_world_too_large_for_the_budget_has_no_past_and_plays_on)
{
    begin(BUDGET_MIN, 20);
    grow_world(2 * MIB);
    cw_history_begin(history, session.world);
    for (int i = 0; i < 100; i++) {
        play(1, BUDGET_MIN);
        ck_assert_uint_eq(cw_history_oldest(history), cw_history_newest(history));
    }
    past_seek(3);
    ck_assert_uint_eq(cw_world_tick(session.world), 100);
    ck_assert_int_ne(past.state, RUN_IN_PAST);
}

TEST(a_world_that_outgrows_the_budget_keeps_the_past_it_has)
{
    begin(4 * MIB, 20);
    play(90, 4 * MIB);
    grow_world(2 * MIB);
    play(90, 4 * MIB);
    ck_assert_uint_eq(cw_history_oldest(history), 0);
    expect_exact(55);
}

/* 1 MiB has room for about 1,500 inputs. */
TEST(the_inputs_bound_the_past_too)
{
    begin(BUDGET_MIN, 50);
    play(rich_ticks(4000, 2000), BUDGET_MIN);
    uint64_t span = cw_history_newest(history) - cw_history_oldest(history);
    ck_assert_uint_lt(span, BUDGET_MIN / 16 / sizeof(CwInputFrame));
    expect_range_exact();
}

TEST(all_memory_is_taken_at_creation)
{
    struct mallinfo2 before = mallinfo2();
    cw_history_destroy(history);
    history = cw_history_create(8 * MIB, 20, &error);
    struct mallinfo2 created = mallinfo2();
    size_t taken = created.uordblks + created.hblkhd - before.uordblks - before.hblkhd;
    ck_assert_uint_le(taken, 8 * MIB + 65536); /* and what malloc adds */
    run_begin(&past, &(RunDesc){.session = &session, .history = history});
    play(300, 8 * MIB);
    expect_exact(100);
    expect_exact(299);
    struct mallinfo2 after = mallinfo2();
    ck_assert_uint_eq(after.uordblks, created.uordblks);
    ck_assert_uint_eq(after.hblkhd, created.hblkhd);
}
