/* The run: a session in time. It advances the session tick by tick.
 *
 * Input comes from a source or the caller; edits are applied between ticks. A tick
 * is simulated, then recorded: kept by the history, written, compared with the recording it repeats
 * and, if asked, sync tested. So a tick can also be speculative: simulated, then recorded or
 * undone. run_seek restores any tick of the history; the future stays until the next tick begins
 * another branch.
 *
 * Play, watching, verifying, reloading, searching and measuring are its clients. It knows no clock,
 * screen or device. Only forks and worlds beside it (sim/worlds.h) run ticks without it. */
#pragma once

#include "check/sync_test.h"
#include "clockwork/history.h"
#include "clockwork/replay.h"
#include "clockwork/run_time.h"
#include "run/replay_writer.h"
#include "run/run_marks.h"
#include "sim/session.h"

enum { WRITERS_MAX = 2 /* --record and the flight recorder */ };
enum { EDITS_MAX = 128 };

/* The treatment of edits that the world does not accept. */
typedef enum EditPolicy {
    EDITS_STRICT,   /* an error: the run is exactly the recorded one */
    EDITS_REPORTED, /* reported and left out: the code, level or settings may differ */
    EDITS_SILENT    /* left out: another process reports it */
} EditPolicy;

/* The input of the tick after the world's, which may lie after the source's end. */
typedef CwTickInput NextInput(const void *context, const Session *session);

/* Gives a run its ticks' input, and knows where it ends: recordings, plans (rerun_plan.h), bots,
 * lists; live input goes to run_tick. It may bring edits, too. The context and the edits stay the
 * caller's. */
typedef struct RunSource {
    NextInput *next; /* NULL: there is no source, input is live */
    const void *context;
    uint64_t end;                  /* its last tick */
    const CwReplayFile *recording; /* the run is compared with its hashes; NULL: with nothing */
    const CwReplayEdit *edits;     /* sorted by tick */
    size_t edit_count;
    EditPolicy policy;
} RunSource;

/* Sorted by tick, then as they were made. Those of a recording are borrowed. */
typedef struct RunEdits {
    const CwReplayEdit *items; /* `kept`, or a recording's */
    size_t count;
    size_t next;        /* index of the first edit that is not yet applied */
    size_t known_count; /* how many were applied on this branch: they are possible and written */
    uint64_t made;      /* number of changes ever; undoing one counts, too */
    CwReplayEdit kept[EDITS_MAX];
    uint64_t numbers[EDITS_MAX]; /* of each kept one, in the order in which they were made, from 1;
                                    0: a knob, turned before the run */
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
    RunMarks *marks;     /* NULL: nobody looks */
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
    bool taken_over;        /* the same */
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
    RunMarks *marks; /* are cleared */
    RunSource source;
} RunDesc;

/* A recording with its edits, strictly. After its end nothing is held. */
RunSource run_source_replay(const CwReplayFile *replay);

/* The actions that are down stay down, without edges: the source has no end. */
RunSource run_source_held(void);

/* Starts a run at the session's present tick. Open writers are added before the first tick. */
void run_begin(Run *run, const RunDesc *desc);
void run_add_writer(Run *run, ReplayWriter *writer);

/* ---- ticks ---- */

/* One tick with this input, with edges that follow from the tick before. After a seek into the past
 * it begins a new branch. An action held without a press means that the run was rewound there.
 * False when the world can't go on. */
bool run_tick(Run *run, const CwTickInput *input, CwError *error);

/* Simulates the next tick before it is due (sim/coming.h); input NULL: the source's. The run stays
 * at its tick. run_tick with this input adopts it. False when there is no such tick. */
bool run_simulate_coming(Run *run, const CwTickInput *input);

/* The next tick of the source, with the edits before it. */
bool run_advance(Run *run, CwError *error);

/* The ticks of the source up to this one. */
bool run_advance_to(Run *run, uint64_t tick, CwError *error);

/* Not recorded. The next seek returns to the run; no other tick and no edit before it. */
bool run_tick_beside(Run *run, const CwTickInput *input, CwError *error);

/* Adds the presses that live input lacks, except for actions held since before a branch. */
void run_add_presses(const Run *run, CwTickInput *input);

/* Restores the world at the end of `tick`, clamped to the range of the history. It simulates up to
 * a second of ticks. False when there is no history or the world can't go on. */
bool run_seek(Run *run, uint64_t tick, CwError *error);

/* The range of run_seek; without a history both are the present. */
uint64_t run_oldest(const Run *run);
uint64_t run_newest(const Run *run);

/* The run's time at the world's tick, ticks: as the game counts it, else all up to the finish;
 * while that is unknown, a run with medals begins with the first input. */
uint32_t run_time_at(const Run *run, const CwProbe *probe);

/* Thousandths of real time, up to the finish; 0: ticks were stepped, or shown before they ran. */
void run_note_speed(Run *run, int speed);

/* The ticks so far were played before: the run is recorded as rewound to the world's tick. */
void run_note_continued(Run *run);

/* The ticks so far are those of a run that was watched: it has no rank any more. */
void run_note_taken(Run *run);

/* ---- edits ---- */

typedef enum UndoOutcome { UNDO_DONE, UNDO_REFUSED, UNDO_LOST /* the world is */ } UndoOutcome;

/* Changes a value by hand at the world's tick, a branch with the same inputs: the caller repeats
 * ticks up to run_newest, or calls run_end_repeat. No rank any more. False, and nothing changed:
 * not possible, or the world could not go on for a second. */
bool run_edit(Run *run, const CwReplayEdit *edit, CwError *error);

/* Undoes the last edit: restores its tick, and the caller continues as after run_edit. Refused, and
 * nothing changed: there is none, or the history does not reach it. */
UndoOutcome run_undo_edit(Run *run, CwError *error);

/* Applies the edits of the world's tick that are still missing. Every tick and seek does this. */
bool run_apply_edits(Run *run, CwError *error);

/* Input is live from here on. The source's edits of the world's tick are still taken. */
void run_leave_source(Run *run);

/* Simulates the next tick again with its recorded input, after an edit or a correction. */
bool run_repeat_tick(Run *run, CwError *error);

/* Ends it at the world's tick; until a tick follows, run_undo_edit knows the inputs after it. */
void run_end_repeat(Run *run);

/* ---- late input ---- */

/* Notes what a player really did in a tick. False: the history lacks it, or it is to come. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* Puts the world before the first corrected tick; then run_repeat_tick runs the ticks again, until
 * the world is at the newest one. Recordings hold a rewind, which `rewind_count` does not count.
 * Edits in these ticks are repeated where they are still possible. False when the world is lost. */
bool run_begin_correction(Run *run, CwError *error);

/* ---- the past ---- */

/* A walk through a run's past: simulates its ticks once more from the history's nearest keyframe,
 * in slices, while the run is paused; it borrows the run's world and restores it. Zero-initialise.
 * Starts again when history or edits change. */
typedef struct PastWalk {
    Run run;              /* the past as a run of its own, once it has begun */
    CwSnapshot state;     /* its world between two slices */
    uint64_t from, until; /* the ticks that are visited, both included */
    uint64_t tick;        /* where it is */
    bool begun, done;
} PastWalk;

/* Sees the session after each tick of the span. */
typedef void PastVisitor(void *context, const Session *session);

/* A span within the history's range, from <= until. */
void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until);
void past_walk_free(PastWalk *walk);

/* Simulates up to so many ticks. False, and done: memory is refused, or the world is lost. */
bool past_walk_run(PastWalk *walk, const Run *run, uint32_t ticks, PastVisitor *visit,
                   void *context, CwError *error);
