/* A run plays a session tick by tick. Play, replays, `verify`, searches and benchmarks use it.
 *
 * Each tick is simulated with input from a source or the caller, then recorded: the history keeps
 * it, writers write it, and it is compared with the recording that the run repeats. run_seek
 * restores any tick of the history. Later ticks remain until the next tick begins another branch.
 *
 * A run knows no clock, screen or device. Forks, extra worlds (sim/worlds.c) and repeating spans
 * run their ticks without a run. */
#pragma once

#include "clockwork/history.h"
#include "run/replay_writer.h"
#include "run/run_marks.h"

enum { WRITERS_MAX = 2 /* one for --record, one for the flight recorder */ };

/* How a run treats recorded changes that the world does not accept. */
typedef enum ChangePolicy {
    CHANGES_STRICT,   /* fails: the run must be exactly the recorded one */
    CHANGES_REPORTED, /* skips them with a message: code, level or settings may differ */
    CHANGES_SILENT    /* skips them: another process reports them */
} ChangePolicy;

/* The input of a run's ticks: a recording, a plan, a bot or a list. Live input goes to run_tick
 * instead. Context and changes stay the caller's. */
typedef struct RunSource {
    /* Returns the input of the next tick, also after `end`. NULL: no source; input is live. */
    CwTickInput (*next)(const void *context, const Session *session);
    const void *context;
    uint64_t end;                  /* the source's last tick */
    const CwReplayFile *recording; /* recording whose hashes the run is compared with; NULL: none */
    const CwReplayEdit *changes;   /* changes for the run's guest, sorted by tick */
    size_t change_count;
    ChangePolicy policy;
} RunSource;

/* ---- the guest, for tools of a game's maker ---- */

typedef struct Run Run;

/* A guest may change the world between two ticks, and sees each tick. Changes by hand and the sync
 * test are guests. `state` is that of the session's guest. */
struct RunGuest {
    void (*begin)(void *state, Run *run);
    /* Makes the changes due at the world's tick. Called before each tick and after a seek. */
    bool (*apply)(void *state, Run *run, CwError *error);
    bool (*is_due)(const void *state, uint64_t tick);
    /* Whether it tests ticks by simulating them again. If so, no coming tick is adopted, and
     * `before_tick` and `after_tick` are called. */
    bool (*is_testing)(const void *state);
    bool (*before_tick)(void *state, const CwWorld *world, const CwTickInput *input,
                        CwError *error);
    bool (*after_tick)(void *state, Run *run, CwError *error);
    /* Called when the world was restored to this tick, without the changes of that tick. */
    void (*rewound)(void *state, uint64_t tick);
    /* Called after writers were rewound: writes the changes of the world's tick again. */
    void (*branched)(void *state, Run *run);
    void (*discard_after)(void *state, uint64_t tick);
    /* The tick of the first change, made or to come; UINT64_MAX: none. */
    uint64_t (*first_change)(const void *state);
};

/* ---- the run ---- */

typedef enum RunState {
    RUN_BEGINS,  /* no tick followed the start or a rewind: actions may be held without a press */
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
    bool is_audited; /* the guest checks the world after each tick */
    ReplayWriter *writers[WRITERS_MAX];
    int writer_count;
    uint64_t rewind_count;
    uint64_t hash;          /* hash of the newest tick, for writers and comparison; else 0 */
    uint64_t differs_at;    /* first tick that differs from the source's recording; 0: none */
    char differs_in[128];   /* sections of the world that differ at that tick */
    uint64_t ends_at;       /* last tick of a repeat that ended early; 0: none */
    uint64_t mistaken_tick; /* first tick whose input was corrected since; 0: none */
    uint64_t late_ticks[CW_PLAYER_MAX]; /* each player's newest tick of late input */
    CwProbe probe;                      /* probe of the newest tick */
    CwRunTime time;                     /* time of the run so far, with splits */
    bool was_slowed, was_stepped;       /* as in CwRunInfo */
    bool was_taken_over;                /* as in CwRunInfo */
    bool is_played;    /* a person at this machine gives the input; the owner sets it */
    uint32_t now_time; /* the run's time at the newest tick; see run_time_at */
    bool is_finished;  /* the level was finished at the newest tick */
    bool has_clock;    /* the game's own clock has started */
    bool has_input;    /* some action was used */
};

/* All but the session may be NULL or zero. Everything stays the caller's. */
typedef struct RunDesc {
    Session *session;
    CwHistory *history;
    RunMarks *marks; /* cleared by run_begin */
    RunSource source;
    bool has_no_guest; /* leaves the session's guest out */
} RunDesc;

/* A recording's inputs and changes, with CHANGES_STRICT. After its end no action is held. */
RunSource run_source_replay(const CwReplayFile *replay);

/* Actions that are held stay held, without edges and without an end. */
RunSource run_source_held(void);

/* Begins a run at the session's tick. Add open writers before the run's first tick. */
void run_begin(Run *run, const RunDesc *desc);
void run_add_writer(Run *run, ReplayWriter *writer);

/* ---- ticks ---- */

/* Runs a tick. The input's edges are derived from the last tick. After a seek into the past, the
 * tick begins a branch. An action that is held without a press counts as a rewind. False when the
 * world can't continue. */
bool run_tick(Run *run, const CwTickInput *input, CwError *error);

/* Runs a tick with live input. Adds missing presses, except for actions held before a branch. */
bool run_play(Run *run, CwTickInput *input, CwError *error);

/* Simulates the next tick early (sim/coming.h), with live input; NULL: the source's. The run stays
 * at its tick, and the real tick adopts the result if its input is the same. False: impossible. */
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

/* The run's time at the world's tick, in ticks: as the game's clock counts it, otherwise all ticks
 * up to the finish. In a game with medals it is 0 before the first input. */
uint32_t run_time_at(const Run *run, const CwProbe *probe);

/* Notes the speed of play, thousandths of real time; 0: the player stepped, or saw ticks before. */
void run_note_speed(Run *run, int speed);

/* Notes that the run is continued from the world's tick, which counts as a rewind. */
void run_note_continued(Run *run);

/* Notes that the player takes over a watched run here, so this run has no rank. */
void run_note_taken(Run *run);

/* ---- changes by the guest ---- */

/* Makes the changes of the world's tick that are not made yet. Every tick and seek does this. */
bool run_apply_changes(Run *run, CwError *error);

/* The tick of the first change, made or to come; UINT64_MAX: none. */
uint64_t run_first_change(const Run *run);

/* Begins a branch with the same inputs, after the guest changed the world. */
void run_begin_repeat(Run *run);

/* Makes input live from here on, after the source's changes at the world's tick. */
void run_leave_source(Run *run);

/* Simulates the next tick again with its recorded input. */
bool run_repeat_tick(Run *run, CwError *error);

/* Ends the repeat. Later inputs remain until a tick follows, so that a change can be undone. */
void run_end_repeat(Run *run);

/* ---- late input ---- */

/* Corrects a player's input in a past tick. Later ticks that were only guessed (the same held
 * actions) are guessed again. False: the history does not hold the tick. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* Restores the world before the first corrected tick. Then call run_repeat_tick until the world is
 * at the newest tick. Recordings get a rewind, but `rewind_count` does not count it. Changes by the
 * guest are made again where they are still possible. False when the world is lost. */
bool run_begin_correction(Run *run, CwError *error);
