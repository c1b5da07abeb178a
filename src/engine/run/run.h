/* The run: a session with a past.
 *
 * Every tick that is recorded goes through run_tick, which also remembers it (history), writes
 * it down (writers of replays) and, when asked to, checks it (sync test). run_seek puts the
 * world to any tick that the history holds, simulating again by session_tick what lies behind a
 * keyframe; the future stays until the next tick makes another branch of it. Rewinding is an
 * operation here, never an input of a tick. The number of rewinds lives outside the world, where no
 * rewind reaches it. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "clockwork/history.h"
#include "clockwork/replay.h"
#include "clockwork/run_time.h"
#include "run/replay_writer.h"
#include "run/sync_test.h"
#include "sim/session.h"

enum {
    WRITERS_MAX = 2, /* --record and the flight recorder */
    EDITS_MAX = 128  /* values changed by hand in a run */
};

typedef struct Run {
    Session *session;
    CwHistory *history;  /* NULL: no past */
    bool audits;         /* after each tick; with a sync test in any case */
    SyncTest *sync_test; /* NULL: not asked for */
    ReplayWriter *writers[WRITERS_MAX];
    int writer_count;
    uint64_t rewind_count;
    bool finished;     /* the level was, at the newest tick: what a recording ends with */
    uint64_t hash;     /* of the newest tick, for the writers; 0 without one */
    CwRunTime time;    /* of the run so far, splits included; `clean` while it is */
    bool counts_time;  /* the game counts the run's time itself: it has begun to */
    bool has_input;    /* somebody has pressed something */
    uint32_t now_time; /* of the run at the newest tick, as run_time_at has it */
    bool in_past;      /* a seek went back and no tick has followed yet */
    bool begins;       /* no tick has followed the beginning or the last rewind yet */
    /* Values changed by hand on this branch, each between its tick and the next, in their order. */
    const CwReplayEdit *edits; /* the run's own, or those of a replay that is watched */
    size_t edit_count;
    CwReplayEdit own_edits[EDITS_MAX];
    uint64_t own_numbers[EDITS_MAX]; /* of each, in the order in which they were made */
    uint64_t edits_made;             /* ever; one that is taken back counts again */
    uint64_t ends_at;       /* a run that was simulated again ends sooner than its inputs; 0: no */
    bool has_edits;         /* the world has those of its tick already */
    bool astray;            /* ticks ran that are not the run's: a seek brings it back */
    uint64_t mistaken_tick; /* the first one whose input was corrected since; 0: none */
} Run;

/* Lost: the world can't go on. */
typedef enum UndoOutcome { UNDO_DONE, UNDO_REFUSED, UNDO_LOST } UndoOutcome;

/* Starts a run at the beginning of an open session. `history` and `sync_test` may be NULL and
 * stay the caller's, like the writers that it adds before the first tick. */
void run_begin(Run *run, Session *session, CwHistory *history, SyncTest *sync_test);
void run_add_writer(Run *run, ReplayWriter *writer);

/* One tick. After a seek into the past it begins a new branch: what came later is forgotten,
 * writers note it. Edges are made to follow from the tick before (sim/possible_input.h). Where a
 * recorded tick holds an action without a press, its run was rewound there: writers note that,
 * too. */
bool run_tick(Run *run, const CwTickInput *input, CwError *error);

/* Adds the presses that input from devices, bots and sources lacks. Where a branch begins, what is
 * held since stays without one. */
void run_add_presses(const Run *run, CwTickInput *input);

/* Changes a value of the world by hand, at the tick that it is at. From there it is another branch
 * with the same inputs: the caller runs run_repeat_tick until the world is at run_newest, or
 * ends the run sooner with run_end_repeat. Writers note it, the run has no rank. False, with
 * everything as it was, when the value can't be changed, or the world could not go on with it. */
bool run_edit(Run *run, const CwReplayEdit *edit, CwError *error);

/* Takes the change back that was made last: puts the world to its tick, without it, and the caller
 * goes on as after run_edit. It is refused, with everything as it was, when there is none, or
 * the history does not reach back so far. */
UndoOutcome run_undo_edit(Run *run, CwError *error);

/* The run that is simulated again ends at the world's tick. Until another tick follows,
 * run_undo_edit still knows the inputs behind it. */
void run_end_repeat(Run *run);

/* Uses the edits of a watched replay, which keeps them. Call it before the first tick. */
void run_set_edits(Run *run, const CwReplayEdit *edits, size_t count);

/* Whoever runs its ticks elsewhere (sim/past_walk.h) changes the session's world alike: those of
 * the tick that it is at. */
bool run_apply_edits(const Run *run, CwError *error);

/* A tick beside the run: nothing remembers it, writes it down or checks it. The next seek, wherever
 * to, brings the run back; before it there must be no tick and no edit. */
bool run_tick_beside(Run *run, const CwTickInput *input, CwError *error);

/* The speed of play from here on up to the finish, thousandths of real time, for the writers: 0
 * where ticks were stepped, or shown before they ran. */
void run_note_speed(Run *run, int speed);

/* What a player really did in a tick that has run. Nothing happens yet. False when the history does
 * not hold the tick, or the tick has not come yet. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* After corrections: puts the world before the first mistaken tick. From there run_repeat_tick runs
 * the ticks again one by one, until the world is at the newest one. Recordings say so with a
 * rewind, which `rewind_count` does not count, as nobody rewound. Values that were changed by hand
 * in those ticks are so again, as far as they still can be. Both false when the world can't go on.
 */
bool run_begin_correction(Run *run, CwError *error);
bool run_repeat_tick(Run *run, CwError *error);

/* Puts the world to the end of `tick`, moved into the range of the history. Costs up to a second of
 * ticks. False when there is no history or the world can't go on. */
bool run_seek(Run *run, uint64_t tick, CwError *error);

/* The time of the run at the world's tick, ticks: as the game counts it, else all ticks up to the
 * finish. Where it isn't known yet whether the game counts, a run with medals begins with the first
 * input. */
uint32_t run_time_at(const Run *run, const CwProbe *probe);

/* The range of run_seek; both are the present without a history. */
uint64_t run_oldest(const Run *run);
uint64_t run_newest(const Run *run);

#endif
