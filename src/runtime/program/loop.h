/* The loop runs the frames of windowed and headless play:
 *
 *     wait ─► poll ─► settings ─► menus ─► pacer, step clock ─► early ─► n x tick ─► coming tick
 *     ─► update ─► pre_render ─► render ─► paint ─► end_frame ─► present
 *
 * With display.latency = ahead each frame also simulates the coming tick, before it is due, with
 * the input held now. If the tick's true input is the same, `n x tick` adopts that world.
 *
 * The loop owns a stage (window, devices, picture), a playback (the run in time), menus, logs and
 * the monitor. open_loop.c opens and closes it, playlist.c chooses the open run, and ticks.c runs
 * ticks. No tick knows real time: it gets a CwTickInput and nothing else. */
#pragma once

#include "base/frame_services.h"
#include "frame/playback.h"
#include "frame/run_logs.h"
#include "input/input_script.h"
#include "screens/menus.h"

#define TICKS_UNLIMITED UINT64_MAX

typedef enum Pilot { PILOT_PLAYER, PILOT_BOT, PILOT_OTHER } Pilot;

typedef struct RunDriver {
    Pilot pilot;
    /* For PILOT_OTHER: turns a player's last input into the input of the coming tick. */
    void (*fill)(CwRng *rng, const Session *session, CwInputFrame *input);
    uint64_t fill_seed;
    const InputScript *script; /* --hold and --tap; the caller's. NULL or empty: none */
} RunDriver;

typedef enum Steering {
    STEERING_PLAY,
    STEERING_COAST, /* neither players nor a script drive */
    STEERING_DEMO   /* the game's bot drives, without the game's source */
} Steering;

/* A player's pointer in the world, fixed for a tick: the camera moves until the tick is due, so a
 * guessed place would be wrong. */
typedef struct PointedPlace {
    uint64_t tick;
    int16_t pointer_x, pointer_y;
    int32_t world_x, world_y;
} PointedPlace;

/* State of the players' input between ticks. */
typedef struct Controls {
    Steering steering; /* set in each frame */
    PointedPlace pointed[CW_PLAYER_MAX];
    CwRng fill_rngs[CW_PLAYER_MAX];
    CwTickInput own; /* this machine's input for the last tick, before the game's source */
    bool is_waiting; /* the game's source has no input for that tick yet */
} Controls;

typedef struct RunChoice {
    const Levels *levels;
    const char *level;          /* NULL: the title screen */
    bool is_continued;          /* continues the last run, of `level` if there is one */
    const CwReplayFile *replay; /* to watch, with any `driver`; the caller's. NULL: none */
    const char *recording;      /* recording that the title offers; NULL: none */
    bool records_anew;          /* records only the replay's inputs, under any rules */
    bool skips_title;           /* begins a run even without a level */
    const char *ghost;          /* recording to race; NULL: the setting game.ghost chooses */
    const char *replays_dir;    /* folder of the game's own recordings; NULL or "": none */
    RunDriver driver;
} RunChoice;

typedef struct LoopEnd {
    bool is_done;
    bool has_failed; /* `error` has the reason */
    CwError error;
} LoopEnd;

/* Owns watched recordings and the choice of a ghost. */
typedef struct Playlist {
    int next_demo;                   /* index of the level whose recording the title shows next */
    CwReplayFile *demo;              /* recording behind the title; NULL: none */
    CwReplayFile *watched;           /* a recording that the player chose; NULL: none */
    bool is_ghost_chosen;            /* the player chose a recording to race */
    char ghost_path[PATH_BYTES_MAX]; /* file of the recording to race; "": the best run */
    int64_t finished_ns;             /* real time since the level was finished */
    CarryForm progress;              /* carry of the next level that is opened; none: the first */
    bool is_borrowed; /* the run has a recording's carry, which is not the player's */
    CwFlow next;      /* how the run ends after this frame */
    char refused_level[LEVEL_NAME_BYTES];      /* last unknown level that was reported; "": none */
    bool was_scale_reported, was_fps_reported; /* values out of range that the game asked for */
} Playlist;

/* Conditions that end a run, and how its frames run. */
typedef struct LoopMode {
    bool is_headless;    /* no menus */
    bool is_lockstep;    /* one tick a frame, independent of the clock */
    bool ends_at_finish; /* ends when the level is finished */
    uint64_t tick_limit; /* ends after exactly this many ticks; TICKS_UNLIMITED: no limit */
} LoopMode;

/* Files and folders; NULL or "": none. */
typedef struct LoopFiles {
    const char *data_dir;   /* holds assets/ */
    const char *player_dir; /* the player's folder, for saves; "": it can't be made */
    const Cache *cache;     /* results that are computed once */
    RunLogFiles logs;       /* --hash-log, --probe-log, --frame-log */
    const char *render_sound, *sound_log;
    const char *screenshot;   /* PNG of the picture at `screenshot_tick` */
    uint64_t screenshot_tick; /* 0: the last tick */
} LoopFiles;

/* All pointers stay the caller's. */
typedef struct LoopDesc {
    const CwGame *game;
    const Config *config;
    LiveSettingsFiles settings;
    RunChoice choice;
    RunSetup setup;
    LoopMode mode;
    LoopFiles files;
    const LoopGuest *guest; /* NULL: none */
} LoopDesc;

/* The frame that the game's code gets, with its services and its requests. */
typedef struct ViewFrame {
    CwFrame frame;
    CwFrameServices services; /* services that `frame` offers */
    CwFlow asked;
    CwInputFrame input[CW_PLAYER_MAX]; /* input from devices: ticks may come later, or not at all */
    CwSaves saves;
    BestRuns best_runs;
    Rumble rumble;
    CwParticles *particles; /* NULL: the game has no emitters */
    bool has_time_jumped;   /* a seek or a rewind since the last frame */
} ViewFrame;

/* ---- catching up: runs ticks again that were played before, some ms a frame; then play resumes.
 * Used to continue the last run, to take over a watched one, and after a change by hand ---- */

typedef struct CatchUpDesc {
    uint64_t tick;       /* tick where the player was: play resumes here */
    uint64_t last;       /* last tick to run */
    bool is_repeat;      /* the open run's ticks run again; else its source's ticks run */
    bool was_taken_over; /* the player watched the run until now; else the player had played it */
    bool is_paused;      /* begins paused */
    int64_t shown_ns;    /* real time of the last picture before it; 0: none */
} CatchUpDesc;

typedef struct CatchUp {
    CatchUpDesc desc;            /* the present catch-up or the last one; `last` is 0 before any */
    int64_t began_ns, length_ns; /* real time, pictures included */
    int64_t sliced_ns;           /* end of the last slice */
    CwReplayFile *run;           /* recording that is continued or taken over; NULL: none */
} CatchUp;

/* An open loop must not move: its parts point at each other. */
typedef struct Loop {
    LoopDesc desc; /* `config` points into `settings` */
    RecordingPlaces places;
    LiveSettings settings;
    Stage stage;
    Playback playback;
    Controls controls;
    Menus menus;
    Playlist playlist;
    ViewFrame view;
    Sound sound;
    Monitor monitor;
    RunLogs logs;
    LoopStats stats;
    CatchUp catch_up;
    bool has_slow_ticks;   /* they take too much of a frame, so the picture is interpolated */
    int64_t slow_since_ns; /* stage.real_ns */
    LoopEnd end;
} Loop;

/* Opens a zeroed loop: logs, level and collectors. Host and renderer (or NULL) are the caller's. */
bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error);

/* Runs a frame. False when the run is over; loop->end then tells how it ended. */
bool loop_frame(Loop *loop);

/* The exit status that the game's code requested; 0 when it requested none. */
int loop_exit_status(const Loop *loop);

/* Closes the loop. False when a log could not be written completely. */
bool loop_close(Loop *loop);

/* Returns `ok`. If that is false, the run can't continue: loop->end.error says why. */
bool loop_expect(Loop *loop, bool ok);

/* ---- a frame's ticks (ticks.c) ---- */

void ticks_begin_run(Loop *loop);

/* Decides whether this frame's picture may show the coming tick. */
void ticks_begin_frame(Loop *loop);

/* Runs the planned ticks, simulates the coming tick if it is shown, and places the picture. */
void ticks_run(Loop *loop, FramePlan *plan);

/* True if devices alone steer: no other pilot and no script. */
bool driver_is_player(const RunDriver *driver);

/* ---- catching up (ticks.c) ---- */

bool catch_up_is_running(const Loop *loop);

/* Begins with the world at the run's start, or before the first tick to repeat. */
void catch_up_begin(Loop *loop, const CatchUpDesc *desc);

/* The share of its ticks that has run, 0..1; 1: there is nothing to show. */
double catch_up_share(const Loop *loop);

/* ---- the playlist: which run is played, watched or shown behind the title ---- */

void playlist_read_progress(Loop *loop);

bool playlist_open_first(Loop *loop, CwError *error);

/* Begins the run of the level or recording that was opened, for the activity that is shown. */
bool playlist_begin(Loop *loop, CwError *error);

/* Begins the opened run for play, and catches up with its past. */
bool playlist_catch_up(Loop *loop, const CatchUpDesc *desc, CwError *error);

void playlist_handle_ask(Loop *loop, const ScreenAsk *ask);

/* Offers a dropped recording in the title, or plays a dropped level. */
void playlist_open_dropped(Loop *loop);

/* Shows the results after a finish, and the next run on the title. */
void playlist_update_finish(Loop *loop);

/* Applies a tick's or a frame's flow requests. True when no tick may follow in this frame. */
bool playlist_apply_flow(Loop *loop, const CwFlow *flow);

/* Ends the run between two frames if the game's code requested it. */
void playlist_end_as_asked(Loop *loop);
