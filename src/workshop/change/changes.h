/* Changes by hand: values that a person changed between two ticks of a run, and knobs that were
 * turned before it. The guest of a maker's sessions (sim/session_guest.h) keeps them, makes them
 * when their tick comes, writes them into recordings, and runs the sync test if it is asked to.
 *
 * The changes of a recording that is played strictly are borrowed; others become the run's own. */
#pragma once

#include "change/knobs.h"
#include "check/sync_test.h"
#include "frame/playback.h"
#include "run/run_guest.h"
#include "sim/session_guest.h"

enum { CHANGES_MAX = 128 };

/* Sorted by tick, then as they were made. */
typedef struct Changes {
    const CwReplayEdit *items; /* `kept`, or a recording's */
    size_t count;
    size_t next;        /* index of the first one that is not made yet */
    size_t known_count; /* changes made on this branch, which are tried and recorded */
    uint64_t made;      /* number of changes ever; undoing one counts, too */
    CwReplayEdit kept[CHANGES_MAX];
    uint64_t numbers[CHANGES_MAX]; /* order in which the kept changes were made, from 1; 0: a knob,
                                      turned before the run */
    SyncTest *sync_test;           /* NULL: not requested */
    const CwGame *game;
    double knobs[KNOB_ROWS_MAX];
} Changes;

/* The guest of sessions with a sync test that goes so many ticks back; 0: no test. */
SessionGuest changes_guest(int sync_test_depth);

/* The changes of a session; NULL: it has none. */
Changes *changes_of(const Session *session);
uint64_t changes_made(const Run *run);

/* Changes a value at the world's tick. This begins a branch with the same inputs: the caller
 * repeats ticks up to run_newest, or calls run_end_repeat. The run is no longer ranked. False if it
 * is impossible or the world could not go on for a second: then nothing changed. */
bool changes_make(Run *run, const CwReplayEdit *edit, CwError *error);

typedef enum UndoOutcome { UNDO_DONE, UNDO_REFUSED, UNDO_LOST /* the world is lost */ } UndoOutcome;

/* Undoes the last change and restores its tick. The caller continues as after changes_make. Refused
 * if there is no change or the history does not reach it: then nothing changed. */
UndoOutcome changes_undo(Run *run, CwError *error);

/* changes_make in the run of a playback, by a field's name and a typed value. */
bool changes_type(Playback *playback, const char *field, const char *text, CwError *error);
