/* Playback: a run in time. A session with its past, its clock and its recordings, which goes on,
 * is paused, stepped, sought and rewound, slowly or fast; or a replay that is watched.
 *
 * The loop gives it the time to show and one input a tick, and tells it what the player asks of
 * time. It owns the session and all that goes with the run; configuration, levels and replay stay
 * the caller's. It knows no screen, no device and no key: real time is what it is told. */
#pragma once

#include "frame/best_runs.h"
#include "frame/config_table.h"
#include "frame/speed.h"
#include "run/recorder.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/session.h"

/* The player's activity in a run. Time, input and the page on the screen follow from it. */
typedef enum Activity {
    ACTIVITY_TITLE, /* a run plays behind the title */
    ACTIVITY_PLAYING,
    ACTIVITY_PAUSED,
    ACTIVITY_FINISHED,
    ACTIVITY_WATCHING /* a replay */
} Activity;

/* The rules of a run, by which recordings, rankings and checks compare it. */
typedef struct LoopRules {
    uint64_t seed;
    uint64_t fingerprint;       /* for recordings */
    double limit_s;             /* of a watched replay, as in ReplayPlayer */
    CwSimSettings own_settings; /* what the game begins with: times under others don't count */
    const SessionGuest *guest;  /* of the maker; NULL: none */
    RecorderDesc recorder;
} LoopRules;

typedef struct PlaybackDesc {
    const CwGame *game;
    const Config *config; /* in force; may change between frames */
    const Levels *levels;
    const CwReplayFile *replay; /* what is watched; NULL: a run of its own */
    bool record_anew;           /* the replay's inputs only, whatever the rules */
    bool celebrates;            /* a replay goes on for a moment after its finish */
    bool shared;                /* input comes late: time is not the player's alone */
    bool remembers;             /* has a history, as large as game.history */
    LoopRules rules;
    const CwReplayEdit *changes; /* for the guest, that runs begin with */
    size_t change_count;
    CwBestRuns *best_runs; /* takes what the flight recorder wrote; NULL: nobody does */
} PlaybackDesc;

/* Reasons for pausing. Time runs while none is set. */
typedef enum Hold {
    HOLD_MENU = 1,
    HOLD_BACKGROUND = 2, /* nobody looks */
    HOLD_STOP = 4,       /* a watched replay was stopped */
    HOLD_DRAG = 8,       /* somebody holds the knob of the transport bar */
    HOLD_REWIND = 16,    /* time runs backwards instead */
    HOLD_GAME = 32,      /* the game's code paused; ends with the run at the latest */
    HOLD_COUNTDOWN = 64, /* after a pause, before time goes on */
    HOLD_CATCH_UP = 128  /* ticks run again */
} Hold;

typedef struct Playback {
    PlaybackDesc desc;
    Session session;
    WorkLimit limit;          /* of a recording that is simulated */
    RunSource source;         /* of the run that begins next; none: its input is live */
    const CwReplayFile *past; /* the recording that this run repeats; NULL: none */
    StepClock clock;
    Run run;
    RunMarks marks;     /* of the run */
    CwHistory *history; /* NULL: no past */
    Recorder recorder;
    bool recording_failed;
    bool differs;         /* the replay that is watched does not play as it was recorded */
    unsigned holds;       /* Hold bits */
    CwSimSettings wanted; /* those that a tick's command brings to the world, unless it is shared */
    Speed speed;
    bool shows_forecast;   /* the next two seconds (F4): such a run ranks apart */
    uint64_t resumed_tick; /* where the player's last pause ended; 0: there was none */
    double rewind_speed;
    double position_ticks; /* while rewinding: the moment shown */
    double alpha;          /* of the picture, which shows tick - 1 + alpha: in [0, 1] between the
                              last two ticks, in (1, 2) between the last and the coming one */
    bool shows_coming;     /* set by the owner: pictures may show the coming tick */
    bool falls_back;       /* set by the owner: ticks take too long, so pictures are interpolated */
    bool cut;              /* this frame ran fewer ticks than planned: it shows the last of them */
    bool exact;     /* while paused, after a step or seek: the picture shows the tick itself */
    bool jumped;    /* time did not simply go on since the last frame */
    bool loaded;    /* a level was loaded in this frame: its time must not count */
    bool moved;     /* by a step or a seek of this frame */
    double shown_s; /* simulated time of the last picture */
} Playback;

/* Makes clock and past; no session is open yet. On false, call playback_close. */
bool playback_init(Playback *playback, const PlaybackDesc *desc, CwError *error);

/* Ends the run and frees everything. False when a recording that was asked for is not whole. */
bool playback_close(Playback *playback);

/* ---- runs ---- */

/* Open, in place of what is open: a level by name or file (NULL: without a map), a replay's (kept
 * by the caller) to watch, to play or to go on with, the level before, or the same anew. Then begin
 * a run. On false none is open. */
bool playback_open_level(Playback *playback, const char *level, CwError *error);
bool playback_watch(Playback *playback, const CwReplayFile *replay, CwError *error);
bool playback_open_like(Playback *playback, const CwReplayFile *replay, CwError *error);
bool playback_reopen(Playback *playback, const SessionDesc *desc, CwError *error);
bool playback_open_again(Playback *playback, const CwReplayFile *run, CwError *error);
bool playback_restart(Playback *playback, CwError *error);

/* All that goes with a run: past, check, recordings. False: --record's can't be made. */
bool playback_begin_run(Playback *playback, bool record, CwError *error);
void playback_end_run(Playback *playback);

/* ---- frames and ticks ---- */

/* Plans a frame by the paced clock; `skipped_ns` of real time will never be shown. `real_ns` passed
 * since the frame before: a run that does not keep up with it ranks apart. */
StepFrame playback_frame(Playback *playback, int64_t now_ns, int64_t skipped_ns, int64_t real_ns);

/* The same where a frame is a tick, whatever the time. */
StepFrame playback_frame_of_one_tick(Playback *playback);

/* One tick with this input, whose command it writes: a changed setting, unless the run is shared. A
 * watched replay has its own input, and differences are told once. False: the world can't go on. */
bool playback_tick(Playback *playback, CwTickInput *input, CwError *error);

/* The source's next tick, or after a change the next one again; a jump for views. */
bool playback_catch_up(Playback *playback, CwError *error);

/* After run_begin_correction: while playback_is_behind, repeats ticks with corrected input. */
bool playback_is_behind(const Playback *playback);
bool playback_again(Playback *playback, CwError *error);

/* After a frame's ticks: the coming one, with this input unless a replay has its own. */
void playback_simulate_coming(Playback *playback, const CwTickInput *guess);

/* Whether the settings and the run's input allow a coming tick. */
bool playback_may_show_coming(const Playback *playback);

/* After that: where the picture is, of which a metre has so many pixels. */
void playback_place(Playback *playback, const StepFrame *step, double pixels_per_m);

/* While paused the picture shows the tick itself, not a moment beside it. */
void playback_show_tick(Playback *playback);

/* No further tick runs in this frame, which was planned with more. */
void playback_end_ticks(Playback *playback);

/* Whether this frame shows where things will be: such a run ranks apart. */
void playback_show_forecast(Playback *playback, bool shown);

/* Whether the player can go back in time. */
bool playback_has_past(const Playback *playback);

/* ---- control of time ---- */

/* Adds a reason for time to stand, or takes it away. */
void playback_hold(Playback *playback, Hold why, bool holds);
bool playback_is_held(const Playback *playback, Hold why);

/* The range of ticks that can be seen: a replay's all, else the history's. */
uint64_t playback_first_tick(const Playback *playback);
uint64_t playback_last_tick(const Playback *playback);

/* Whether a watched replay has nothing more to show. */
bool playback_is_at_end(const Playback *playback);

/* Puts the world to the end of a tick, moved into that range. False when the world is lost. */
bool playback_seek(Playback *playback, double tick, CwError *error);

/* The next tick as it was recorded, as play shows it: no jump. False when the world is lost. */
bool playback_recorded_tick(Playback *playback, CwError *error);

/* While paused, back or forward; new ticks follow the newest. */
bool playback_step(Playback *playback, int ticks, CwError *error);

/* The world was put elsewhere: events before that are not reported again. */
void playback_note_jump(Playback *playback);

/* Applies the requests of the game's code. True when no tick may follow in this frame. */
bool playback_apply_flow(Playback *playback, const CwFlow *flow);

/* The player continues: the game's own pause ends too. */
void playback_end_game_pause(Playback *playback);

/* While it is wanted, time runs backwards, faster and faster, until the history ends. */
bool playback_rewind(Playback *playback, bool wanted, int64_t elapsed_ns, CwError *error);

/* Slower or faster by so many steps. */
void playback_change_speed(Playback *playback, int change);

/* Limits and speed of the clock follow a configuration that changed. */
void playback_follow_config(Playback *playback);

/* A session's world as the configuration describes it. */
SessionDesc playback_session_desc(const CwGame *game, const Config *config);
