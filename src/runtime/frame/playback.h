/* Playback plays a run or a replay, and controls its time: it pauses, steps, seeks and rewinds.
 *
 * The loop gives it the time to show, one input a tick, and the player's requests. It owns the
 * session, its clock, history and recordings; configuration, levels and replay stay the caller's.
 * It reads no clock, screen, device or key. */
#pragma once

#include "frame/best_runs.h"
#include "frame/speed.h"
#include "run/recorder.h"

/* The player's activity in a run. Time, input and the page on the screen follow from it. */
typedef enum Activity {
    ACTIVITY_TITLE, /* a run plays behind the title */
    ACTIVITY_PLAYING,
    ACTIVITY_PAUSED,
    ACTIVITY_FINISHED,
    ACTIVITY_WATCHING /* a replay plays */
} Activity;

/* What a run begins with, and how it is recorded and checked. */
typedef struct RunSetup {
    uint64_t seed;
    bool draws_seeds;           /* the game's runs get new seeds, and --seed was not given */
    uint64_t fingerprint;       /* fingerprint for recordings */
    double limit_s;             /* limit for a replay, as in ReplayPlayer */
    CwSimSettings own_settings; /* the game's settings: times under others don't count */
    const SessionGuest *guest;  /* the maker's guest; NULL: none */
    RecorderDesc recorder;
} RunSetup;

typedef struct PlaybackDesc {
    const CwGame *game;
    const Config *config; /* configuration in force; may change between frames */
    const Levels *levels;
    bool records_anew;    /* records only the replay's inputs, whatever the rules */
    bool has_celebration; /* a replay plays on for a moment after its finish */
    bool is_shared;       /* input comes late: time is not the player's alone */
    bool has_history;     /* keeps a history of the size game.history */
    RunSetup setup;
    const LoopGuest *guest; /* runs begin with its changes; NULL: none */
    BestRuns *best_runs;    /* takes the flight recorder's files; NULL: no best runs */
} PlaybackDesc;

/* Reasons for pausing. Time runs while none is set. */
typedef enum PauseReason {
    PAUSE_MENU = 1,
    PAUSE_BACKGROUND = 2, /* the window is in the background */
    PAUSE_STOP = 4,       /* the player paused a replay */
    PAUSE_DRAG = 8,       /* the player drags the handle of the transport bar */
    PAUSE_REWIND = 16,    /* time runs backwards instead */
    PAUSE_GAME = 32,      /* the game's code paused; ends with the run at the latest */
    PAUSE_CATCH_UP = 64   /* ticks run again */
} PauseReason;

typedef struct Playback {
    PlaybackDesc desc;
    const CwReplayFile *replay; /* the replay that plays; NULL: a new run */
    Session session;
    WorkLimit limit;              /* limit for a recording that is simulated */
    RunSource source;             /* source of the next run; none: live input */
    CarryForm carry;              /* carry of the next level; none: the table's first */
    const CwReplayFile *repeated; /* the recording that this run repeats; NULL: none */
    StepClock clock;
    Run run;
    RunMarks marks;     /* marks of the run */
    CwHistory *history; /* NULL: no past */
    Recorder recorder;
    bool has_failed_recording;
    bool has_difference;           /* the replay does not play as it was recorded */
    unsigned pauses;               /* PauseReason bits */
    CwSimSettings wanted_settings; /* ticks' commands apply these, unless the run is shared */
    Speed speed;
    bool keeps_settings;   /* a restart keeps them: the game or a continued recording chose them */
    bool is_helped;        /* the player sees more than the world: such a run ranks apart */
    uint64_t resumed_tick; /* end of the player's last pause; 0: none */
    double rewind_speed;
    double position_ticks; /* the moment shown by a rewind */
    double alpha;          /* the picture shows tick - 1 + alpha: in [0, 1] between the last two
                              ticks, in (1, 2) between the last and the coming one */
    bool can_show_coming;  /* set by the owner: pictures may show the coming tick */
    bool must_interpolate; /* set by the owner: ticks take too long, so pictures are interpolated */
    bool is_cut_short;     /* set by the owner: the frame ran fewer ticks than planned, so the
                              picture shows the last */
    bool is_exact;         /* paused after a step or seek: the picture shows the tick itself */
    bool has_jumped;       /* time jumped since the last frame: a seek, a rewind or a new run */
    bool has_loaded;       /* a level was loaded in this frame: its time must not count */
    bool has_moved;        /* a step or a seek moved this frame */
    double shown_s;        /* simulated time of the last picture */
} Playback;

/* Makes clock and history, without a session. Zero it first. On false, call playback_close. */
bool playback_init(Playback *playback, const PlaybackDesc *desc, CwError *error);

/* Ends the run and frees everything. False when a requested recording is incomplete. */
bool playback_close(Playback *playback);

/* ---- runs ---- */

/* Each of these replaces the session by a new one, for playback_begin_run. On false there is no
 * session to play. Replays stay the caller's. */
/* Opens a level by name or file; NULL: without a map. */
bool playback_open_level(Playback *playback, const char *level, uint64_t seed, CwError *error);
/* Whether this program can play a replay, see replay_suits. */
bool playback_can_play(const Playback *playback, const CwReplayFile *replay, CwError *error);
/* Opens a replay's level and settings: to play the replay, the level, or the rest of its run. */
bool playback_open_replay(Playback *playback, const CwReplayFile *replay, CwError *error);
bool playback_open_level_of_replay(Playback *playback, const CwReplayFile *replay, CwError *error);
bool playback_open_to_continue(Playback *playback, const CwReplayFile *run, CwError *error);
/* Restarts the level by a changed copy of the session's desc, under the current settings unless
 * these are kept. */
bool playback_restart(Playback *playback, const SessionDesc *wanted, CwError *error);
/* Bits of the settings that no file may change in this run. */
unsigned playback_own_settings(const Playback *playback);

/* Begins a run with its past, check and recordings. False: --record's file can't be made. */
bool playback_begin_run(Playback *playback, bool record, CwError *error);
void playback_end_run(Playback *playback);

/* ---- frames and ticks ---- */

/* Plans a frame by the paced clock; `skipped_ns` of real time will never be shown. `real_ns` passed
 * since the previous frame: a run that falls behind it ranks apart. */
FramePlan playback_frame(Playback *playback, int64_t now_ns, int64_t skipped_ns, int64_t real_ns);

/* Plans a frame of one tick, whatever the time. */
FramePlan playback_frame_of_one_tick(Playback *playback);

/* Runs a tick with this input, and writes its command: a changed setting, unless the run is shared.
 * A replay has its own input; its first difference is reported. False: the world can't go on. */
bool playback_tick(Playback *playback, CwTickInput *input, CwError *error);

/* Runs the source's next tick or, after a change, repeats the next one. Views see a jump. */
bool playback_catch_up_tick(Playback *playback, CwError *error);

/* Repeats a tick with corrected input, after run_begin_correction, while playback_is_behind. */
bool playback_is_behind(const Playback *playback);
bool playback_repeat_tick(Playback *playback, CwError *error);

/* Simulates the coming tick after a frame's ticks, with this input or a replay's own. */
void playback_simulate_coming(Playback *playback, const CwTickInput *guess);

/* Whether the settings and the run's input allow a coming tick. */
bool playback_may_show_coming(const Playback *playback);

/* Sets the picture's place in time, for pixels a metre; called after the ticks. */
void playback_place(Playback *playback, const FramePlan *plan, double pixels_per_m);

/* While paused: shows the tick itself, not a moment between ticks. */
void playback_show_tick(Playback *playback);

/* Notes whether the player sees in this frame where things will be: such a run ranks apart. */
void playback_set_help(Playback *playback, bool is_helped);

bool playback_has_past(const Playback *playback);

/* ---- control of time ---- */

/* Adds or removes a reason for a pause. */
void playback_set_pause(Playback *playback, PauseReason reason, bool is_set);
bool playback_is_paused_for(const Playback *playback, PauseReason reason);

/* The range of visible ticks: all of a replay's, else the history's. */
uint64_t playback_first_tick(const Playback *playback);
uint64_t playback_last_tick(const Playback *playback);

bool playback_is_at_end(const Playback *playback);

/* Moves to the end of a tick, clamped to the range. False: the world is lost. */
bool playback_seek(Playback *playback, double tick, CwError *error);

/* Runs the next tick as recorded, like play: no jump. False: the world is lost. */
bool playback_advance_recorded(Playback *playback, CwError *error);

/* Steps back or forward in a pause; new ticks follow the newest. */
bool playback_step(Playback *playback, int ticks, CwError *error);

/* Notes that the world jumped: earlier events are not reported again. */
void playback_note_jump(Playback *playback);

/* Applies the requests of the game's code. True: no tick may follow in this frame. */
bool playback_apply_flow(Playback *playback, const CwFlow *flow);

/* Rewinds while it is wanted, faster and faster, until the history ends. */
bool playback_rewind(Playback *playback, bool is_wanted, int64_t elapsed_ns, CwError *error);

void playback_change_speed(Playback *playback, int change);

/* Applies a changed configuration to the clock's limits and speed. */
void playback_apply_config(Playback *playback);

/* Describes a session's world by the configuration. */
SessionDesc playback_session_desc(const CwGame *game, const Config *config);
