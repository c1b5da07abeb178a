#include "check/sync_test.h"

#include "base/report.h"
#include "check/world_audit.h"
#include "fields/field_difference.h"
#include "run/run.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STACK_BYTES = 1 << 16 };
enum { BLOCK_COUNT = 64, BLOCK_STEP_BYTES = 24, LARGE_BLOCK_BYTES = 1 << 15 };
enum { STATIC_MOVES_MAX = 3 /* moves in a row that are reported */ };

/* State and input before each of the last ticks. */
struct SyncTest {
    int depth;
    uint64_t count;     /* ticks seen since sync_test_begin */
    uint64_t run_count; /* ticks simulated in all, repeated ones included */
    CwSnapshot snapshots[SYNC_TEST_DEPTH_MAX];
    CwTickInput inputs[SYNC_TEST_DEPTH_MAX];
    Text unnamed; /* see unnamed_keep */
    bool has_reported_unnamed, has_reported_mass, has_reported_static;
    int static_moves; /* ticks in a row that moved a static body */
    CwSnapshot now;
    Run repeat_run; /* simulates the repeated ticks */
    void (*mutate)(CwWorld *world, const CwSnapshot *now);
};

SyncTest *sync_test_create(int depth, CwError *error)
{
    CW_ASSERT(depth >= 1 && depth <= SYNC_TEST_DEPTH_MAX, "test 1 to 60 ticks back");
    SyncTest *test = calloc(1, sizeof *test);
    if (test == NULL) {
        cw_error_set(error, "out of memory for the sync test");
        return NULL;
    }
    test->depth = depth;
    return test;
}

void sync_test_destroy(SyncTest *test)
{
    if (test == NULL) {
        return;
    }
    for (int i = 0; i < SYNC_TEST_DEPTH_MAX; i++) {
        cw_snapshot_free(&test->snapshots[i]);
    }
    cw_snapshot_free(&test->now);
    free(test->unnamed.bytes);
    free(test);
}

void sync_test_begin(SyncTest *test)
{
    if (test != NULL) {
        test->count = 0;
    }
}

/* The pointer is volatile, or compilers would remove the writes. */
static void fill(volatile uint64_t *at, size_t bytes, uint64_t value)
{
    for (size_t i = 0; i < bytes / sizeof *at; i++) {
        at[i] = value;
    }
}

static void dirty_stack(uint64_t value)
{
    volatile uint64_t garbage[STACK_BYTES / sizeof(uint64_t)];
    fill(garbage, sizeof garbage, value);
}

/* Fills and frees small blocks of every size and a large one, so that the tick reuses them. */
static void dirty_heap(uint64_t value)
{
    void *blocks[BLOCK_COUNT + 1];
    for (size_t i = 0; i <= BLOCK_COUNT; i++) {
        size_t bytes = i < BLOCK_COUNT ? (i + 1) * BLOCK_STEP_BYTES : LARGE_BLOCK_BYTES;
        blocks[i] = malloc(bytes);
        if (blocks[i] != NULL) {
            fill(blocks[i], bytes, value);
        }
    }
    for (size_t i = 0; i <= BLOCK_COUNT; i++) {
        free(blocks[i]);
    }
}

/* Gives uninitialised memory another value before each tick, so that a read of it shows. */
static void dirty_memory(SyncTest *test)
{
    uint64_t value = ++test->run_count * UINT64_C(0x9E3779B97F4A7C15);
    dirty_stack(value);
    dirty_heap(value);
}

static bool keep_snapshot(const CwWorld *world, CwSnapshot *snapshot, CwError *error)
{
    return cw_world_snapshot(world, snapshot) ||
           cw_error_set(error, "out of memory for the sync test: lower its depth");
}

bool sync_test_before(SyncTest *test, const CwWorld *world, const CwTickInput *input,
                      CwError *error)
{
    size_t place = (size_t)(test->count % (uint64_t)test->depth);
    if (!keep_snapshot(world, &test->snapshots[place], error)) {
        return false;
    }
    test->inputs[place] = *input;
    test->count++;
    unnamed_keep(&test->unnamed, world);
    dirty_memory(test);
    return true;
}

static bool repeat_tick(SyncTest *test, uint64_t tick, CwError *error)
{
    dirty_memory(test);
    return run_tick(&test->repeat_run, &test->inputs[tick % (uint64_t)test->depth], error);
}

static void restore_before(SyncTest *test, CwWorld *world, uint64_t first)
{
    cw_world_restore(world, &test->snapshots[first % (uint64_t)test->depth]);
    if (test->mutate != NULL) {
        test->mutate(world, &test->now);
    }
}

static bool refuse(uint64_t tick, const FieldDifference *field, CwError *error)
{
    return cw_error_set(
        error,
        "sync test: tick %" PRIu64 " is not the same when it is restored and "
        "simulated again: %s %s, before: %s%s; look in ticks for time(), rand() and "
        "static variables, or run the command `doctor LEVEL`",
        tick, field->name, field->a, field->b, field->owner);
}

/* Repeats the ticks to find the first difference, because differences spread. */
static bool report_difference(SyncTest *test, uint64_t first, CwError *error)
{
    CwWorld *world = test->repeat_run.session->world;
    FieldDifference field, last;
    field_difference_since(&last, world, &test->now);
    uint64_t last_tick = cw_world_tick(world);
    restore_before(test, world, first);
    for (uint64_t i = first; i < test->count; i++) {
        const CwSnapshot *before = &test->snapshots[i % (uint64_t)test->depth];
        if (field_difference_since(&field, world, before)) {
            return refuse(cw_world_tick(world), &field, error);
        }
        if (!repeat_tick(test, i, error)) {
            return false;
        }
    }
    return refuse(last_tick, &last, error);
}

bool sync_test_after(SyncTest *test, Session *session, CwError *error)
{
    CwWorld *world = session->world;
    char text[AUDIT_TEXT_BYTES];
    if (mass_ratio_find(world, text)) {
        report_once(&test->has_reported_mass, "%s", text);
    }
    test->static_moves = moved_static_find(world, text) ? test->static_moves + 1 : 0;
    if (test->static_moves == STATIC_MOVES_MAX) {
        report_once(&test->has_reported_static, "%s", text);
    }
    if (unnamed_find(&test->unnamed, world, text)) {
        report_once(&test->has_reported_unnamed, "%s", text);
    }
    if (test->count < (uint64_t)test->depth) {
        return true;
    }
    uint64_t expected = cw_world_hash(world);
    if (!keep_snapshot(world, &test->now, error)) {
        return false;
    }
    /* Alternating depths reveal a counter outside the world, whatever its period. */
    bool is_one_less = test->depth > 1 && test->count % 2 == 0;
    uint64_t first = test->count - (uint64_t)(is_one_less ? test->depth - 1 : test->depth);
    run_begin(&test->repeat_run, &(RunDesc){.session = session, .has_no_guest = true});
    restore_before(test, world, first);
    for (uint64_t i = first; i < test->count; i++) {
        if (!repeat_tick(test, i, error)) {
            return cw_error_context(error, "sync test");
        }
    }
    return cw_world_hash(world) == expected || report_difference(test, first, error);
}

void sync_test_set_mutation(SyncTest *test, void (*mutate)(CwWorld *world, const CwSnapshot *now))
{
    test->mutate = mutate;
}
