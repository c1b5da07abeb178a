/* The sync test: checks while a game runs that restoring and simulating again gives the same world.
 *
 * After every tick it goes back `depth` ticks, or one less in turn, simulates them again and
 * compares. So it finds static counters, too. It fills unused stack and heap differently each time.
 * The error names the tick, the field and both values. A tick costs depth + 1 times as much. */
#pragma once

#include "sim/session.h"

enum { SYNC_TEST_DEPTH_MAX = 60 };

typedef struct SyncTest SyncTest;

/* `depth` in 1..SYNC_TEST_DEPTH_MAX. NULL with an error when memory is refused. */
SyncTest *sync_test_create(int depth, CwError *error);
void sync_test_destroy(SyncTest *test); /* NULL is fine, for the next, too */

/* Forgets the ticks before: at the start and after a rewind. */
void sync_test_begin(SyncTest *test);

/* Around each tick. False when a tick differs or memory is refused. */
bool sync_test_before(SyncTest *test, const CwWorld *world, const CwTickInput *input,
                      CwError *error);
bool sync_test_after(SyncTest *test, Session *session, CwError *error);

/* For its tests: called on the restored world before it is simulated. NULL: nothing. */
void sync_test_set_mutation(SyncTest *test, void (*mutate)(CwWorld *world, const CwSnapshot *now));
