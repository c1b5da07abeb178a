/* The sync test checks while a game runs that a restored world simulates to the same result.
 *
 * After each tick it goes back `depth` ticks (every other time one less), simulates them again and
 * compares the worlds. Before each tick it fills unused stack and heap with new values. */
#pragma once

#include "sim/session.h"

enum { SYNC_TEST_DEPTH_MAX = 60 };

typedef struct SyncTest SyncTest;

/* `depth` is in 1..SYNC_TEST_DEPTH_MAX. NULL with an error without memory. */
SyncTest *sync_test_create(int depth, CwError *error);
void sync_test_destroy(SyncTest *test); /* `test` may be NULL */

/* Discards earlier ticks, at the start and after a rewind. `test` may be NULL. */
void sync_test_begin(SyncTest *test);

/* Called before and after each tick. False without memory, or if a tick differs. */
bool sync_test_before(SyncTest *test, const CwWorld *world, const CwTickInput *input,
                      CwError *error);
bool sync_test_after(SyncTest *test, Session *session, CwError *error);

/* For tests: sets a function that changes the restored world before it is simulated; or NULL. */
void sync_test_set_mutation(SyncTest *test, void (*mutate)(CwWorld *world, const CwSnapshot *now));
