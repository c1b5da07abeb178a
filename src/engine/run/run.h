/* The run: a session in time. It advances the session tick by tick.
 *
 * A run takes input from a source (run_source.h) or from its caller, and applies edits between
 * ticks. A tick is simulated, then recorded: the history keeps it, writers of recordings write it,
 * it is compared with the recording that it repeats and, when requested, a sync test checks it.
 * Because these are two steps, a tick can also be speculative: simulated after a snapshot, then
 * recorded or undone. run_seek restores any tick of the history; the future stays until the next
 * tick begins another branch. Rewinding is an operation here, never an input of a tick.
 *
 * Play, watching, verifying, reloading code, searching and measuring are its clients. It knows no
 * clock, screen or device. Only forks and the further worlds of a game (sim/worlds.h) run ticks
 * without it. */
#pragma once

#include "clockwork/history.h"
#include "clockwork/run_time.h"
#include "run/replay_writer.h"
#include "run/run_source.h"
#include "run/sync_test.h"

enum { WRITERS_MAX = 2 /* --record and the flight recorder */ };
enum { EDITS_MAX = 128 };

/* Values that were changed by hand, each between its tick and the next, sorted by tick and then by
 * when they were made. Those of a recording are borrowed, others are kept here. */
typedef struct RunEdits {
    const CwReplayEdit *items; /* `kept`, or a recording's */
    size_t count;
    size_t next;        /* index of the first edit that is not yet applied */
    size_t known_count; /* how many were applied on this branch: they are possible and written */
    uint64_t made;      /* number of changes ever; undoing one counts, too */
    CwReplayEdit kept[EDITS_MAX];
    uint64_t numbers[EDITS_MAX]; /* of each kept one, in the order in which they were made */
} RunEdits;

typedef enum RunState {
    RUN_BEGINS,  /* no tick since the beginning, a rewind or a correction: actions may be held */
    RUN_GOES_ON, /* the next tick follows the last one, also while ticks are repeated */
    RUN_IN_PAST, /* a seek went back: the next tick begins a branch */
    RUN_BESIDE   /* ticks ran that are not recorded: a seek returns to the run */
} RunState;

typedef struct CwRun {
    Session *session;
    CwHistory *history;  /* NULL: no past */
    SyncTest *sync_test; /* NULL: not requested */
    RunSource source;
    RunEdits edits;
    RunState state;
    bool audits; /* checks the world after each tick, as a sync test does in any case */
    ReplayWriter *writers[WRITERS_MAX];
    int writer_count;
    uint64_t rewind_count;
    uint64_t hash;          /* of the newest tick, for writers and recording; 0 without one */
    uint64_t differs_at;    /* the first tick that is not as the source recorded it; 0: none */
    char differs_in[128];   /* the sections; by bad luck one shows some ticks late */
    uint64_t ends_at;       /* last tick of a repeat that ended early; 0: none */
    uint64_t mistaken_tick; /* the first one whose input was corrected since; 0: none */
    CwProbe probe;          /* of the newest tick */
    CwRunTime time;         /* of the run so far, splits included; `clean` while it is */
    bool slowed, stepped;   /* as in CwRunInfo */
    bool is_played;         /* set by the owner: a person at this machine gives the input */
    uint32_t now_time;      /* of the run at the newest tick, see run_time_at */
    bool finished;          /* the level was, at the newest tick */
    bool counts_time;       /* the game's own clock has started */
    bool has_input;         /* some action was used */
} Run;

/* Everything but the session may be NULL or zero. All stays the caller's. */
typedef struct RunDesc {
    Session *session;
    CwHistory *history;
    SyncTest *sync_test;
    RunSource source;
} RunDesc;

/* Starts a run at the session's present tick. Writers are added before the first tick. */
void run_begin(Run *run, const RunDesc *desc);
void run_add_writer(Run *run, ReplayWriter *writer);

/* ---- ticks ---- */

/* One tick with this input. Edges are made to follow from the tick before (sim/possible_input.h).
 * After a seek into the past it begins a new branch: what came later is discarded. An action
 * that is held without a press means that the run was rewound there. False when the world can't go
 * on. */
bool run_tick(Run *run, const CwTickInput *input, CwError *error);

/* Simulates the next tick before it is due (sim/coming.h); input NULL: that of the source. The run
 * stays at its tick and notes nothing. When run_tick gets this input, the tick is there already.
 * False when there is no such tick. */
bool run_look_ahead(Run *run, const CwTickInput *input);

/* The next tick of the source, with the edits before it. */
bool run_advance(Run *run, CwError *error);

/* The ticks of the source up to this one. */
bool run_advance_to(Run *run, uint64_t tick, CwError *error);

/* A tick beside the run: it is simulated, but not recorded. The next seek returns to the run;
 * before it there must be no other tick and no edit. */
bool run_tick_beside(Run *run, const CwTickInput *input, CwError *error);

/* Adds the presses that live input lacks, except for actions held since before a branch. */
void run_add_presses(const Run *run, CwTickInput *input);

/* Restores the world at the end of `tick`, clamped to the range of the history. It simulates up to
 * a second of ticks. False when there is no history or the world can't go on. */
bool run_seek(Run *run, uint64_t tick, CwError *error);

/* The range of run_seek; without a history both are the present. */
uint64_t run_oldest(const Run *run);
uint64_t run_newest(const Run *run);

/* The time of the run at the world's tick, ticks: as the game counts it, else all ticks up to the
 * finish. Until it is known whether the game counts, a run with medals begins with the first input.
 */
uint32_t run_time_at(const Run *run, const CwProbe *probe);

/* Writes the speed of play, thousandths of real time, up to the finish; 0 where ticks were stepped,
 * or shown before they ran. */
void run_note_speed(Run *run, int speed);

/* ---- edits ---- */

typedef enum UndoOutcome { UNDO_DONE, UNDO_REFUSED, UNDO_LOST /* the world is */ } UndoOutcome;

/* Changes a value by hand at the world's tick: it begins a branch with the same inputs. The caller
 * repeats ticks up to run_newest, or ends the run sooner with run_end_repeat. The run has no rank
 * any more. False, with everything as it was, when the value can't be changed, or the world could
 * not go on for a second with it. */
bool run_edit(Run *run, const CwReplayEdit *edit, CwError *error);

/* Undoes the edit that was made last: puts the world to its tick, and the caller continues as after
 * run_edit. Refused, with everything as it was, when there is none or the history does not reach
 * back so far. */
UndoOutcome run_undo_edit(Run *run, CwError *error);

/* Applies the edits of the world's tick that are still missing. Every tick and seek does this. */
bool run_apply_edits(Run *run, CwError *error);

/* Input is live from here on. The source's edits of the world's tick are still taken. */
void run_leave_source(Run *run);

/* Simulates the next tick again with its recorded input, after an edit or a correction. */
bool run_repeat_tick(Run *run, CwError *error);

/* The repeated run ends at the world's tick. Until another tick follows, run_undo_edit still knows
 * the inputs after it. */
void run_end_repeat(Run *run);

/* ---- late input ---- */

/* Takes what a player really did in a tick that has run. Nothing happens yet. False when the
 * history does not hold the tick, or the tick has not come yet. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* Puts the world before the first corrected tick; then run_repeat_tick runs the ticks again, until
 * the world is at the newest one. Recordings hold a rewind, which `rewind_count` does not count.
 * Edits in these ticks are repeated where they are still possible. False when the world is lost. */
bool run_begin_correction(Run *run, CwError *error);
