/* A run plays a session tick by tick: for playing, watching, verifying, searching and measuring.
 *
 * Input comes from a source or the caller; a guest may change the world between ticks. A tick is
 * simulated, then recorded: kept by the history, written, and compared with the recording that it
 * repeats. So a speculative tick is simulated, then recorded or undone. run_seek restores any tick
 * of the history; the future remains until the next tick begins another branch.
 *
 * A run knows no clock, screen or device. Only forks, extra worlds (sim/worlds.c) and a repeating
 * span run ticks without it. */
#pragma once

#include "clockwork/history.h"
#include "run/replay_writer.h"
#include "run/run_marks.h"

enum { WRITERS_MAX = 2 /* one for --record, one for the flight recorder */ };

/* How a run treats recorded changes that the world does not accept. */
typedef enum ChangePolicy {
    CHANGES_STRICT,   /* are errors: the run must be exactly the recorded one */
    CHANGES_REPORTED, /* are reported and skipped: code, level or settings may differ */
    CHANGES_SILENT    /* are skipped: another process reports them */
} ChangePolicy;

/* Returns the input of the next tick, which may lie after the source's end. */
typedef CwTickInput NextInput(const void *context, const Session *session);

/* Gives a run the input of its ticks, and its end: recordings, plans, bots and lists. Live input
 * goes to run_tick instead. The source may also bring changes for the run's guest. Context and
 * changes stay the caller's. */
typedef struct RunSource {
    NextInput *next; /* NULL: no source; input is live */
    const void *context;
    uint64_t end;                  /* the source's last tick */
    const CwReplayFile *recording; /* recording whose hashes the run is compared with; NULL: none */
    const CwReplayEdit *changes;   /* changes for the run's guest, sorted by tick */
    size_t change_count;
    ChangePolicy policy;
} RunSource;

/* ---- the guest, for tools of a game's maker ---- */

typedef struct Run Run;

/* The guest of a run may change the world between two ticks, and sees each tick. Changes by hand
 * and the sync test are guests; without one a run is only its inputs. Functions get the state of
 * the session's guest. */
struct RunGuest {
    void (*begin)(void *state, Run *run);
    /* Makes the changes due at the world's tick. Called before each tick and after a seek. */
    bool (*apply)(void *state, Run *run, CwError *error);
    bool (*is_due)(const void *state, uint64_t tick);
    /* Whether it simulates ticks again to test them. Then no coming tick is adopted, and
     * `before_tick` and `after_tick` are called for each recorded tick. */
    bool (*is_testing)(const void *state);
    bool (*before_tick)(void *state, const CwWorld *world, const CwTickInput *input,
                        CwError *error);
    bool (*after_tick)(void *state, Run *run, CwError *error);
    /* Called when the world was restored to this tick, without the changes of that tick. */
    void (*rewound)(void *state, uint64_t tick);
    /* Called when the next ticks replace written ones: writes the lost content again. */
    void (*branched)(void *state, Run *run);
    /* Discards changes after this tick. */
    void (*discard_after)(void *state, uint64_t tick);
    /* The tick of the first change, made or to come; UINT64_MAX: none. */
    uint64_t (*first_change)(const void *state);
};

/* ---- the run ---- */

typedef enum RunState {
    RUN_BEGINS,  /* no tick since the beginning, a rewind or a correction: actions may be held */
    RUN_GOES_ON, /* the next tick follows the last one, also while ticks are repeated */
    RUN_IN_PAST, /* the next tick begins a branch, after a seek into the past */
    RUN_DETACHED /* unrecorded ticks ran: a seek returns to the run */
} RunState;

struct Run {
    Session *session;
    CwHistory *history;           /* NULL: none, so no seeks */
    const struct RunGuest *guest; /* NULL: none */
    RunMarks *marks;              /* NULL: none are noted */
    RunSource source;
    RunState state;
    bool is_audited; /* the guest checks the world after each tick, like a guest that tests */
    ReplayWriter *writers[WRITERS_MAX];
    int writer_count;
    uint64_t rewind_count;
    uint64_t hash;          /* hash of the newest tick, for writers and recording; else 0 */
    uint64_t differs_at;    /* first tick that differs from the source's recording; 0: none */
    char differs_in[128];   /* sections that differ; one may rarely show ticks later */
    uint64_t ends_at;       /* last tick of a repeat that ended early; 0: none */
    uint64_t mistaken_tick; /* first tick whose input was corrected since; 0: none */
    uint64_t late_ticks[CW_PLAYER_MAX]; /* each player's newest tick of late input */
    CwProbe probe;                      /* probe of the newest tick */
    CwRunTime time;               /* time of the run so far, with splits; `clean` while it is */
    bool was_slowed, was_stepped; /* as in CwRunInfo */
    bool was_taken_over;          /* as in CwRunInfo */
    bool is_played;               /* a person at this machine gives the input; the owner sets it */
    uint32_t now_time;            /* the run's time at the newest tick; see run_time_at */
    bool is_finished;             /* the level was finished at the newest tick */
    bool has_clock;               /* the game's own clock has started */
    bool has_input;               /* some action was used */
};

/* Everything but the session may be NULL or zero. All stays the caller's. */
typedef struct RunDesc {
    Session *session;
    CwHistory *history;
    RunMarks *marks; /* cleared by run_begin */
    RunSource source;
    bool has_no_guest; /* for a try, or to repeat the past */
} RunDesc;

/* A source of a recording and its changes, with CHANGES_STRICT. After its end no action is held. */
RunSource run_source_replay(const CwReplayFile *replay);

/* A source without an end: held actions stay held, without edges. */
RunSource run_source_held(void);

/* Starts a run at the session's present tick. Open writers are added before the first tick. */
void run_begin(Run *run, const RunDesc *desc);
void run_add_writer(Run *run, ReplayWriter *writer);

/* ---- ticks ---- */

/* Runs a tick with this input; its edges follow from the last tick. After a seek into the past it
 * begins a new branch. An action held without a press means that the recorded run was rewound
 * there. False when the world can't continue. */
bool run_tick(Run *run, const CwTickInput *input, CwError *error);

/* Runs a tick with live input. Adds missing presses, except for actions held before a branch. */
bool run_play(Run *run, CwTickInput *input, CwError *error);

/* Simulates the next tick early (sim/coming.h), with live input; NULL: the source's. The run stays
 * at its tick. The real tick adopts the result if its input is the same. False: no such tick. */
bool run_simulate_coming(Run *run, const CwTickInput *input);

/* Run the next tick of the source, after its changes, or its ticks up to `tick`. */
bool run_advance(Run *run, CwError *error);
bool run_advance_to(Run *run, uint64_t tick, CwError *error);

/* Restores the world at the end of `tick`, clamped to the history's range. It simulates up to a
 * second of ticks. False when there is no history or the world can't continue. */
bool run_seek(Run *run, uint64_t tick, CwError *error);

/* The range of run_seek; without a history both return the present tick. */
uint64_t run_oldest(const Run *run);
uint64_t run_newest(const Run *run);

/* The run's time at the world's tick, ticks: as the game counts it, otherwise all ticks up to the
 * finish. While that is unknown, a run with medals begins with the first input. */
uint32_t run_time_at(const Run *run, const CwProbe *probe);

/* Notes the speed, thousandths of real time; 0: stepped ticks, or ticks shown before they ran. */
void run_note_speed(Run *run, int speed);

/* Records the run as rewound to the world's tick: its ticks were played before. */
void run_note_continued(Run *run);

/* Notes that the ticks so far came from a watched run, so this run has no rank. */
void run_note_taken(Run *run);

/* ---- changes by the guest ---- */

/* Makes the missing changes of the world's tick. Every tick and seek does this. */
bool run_apply_changes(Run *run, CwError *error);

/* The tick of the first change, made or to come; UINT64_MAX: none. */
uint64_t run_first_change(const Run *run);

/* Begins a branch with the same inputs, after a change of the world at its tick. */
void run_begin_repeat(Run *run);

/* Makes input live from here on. The source's changes at the world's tick are still taken. */
void run_leave_source(Run *run);

/* Simulates the next tick again with its recorded input. */
bool run_repeat_tick(Run *run, CwError *error);

/* Ends the repeat. Until a tick follows, later inputs remain, so that a change can be undone. */
void run_end_repeat(Run *run);

/* ---- late input ---- */

/* Notes a player's real input in a tick. Later ticks that only repeated held actions are guessed
 * again, so one change of input needs one correction. False: the history lacks the tick. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* Restores the world before the first corrected tick. Then run_repeat_tick repeats ticks until the
 * world is at the newest one. Recordings get a rewind that `rewind_count` does not count. Changes
 * in these ticks are repeated where still possible. False when the world is lost. */
bool run_begin_correction(Run *run, CwError *error);
