/* The arena: same calls give same addresses, memory is clean, blocks are used again, and what can't
 * be served ends in a message. */
#include "core/arena.h"
#include "core/poison.h"
#include "support/red_zone.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_BYTES = 1 << 20 };

static Arena *arena;

static void setup(void)
{
    Error error = {0};
    arena = arena_create(0, LIMIT_BYTES, &error);
    ck_assert_msg(arena != NULL, "%s", error.text);
    arena_make_current(arena);
}

static void teardown(void)
{
    arena_destroy(arena);
}

static bool is_clear(const void *memory, size_t bytes)
{
    const char *text = memory;
    return text[0] == 0 && memcmp(text, text + 1, bytes - 1) == 0;
}

/* A fixed mix of calls; leaves the addresses it got. */
static void make_calls(void *got[4])
{
    got[0] = arena_calloc(3, 40);
    got[1] = arena_calloc(1, 5000);
    arena_free(got[0]);
    got[2] = arena_realloc(got[1], 9000);
    got[3] = arena_calloc(1, 120);
}

START_TEST(the_same_calls_give_the_same_addresses)
{
    void *first[4], *second[4];
    make_calls(first);
    arena_destroy(arena);
    setup();
    make_calls(second);
    ck_assert_mem_eq(first, second, sizeof first);
}
END_TEST

START_TEST(memory_is_clear_aligned_and_counted)
{
    for (size_t bytes = 1; bytes < 5000; bytes += 37) {
        size_t before = arena_used(arena);
        char *memory = arena_calloc(1, bytes);
        ck_assert(is_clear(memory, bytes));
        ck_assert_uint_eq((uintptr_t)memory % 16, 0);
        ck_assert_uint_ge(arena_used(arena), before + bytes);
        memset(memory, 0xAB, bytes);
    }
}
END_TEST

START_TEST(at_most_a_quarter_is_lost_to_rounding)
{
    for (size_t bytes = 64; bytes < 60000; bytes = bytes * 9 / 8) {
        size_t before = arena_used(arena);
        arena_calloc(1, bytes);
        ck_assert_uint_le(arena_used(arena) - before, bytes * 5 / 4 + 32);
    }
}
END_TEST

START_TEST(nothing_is_still_something_of_its_own)
{
    void *a = arena_calloc(0, 10), *b = arena_calloc(10, 0);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_ne(a, b);
}
END_TEST

START_TEST(a_freed_block_is_used_again_and_clear)
{
    char *first = arena_calloc(1, 200);
    memset(first, 0xFF, 200);
    arena_free(first);
    size_t used = arena_used(arena);
    char *second = arena_calloc(1, 199);
    ck_assert_ptr_eq(first, second);
    ck_assert(is_clear(second, 199));
    ck_assert_uint_eq(arena_used(arena), used);
}
END_TEST

START_TEST(free_lists_do_not_mix_sizes)
{
    void *small = arena_calloc(1, 64), *large = arena_calloc(1, 4000);
    arena_free(small);
    arena_free(large);
    ck_assert_ptr_eq(arena_calloc(1, 4000), large);
    ck_assert_ptr_eq(arena_calloc(1, 64), small);
    arena_free(NULL);
}
END_TEST

START_TEST(realloc_keeps_the_content_and_clears_the_rest)
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
END_TEST

static void restore(const void *copy, size_t bytes)
{
    LastWords words = arena_begin_restore(arena, bytes);
    memcpy(arena, copy, bytes);
    arena_end_restore(arena, words);
}

START_TEST(memory_above_a_restored_mark_is_cleared_again)
{
    uint64_t copy[1024];
    size_t mark = arena_used(arena);
    ck_assert_uint_le(mark, sizeof copy);
    arena_copy(arena, copy);
    char *first = arena_calloc(1, 3000);
    memset(first, 0xEE, 3000);
    restore(copy, mark);
    ck_assert_uint_eq(arena_used(arena), mark);
    char *second = arena_calloc(1, 3000);
    ck_assert_ptr_eq(first, second);
    ck_assert(is_clear(second, 3000));
}
END_TEST

START_TEST(passing_the_limit_shows_but_is_served)
{
    ck_assert_uint_eq(arena_limit(arena), LIMIT_BYTES);
    ck_assert(!arena_over_limit(arena));
    ck_assert_ptr_nonnull(arena_calloc(1, LIMIT_BYTES));
    ck_assert(arena_over_limit(arena));
}
END_TEST

START_TEST(two_arenas_serve_in_turn)
{
    Error error = {0};
    Arena *other = arena_create(3, LIMIT_BYTES, &error);
    ck_assert_ptr_nonnull(other);
    char *here = arena_calloc(1, 50);
    ck_assert_ptr_eq(arena_make_current(other), arena);
    char *there = arena_calloc(1, 50);
    ck_assert_int_eq(here - (char *)arena, there - (char *)other);
    ck_assert_ptr_eq(arena_make_current(arena), other);
    arena_destroy(other); /* not the current one: that stays */
    ck_assert_ptr_eq(arena_make_current(NULL), arena);
    arena_make_current(arena);
}
END_TEST

START_TEST(a_taken_slot_is_an_error_that_names_the_cause)
{
    Error error = {0};
    ck_assert_ptr_null(arena_create(0, LIMIT_BYTES, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "File exists"));
    ck_assert_ptr_nonnull(strstr(error.text, "0x200000000000"));
    ck_assert_ptr_null(strstr(error.text, "arena_size")); /* which can't help */
}
END_TEST

START_TEST(the_root_is_kept)
{
    int root = 0;
    arena_set_root(arena, &root);
    ck_assert_ptr_eq(arena_root(arena), &root);
}
END_TEST

typedef struct Pair {
    int key, order;
} Pair;

static int by_key(const void *a, const void *b)
{
    return ((const Pair *)a)->key - ((const Pair *)b)->key;
}

START_TEST(the_sort_for_chipmunk_is_stable)
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
END_TEST

static void ask_for(void *bytes)
{
    arena_calloc(1, *(const size_t *)bytes);
}

START_TEST(what_is_attempted_is_cut_short_instead_of_ending_the_program)
{
    uint64_t copy[1024];
    size_t little = LIMIT_BYTES / 2, mark = arena_used(arena), too_much = 4 * LIMIT_BYTES;
    arena_copy(arena, copy);
    ck_assert(arena_attempt(arena, ask_for, &little));
    ck_assert(!arena_attempt(arena, ask_for, &too_much));
    restore(copy, mark);
    ck_assert(arena_attempt(arena, ask_for, &little));
}
END_TEST

/* ---- what ends the program ---- */

START_TEST(a_write_into_a_protected_arena_faults)
{
    char *memory = arena_calloc(1, 16);
    arena_protect(arena, true);
    ck_assert_int_eq(memory[0], 0);
    signal(SIGSEGV, SIG_DFL); /* AddressSanitizer would catch it */
    *(volatile char *)memory = 1;
}
END_TEST

START_TEST(an_unprotected_arena_takes_writes_again)
{
    char *memory = arena_calloc(1, 16);
    arena_protect(arena, true);
    arena_protect(arena, false);
    memory[0] = 1;
    ck_assert_int_eq(memory[0], 1);
}
END_TEST

START_TEST(a_huge_request_aborts)
{
    arena_calloc(1, SIZE_MAX / 4);
}
END_TEST

START_TEST(a_product_that_overflows_aborts)
{
    arena_calloc(SIZE_MAX / 2, 3);
}
END_TEST

START_TEST(more_than_the_whole_reserve_aborts)
{
    arena_calloc(1, 4 * LIMIT_BYTES);
}
END_TEST

START_TEST(freeing_twice_aborts)
{
    void *memory = arena_calloc(1, 16);
    arena_free(memory);
    arena_free(memory);
}
END_TEST

START_TEST(freeing_foreign_memory_aborts)
{
    int mine = 0;
    arena_free(&mine);
}
END_TEST

START_TEST(asking_without_an_arena_aborts)
{
    arena_make_current(NULL);
    arena_calloc(1, 1);
}
END_TEST

static void leave_with_7(void *context)
{
    _Exit(*(int *)context);
}

START_TEST(last_words_are_spoken_before_the_end)
{
    static int status = 7;
    arena_set_last_words(arena, leave_with_7, &status);
    arena_abort();
}
END_TEST

/* ---- red zones, where AddressSanitizer watches ---- */

/* A report's names take a third of a second each; called by AddressSanitizer alone. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "symbolize=0";
}

START_TEST(red_zones_surround_a_block_and_cover_a_freed_one)
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
END_TEST

START_TEST(red_zones_are_those_of_the_restored_moment)
{
    uint64_t copy[1024];
    char *kept = arena_calloc(1, 77), *freed = arena_calloc(1, 33), *grown = arena_calloc(1, 40);
    size_t mark = arena_used(arena);
    arena_copy(arena, copy);
    char *later = arena_calloc(1, 1000);
    arena_free(freed);
    ck_assert_ptr_eq(arena_realloc(grown, 44), grown);
    restore(copy, mark);
    assert_red_around(kept, 77);
    assert_red_around(freed, 33);
    assert_red_around(grown, 40);
    ck_assert(is_red(later) && is_red(later + 999));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("arena");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_same_calls_give_the_same_addresses);
    tcase_add_test(tests, memory_is_clear_aligned_and_counted);
    tcase_add_test(tests, at_most_a_quarter_is_lost_to_rounding);
    tcase_add_test(tests, nothing_is_still_something_of_its_own);
    tcase_add_test(tests, a_freed_block_is_used_again_and_clear);
    tcase_add_test(tests, free_lists_do_not_mix_sizes);
    tcase_add_test(tests, realloc_keeps_the_content_and_clears_the_rest);
    tcase_add_test(tests, memory_above_a_restored_mark_is_cleared_again);
    tcase_add_test(tests, passing_the_limit_shows_but_is_served);
    tcase_add_test(tests, two_arenas_serve_in_turn);
    tcase_add_test(tests, a_taken_slot_is_an_error_that_names_the_cause);
    tcase_add_test(tests, the_root_is_kept);
    tcase_add_test(tests, the_sort_for_chipmunk_is_stable);
    tcase_add_test(tests, what_is_attempted_is_cut_short_instead_of_ending_the_program);
    tcase_add_test(tests, an_unprotected_arena_takes_writes_again);
    tcase_add_test_raise_signal(tests, a_write_into_a_protected_arena_faults, SIGSEGV);
    tcase_add_test_raise_signal(tests, a_huge_request_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, a_product_that_overflows_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, more_than_the_whole_reserve_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, freeing_twice_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, freeing_foreign_memory_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, asking_without_an_arena_aborts, SIGABRT);
    tcase_add_exit_test(tests, last_words_are_spoken_before_the_end, 7);
    tcase_set_timeout(tests, 60); /* each look at a red zone is a process */
    if (POISON_WORKS) {
        tcase_add_test(tests, red_zones_surround_a_block_and_cover_a_freed_one);
        tcase_add_test(tests, red_zones_are_those_of_the_restored_moment);
    }
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
