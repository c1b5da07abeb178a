/* The run: a session in time. It advances the session tick by tick.
 *
 * Input comes from a source or the caller; a guest may change the world between ticks. A tick
 * is simulated, then recorded: kept by the history, written, compared with the recording it
 * repeats. So a tick can also be speculative: simulated, then recorded or undone. run_seek restores
 * any tick of the history; the future stays until the next tick begins another branch.
 *
 * Play, watching, verifying, reloading, searching and measuring are its clients. It knows no clock,
 * screen or device. Only forks, worlds beside it (sim/worlds.h) and a
 * span that repeats run ticks without it. */
#pragma once

#include "clockwork/history.h"
#include "clockwork/replay.h"
#include "clockwork/run_time.h"
#include "run/replay_writer.h"
#include "run/run_marks.h"
#include "sim/session.h"

enum { WRITERS_MAX = 2 /* --record and the flight recorder */ };

/* The treatment of recorded changes that the world does not accept. */
typedef enum ChangePolicy {
    CHANGES_STRICT,   /* an error: the run is exactly the recorded one */
    CHANGES_REPORTED, /* reported and left out: the code, level or settings may differ */
    CHANGES_SILENT    /* left out: another process reports it */
} ChangePolicy;

/* The input of the tick after the world's, which may lie after the source's end. */
typedef CwTickInput NextInput(const void *context, const Session *session);

/* Gives a run its ticks' input, and knows where it ends: recordings, plans, bots, lists; live input
 * goes to run_tick. It may bring changes for the run's guest, too. The context and the changes stay
 * the caller's. */
typedef struct RunSource {
    NextInput *next; /* NULL: there is no source, input is live */
    const void *context;
    uint64_t end;                  /* its last tick */
    const CwReplayFile *recording; /* the run is compared with its hashes; NULL: with nothing */
    const CwReplayEdit *changes;   /* for the run's guest, sorted by tick */
    size_t change_count;
    ChangePolicy policy;
} RunSource;

typedef enum RunState {
    RUN_BEGINS,  /* no tick since the beginning, a rewind or a correction: actions may be held */
    RUN_GOES_ON, /* the next tick follows the last one, also while ticks are repeated */
    RUN_IN_PAST, /* a seek went back: the next tick begins a branch */
    RUN_BESIDE   /* ticks ran that are not recorded: a seek returns to the run */
} RunState;

typedef struct Run {
    Session *session;
    CwHistory *history;           /* NULL: no past */
    const struct RunGuest *guest; /* run_guest.h; NULL: none */
    RunMarks *marks;              /* NULL: nobody looks */
    RunSource source;
    RunState state;
    bool audits; /* the guest checks the world after each tick, as one that tests it always does */
    ReplayWriter *writers[WRITERS_MAX];
    int writer_count;
    uint64_t rewind_count;
    uint64_t hash;          /* of the newest tick, for writers and recording; 0 without one */
    uint64_t differs_at;    /* the first tick that is not as the source recorded it; 0: none */
    char differs_in[128];   /* the sections; by bad luck one shows some ticks late */
    uint64_t ends_at;       /* last tick of a repeat that ended early; 0: none */
    uint64_t mistaken_tick; /* the first one whose input was corrected since; 0: none */
    uint64_t told_ticks[CW_PLAYER_MAX]; /* each player's newest tick of late input */
    CwProbe probe;                      /* of the newest tick */
    CwRunTime time;       /* of the run so far, splits included; `clean` while it is */
    bool slowed, stepped; /* as in CwRunInfo */
    bool taken_over;      /* the same */
    bool is_played;       /* set by the owner: a person at this machine gives the input */
    uint32_t now_time;    /* of the run at the newest tick, see run_time_at */
    bool finished;        /* the level was, at the newest tick */
    bool counts_time;     /* the game's own clock has started */
    bool has_input;       /* some action was used */
} Run;

/* Everything but the session may be NULL or zero. All stays the caller's. */
typedef struct RunDesc {
    Session *session;
    CwHistory *history;
    RunMarks *marks; /* are cleared */
    RunSource source;
    bool alone; /* without the session's guest: a try, or the past once more */
} RunDesc;

/* A recording with its changes, strictly. After its end nothing is held. */
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

/* The same with live input, which gets the presses that it lacks, except for actions held since
 * before a branch. */
bool run_play(Run *run, CwTickInput *input, CwError *error);

/* Simulates the next tick before it is due (sim/coming.h), with live input; NULL: the source's. The
 * run stays at its tick. The tick with this input adopts it. False when there is no such tick. */
bool run_simulate_coming(Run *run, const CwTickInput *input);

/* The next tick of the source, with the edits before it. */
bool run_advance(Run *run, CwError *error);

/* The ticks of the source up to this one. */
bool run_advance_to(Run *run, uint64_t tick, CwError *error);

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

/* ---- changes by the guest ---- */

/* Makes those of the world's tick that are still missing. Every tick and seek does this. */
bool run_apply_changes(Run *run, CwError *error);

/* The tick of the first one, made or to come; UINT64_MAX: there is none. */
uint64_t run_first_change(const Run *run);

/* The world was changed at its tick: begins a branch with the same inputs. */
void run_begin_repeat(Run *run);

/* Input is live from here on. The source's changes of the world's tick are still taken. */
void run_leave_source(Run *run);

/* Simulates the next tick again with its recorded input, after a change or a correction. */
bool run_repeat_tick(Run *run, CwError *error);

/* Ends it at the world's tick; until a tick follows, an undone change knows the inputs after it. */
void run_end_repeat(Run *run);

/* ---- late input ---- */

/* Notes a player's real input in a tick. Ticks after it that only held on are guessed anew, so that
 * input which changes once is corrected once. False: the history lacks it, or it is to come. */
bool run_correct(Run *run, const CwLateInput *late, CwError *error);

/* Puts the world before the first corrected tick; then run_repeat_tick runs the ticks again, until
 * the world is at the newest one. Recordings hold a rewind, which `rewind_count` does not count.
 * Changes in these ticks are repeated where they are still possible. False when the world is lost.
 */
bool run_begin_correction(Run *run, CwError *error);
