/* Changes by hand: values that a person changed between two ticks of a run, and knobs that were
 * turned before the run. The guest of a maker's sessions (SessionGuest) applies each at its tick
 * and writes it into recordings. On request it runs the sync test.
 *
 * A recording that is played strictly provides its changes. Other changes become the run's own. */
#pragma once

#include "check/sync_test.h"
#include "frame/playback.h"

/* ---- knobs: numbers of a game's code that may be turned (clockwork/tune.h). Worlds with other
 * values may share the process, so a session keeps its own and sets them before it calls the game.
 * In recordings, a turned knob is the edit knob.NAME ---- */

/* A knob in a header has a row for each source that includes it. */
enum { KNOB_ROWS_MAX = 512, KNOBS_MAX = 64, KNOB_NAME_BYTES = 48 };

/* Turned knobs. All bytes after the last one are zero. */
typedef struct KnobEdits {
    CwReplayEdit items[KNOBS_MAX];
    size_t count;
} KnobEdits;

/* Refuses knobs without a name of their own or a range, and too many. The error is for makers. */
bool knobs_check(const CwGame *game, CwError *error);

const char *knob_name(const CwReplayEdit *edit);
double knob_value(const CwReplayEdit *edit);

CwReplayEdit knob_edit(const char *name, double value);

/* Sets `values` to the code's, then to the edits' knobs. `error` NULL: ignores unknown knobs. */
bool knobs_begin(double *values, const CwGame *game, const CwReplayEdit *edits, size_t count,
                 CwError *error);

/* ---- changes ---- */

enum { CHANGES_MAX = 128 };

/* Sorted by tick, then as they were made. */
typedef struct Changes {
    const CwReplayEdit *items; /* `own`, or a recording's */
    size_t count;
    size_t next;           /* index of the first change that is not made yet */
    size_t recorded_count; /* changes made on this branch, which are tried and recorded */
    uint64_t made_count;   /* number of changes ever; undoing a change counts, too */
    CwReplayEdit own[CHANGES_MAX];
    uint64_t order[CHANGES_MAX]; /* order in which own changes were made, from 1; 0: a knob */
    CwSnapshot start;            /* a strictly played recording's world at tick 0, or empty */
    SyncTest *sync_test;         /* NULL: not requested */
    const CwGame *game;
    double knobs[KNOB_ROWS_MAX];
} Changes;

/* The guest of sessions. The sync test goes back this many ticks; 0: no test. */
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

/* changes_make in the run of a playback, with a field's name and a typed value. */
bool changes_make_from_text(Playback *playback, const char *name, const char *text, CwError *error);
