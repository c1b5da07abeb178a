/* The arena: same addresses for same calls, clean memory, and messages where it ends. */
#include "platform/memory.h"
#include "sim/arena.h"
#include "sim/poison.h"
#include "support/expect.h"
#include "support/red_zone.h"

enum { LIMIT_BYTES = 1 << 20 };

static Arena *arena;

static void teardown(void)
{
    arena_destroy(arena);
}

SET_UP(.tear_down = teardown)
{
    arena = arena_create(0, LIMIT_BYTES, &error);
    EXPECT_OK(arena != NULL);
    arena_make_current(arena);
}

static bool is_clear(const void *memory, size_t bytes)
{
    const char *text = memory;
    return text[0] == 0 && memcmp(text, text + 1, bytes - 1) == 0;
}

static void make_calls(void *got[4])
{
    got[0] = arena_calloc(3, 40);
    got[1] = arena_calloc(1, 5000);
    arena_free(got[0]);
    got[2] = arena_realloc(got[1], 9000);
    got[3] = arena_calloc(1, 120);
}

TEST(the_same_calls_give_the_same_addresses)
{
    void *first[4], *second[4];
    make_calls(first);
    arena_destroy(arena);
    set_up();
    make_calls(second);
    ck_assert_mem_eq(first, second, sizeof first);
}

TEST(memory_is_clear_aligned_and_counted)
{
    for (size_t bytes = 1; bytes < 5000; bytes += 37) {
        size_t before = arena->used_bytes;
        char *memory = arena_calloc(1, bytes);
        ck_assert(is_clear(memory, bytes));
        ck_assert_uint_eq((uintptr_t)memory % (bytes < 1024 ? 16 : 64), 0);
        ck_assert_uint_ge(arena->used_bytes, before + bytes);
        memset(memory, 0xAB, bytes);
    }
}

TEST(at_most_a_quarter_is_lost_to_rounding)
{
    for (size_t bytes = 64; bytes < 60000; bytes = bytes * 9 / 8) {
        size_t before = arena->used_bytes;
        arena_calloc(1, bytes);
        ck_assert_uint_le(arena->used_bytes - before, bytes * 5 / 4 + 112);
    }
}

TEST(gaps_in_front_of_cache_lines_are_used)
{
    for (size_t bytes = 16; bytes <= 64; bytes += 16) {
        arena_calloc(1, bytes);
        size_t before = arena->used_bytes;
        arena_calloc(1, 4096);
        size_t gap = arena->used_bytes - before - 4096 - 16;
        size_t after = arena->used_bytes;
        ck_assert(gap == 0 || is_clear(arena_calloc(1, gap - 16), gap - 16));
        ck_assert_uint_eq(arena->used_bytes, after);
    }
}

TEST(an_empty_block_has_an_address_of_its_own)
{
    void *a = arena_calloc(0, 10), *b = arena_calloc(10, 0);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_ne(a, b);
}

TEST(a_freed_block_is_used_again_and_clear)
{
    char *first = arena_calloc(1, 200);
    memset(first, 0xFF, 200);
    arena_free(first);
    size_t used = arena->used_bytes;
    char *second = arena_calloc(1, 199);
    ck_assert_ptr_eq(first, second);
    ck_assert(is_clear(second, 199));
    ck_assert_uint_eq(arena->used_bytes, used);
}

TEST(free_lists_do_not_mix_sizes)
{
    void *small = arena_calloc(1, 64), *large = arena_calloc(1, 4000);
    arena_free(small);
    arena_free(large);
    ck_assert_ptr_eq(arena_calloc(1, 4000), large);
    ck_assert_ptr_eq(arena_calloc(1, 64), small);
    arena_free(NULL);
}

TEST(realloc_keeps_the_content_and_clears_the_rest)
{
    char *memory = arena_realloc(NULL, 100);
    memset(memory, 'x', 100);
    ck_assert_ptr_eq(arena_realloc(memory, 60), memory);
    char *larger = arena_realloc(memory, 3000);
    for (int i = 0; i < 100; i++) {
        ck_assert_int_eq(larger[i], 'x');
    }
    ck_assert(is_clear(larger + 128, 3000 - 128));
    ck_assert_ptr_eq(arena_calloc(1, 100), memory); /* the old block was freed */
}

static uint64_t copy[LIMIT_BYTES / 8];
static size_t mark;

static void save(void)
{
    mark = arena->used_bytes;
    ck_assert_uint_le(mark, sizeof copy);
    arena_copy_part(arena, 0, mark, copy);
}

static void restore(void)
{
    LastWords words = arena_begin_restore(arena, mark);
    memcpy(arena, copy, mark);
    arena_end_restore(arena, words);
}

TEST(memory_above_a_restored_mark_is_cleared_again)
{
    save();
    char *first = arena_calloc(1, 3000);
    memset(first, 0xEE, 3000);
    restore();
    ck_assert_uint_eq(arena->used_bytes, mark);
    char *second = arena_calloc(1, 3000);
    ck_assert_ptr_eq(first, second);
    ck_assert(is_clear(second, 3000));
}

/* The last place is beyond what processors have; in the first there is something already. */
TEST(an_arena_lies_elsewhere_when_its_address_is_taken_or_out_of_reach)
{
    static const char *const places[] = {"0x300000000000", "any", "0x4000000000000000"};
    void *taken = memory_reserve((void *)(0x300000000000 + 0x4000000000), 4096);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(places); i++) {
        setenv("CLOCKWORK_ARENA", places[i], 1);
        Arena *other = arena_create(1, LIMIT_BYTES, &error);
        EXPECT_OK(other != NULL && (void *)other != taken);
        arena_make_current(other);
        char *there = arena_calloc(1, 50);
        arena_make_current(arena);
        ck_assert(arena_at(there) == other && arena_at((char *)other + 2 * LIMIT_BYTES) != other);
        ck_assert(arena_at((char *)other - 1) != other && arena_at(arena) == arena);
        arena_destroy(other);
        ck_assert_ptr_null(arena_at(there));
    }
    setenv("CLOCKWORK_ARENA", "0x30000000000O", 1);
    EXPECT_REFUSED(arena_create(1, LIMIT_BYTES, &error),
                   "write any, or an address such as 0x200000000000");
    unsetenv("CLOCKWORK_ARENA");
    memory_release(taken, 4096);
}

TEST(more_than_the_system_maps_is_an_error)
{
    EXPECT_REFUSED(arena_create(1, SIZE_MAX / 8, &error), "simulation.arena_size");
}

typedef struct Pair {
    int key, order;
} Pair;

static int by_key(const void *a, const void *b)
{
    return ((const Pair *)a)->key - ((const Pair *)b)->key;
}

TEST(the_sort_for_chipmunk_is_stable)
{
    Pair pairs[50];
    for (int i = 0; i < 50; i++) {
        pairs[i] = (Pair){i * 7 % 5, i};
    }
    arena_qsort(pairs, 50, sizeof pairs[0], by_key);
    for (int i = 1; i < 50; i++) {
        bool rises = pairs[i - 1].key < pairs[i].key;
        bool stable = pairs[i - 1].key == pairs[i].key && pairs[i - 1].order < pairs[i].order;
        ck_assert(rises || stable);
    }
}

static void ask_for(void *bytes)
{
    arena_calloc(1, *(const size_t *)bytes);
}

TEST(an_attempt_is_cut_short_and_the_program_continues)
{
    size_t little = LIMIT_BYTES / 2, too_many = 4 * LIMIT_BYTES;
    save();
    ck_assert(arena_attempt(arena, ask_for, &little));
    ck_assert(!arena_attempt(arena, ask_for, &too_many));
    restore();
    ck_assert(arena_attempt(arena, ask_for, &little));
}

/* ---- what ends the program ---- */

TEST(a_write_into_a_protected_arena_faults, .signal = SIGSEGV)
{
    char *memory = arena_calloc(1, 16);
    arena_protect(arena, true);
    ck_assert_int_eq(memory[0], 0);
    signal(SIGSEGV, SIG_DFL); /* AddressSanitizer would catch it */
    *(volatile char *)memory = 1;
}

static const size_t too_much[][2] = {
    {1, SIZE_MAX / 4}, {SIZE_MAX / 2, 3}, {1, 4 * LIMIT_BYTES}}; /* the second overflows */

TEST(more_than_the_whole_reserve_aborts, .signal = SIGABRT, .rounds = CW_ARRAY_LENGTH(too_much))
{
    arena_calloc(too_much[_i][0], too_much[_i][1]);
}

TEST(freeing_twice_aborts, .signal = SIGABRT)
{
    void *memory = arena_calloc(1, 16);
    arena_free(memory);
    arena_free(memory);
}

ABORTS(freeing_foreign_memory_aborts, arena_free(&(int){0}))

TEST(asking_without_an_arena_aborts, .signal = SIGABRT)
{
    arena_make_current(NULL);
    arena_calloc(1, 1);
}

static void leave_with_7(void *context)
{
    _Exit(*(int *)context);
}

TEST(last_words_are_spoken_before_the_end, .exit_status = 7)
{
    static int status = 7;
    arena_set_last_words(arena, leave_with_7, &status);
    arena_abort();
}

/* ---- red zones, where AddressSanitizer watches ---- */

/* A report's names take a third of a second each; called by AddressSanitizer alone. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "symbolize=0";
}

TEST(red_zones_surround_a_block_and_cover_a_freed_one, .left_out = !POISON_WORKS)
{
    for (size_t bytes = 1; bytes < 200; bytes = bytes * 2 + 1) {
        char *memory = arena_calloc(1, bytes);
        assert_red_around(memory, bytes);
        arena_free(memory);
        ck_assert(is_red(memory));
        assert_red_around(arena_calloc(1, bytes), bytes);
    }
    char *grown = arena_realloc(arena_calloc(1, 66), 70); /* where it is */
    assert_red_around(grown, 70);
    assert_red_around(arena_realloc(grown, 700), 700);
    ck_assert(is_red(grown));
}

TEST(red_zones_are_those_of_the_restored_moment, .left_out = !POISON_WORKS)
{
    char *kept = arena_calloc(1, 77), *freed = arena_calloc(1, 33), *grown = arena_calloc(1, 40);
    save();
    char *later = arena_calloc(1, 1000);
    arena_free(freed);
    ck_assert_ptr_eq(arena_realloc(grown, 44), grown);
    restore();
    assert_red_around(kept, 77);
    assert_red_around(freed, 33);
    assert_red_around(grown, 40);
    ck_assert(is_red(later) && is_red(later + 999));
}
