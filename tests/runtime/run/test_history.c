/* The history restores any tick of the past exactly, whatever keyframes lie between. */
#include "sim/poison.h"
#include "support/red_zone.h"
#include "support/rich_past.h"

enum { TICKS_MAX = 1300, BUDGET = 64 << 20 };

typedef struct Record {
    uint64_t hash, bytes;
} Record;

static Record records[TICKS_MAX];
static CwRng dice;

SET_UP(.tear_down = past_tear_down)
{
    past_set_up();
    cw_rng_seed(&dice, 5, 1);
    past_begin(BUDGET, 60);
}

static Record record_now(void)
{
    return (Record){cw_world_hash(session.world), rich_bytes(&session)};
}

static void play(uint64_t ticks, uint64_t course)
{
    for (uint64_t i = 0; i < ticks; i++) {
        past_play(1, course);
        ck_assert_uint_lt(cw_world_tick(session.world), TICKS_MAX);
        records[cw_world_tick(session.world)] = record_now();
    }
}

static void seek(uint64_t tick)
{
    past_seek(tick);
    ck_assert_uint_eq(cw_world_tick(session.world), tick);
}

static void expect_as_played(void)
{
    uint64_t tick = cw_world_tick(session.world);
    Record now = record_now();
    ck_assert_msg(now.hash == records[tick].hash, "tick %lu has another hash", tick);
    ck_assert_msg(now.bytes == records[tick].bytes, "tick %lu has other bytes", tick);
}

TEST(the_scene_has_what_a_restore_can_get_wrong)
{
    int sleeping_joints = 0;
    for (int i = 0; i < 600; i++) {
        play(1, 0);
        sleeping_joints += rich_sleeping_joints(&session) > 0;
    }
    const RichState *state = cw_world_state(session.world);
    ck_assert_int_gt(sleeping_joints, 30);
    ck_assert_int_gt(rich_sleepers(&session), 5);
    ck_assert_uint_gt(state->kick_count, 5);
    int couples = 0, reused = 0;
    for (CwEntity e = cw_world_next(session.world, (CwEntity){0}); e.index1 != 0;
         e = cw_world_next(session.world, e)) {
        couples += cw_world_kind(session.world, e) == RICH_KIND_COUPLE;
        reused += e.generation > 2;
    }
    ck_assert_int_gt(reused, 5);
    ck_assert_int_gt(couples, 2);
}

static const int periods[] = {60, 1, 2, 7, 61, 100000};

TEST(seeking_to_random_ticks_equals_playing_to_them, .rounds = CW_ARRAY_LENGTH(periods))
{
    const uint64_t ticks = _i == 0 ? 1200 : 150;
    past_begin(BUDGET, periods[_i]);
    records[0] = record_now();
    play(ticks, 0);
    ck_assert_uint_eq(cw_history_oldest(history), 0);
    for (uint64_t i = 0; i < ticks / 12; i++) {
        seek(cw_rng_below(&dice, (uint32_t)cw_history_newest(history) + 1));
        expect_as_played();
    }
    seek(ticks);
    expect_as_played();
}

TEST(a_seek_far_ahead_starts_at_the_keyframe_before_it)
{
    play(600, 0);
    seek(3);
    ck_assert_uint_eq(cw_history_keyframe(history, 590), 540);
    ck_assert_uint_eq(cw_history_keyframe(history, 540), 540);
    seek(590);
    expect_as_played();
}

/* Some of the keyframes are kept whole, the others as what differs. */
TEST(cuts_far_back_bring_every_keyframe_back)
{
    past_begin(BUDGET, 1);
    play(120, 0);
    memset(cw_world_alloc(session.world, 300000), 0xAB, 300000);
    play(20, 0);
    for (uint64_t tick = 100; tick > 5; tick -= 19) {
        seek(tick);
        cw_history_cut(history, tick);
        seek(tick - 3);
        expect_as_played();
        seek(tick);
        expect_as_played();
    }
}

TEST(cuts_at_keyframes_and_around_them_keep_what_came_before)
{
    const uint64_t ticks[] = {121, 120, 119, 61, 60, 59, 1, 0};
    records[0] = record_now();
    play(200, 0);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ticks); i++) {
        seek(ticks[i]);
        expect_as_played();
        cw_history_cut(history, ticks[i]);
        ck_assert_uint_eq(cw_history_newest(history), ticks[i]);
        seek(ticks[i] / 2);
        expect_as_played();
        seek(ticks[i]);
        play(75, i);
        cw_history_cut(history, ticks[i]);
        seek(ticks[i]);
    }
}

TEST(ticks_out_of_range_are_refused_and_change_nothing)
{
    play(100, 0);
    Record before = record_now();
    ck_assert(!cw_history_restore(history, session.world, 101));
    ck_assert(!cw_history_restore(history, session.world, UINT64_MAX));
    Record after = record_now();
    ck_assert_uint_eq(before.bytes, after.bytes);
}

static void speak(void *context)
{
}

/* Set after the first keyframe was taken, as a recorder does. */
TEST(a_restore_keeps_the_last_words_of_the_arena)
{
    arena_set_last_words(session.world->arena, speak, &history);
    play(10, 0);
    seek(2);
    ck_assert_ptr_eq(session.world->arena->last_words_context, &history);
    play(200, 0); /* the keyframe at 0 is compressed by now */
    seek(1);
    ck_assert_ptr_eq(session.world->arena->last_words_context, &history);
}

/* From the copy that waits, and from a compressed one. */
TEST(a_restore_brings_the_red_zones_of_its_tick)
{
    Arena *arena = session.world->arena;
    char *kept = cw_world_alloc(session.world, 77), *freed = cw_world_alloc(session.world, 99);
    past_begin(BUDGET, 60);
    arena_free(freed);
    play(10, 0);
    const char *later = (const char *)arena + arena->used_bytes;
    cw_world_alloc(session.world, 5000);
    for (int round = 0; round < 2 && POISON_WORKS; round++) {
        seek(0);
        assert_red_around(kept, 77);
        assert_red_around(freed, 99);
        ck_assert(is_red(later + 100));
        seek(10);
        play(round == 0 ? 190 : 1, 0);
    }
}

TEST(a_history_can_begin_in_the_middle_of_a_run)
{
    play(130, 0);
    cw_history_begin(history, session.world);
    ck_assert_uint_eq(cw_history_oldest(history), 130);
    ck_assert_uint_eq(cw_history_newest(history), 130);
    play(100, 0);
    seek(130);
    expect_as_played();
    seek(200);
    expect_as_played();
}
