/* The loop: one frame function for windowed and headless play.
 *
 *     wait ─► poll ─► settings ─► menus ─► pacer, step clock ─► early ─► n x tick ─► coming tick
 *     ─► update ─► pre_render ─► render ─► paint ─► end_frame ─► present
 *
 * With display.latency = ahead each frame also simulates the coming tick, before it is due, with
 * the input held now. If the tick's true input is the same, n x tick only adopts that world.
 *
 * It joins a stage, which shows and times, and a playback, the run in time, with menus, logs and
 * the monitor. Real time ends here: a tick gets a CwTickInput and nothing else. */
#pragma once

#include "frame/run_logs.h"
#include "program/catch_up.h"
#include "program/runs.h"
#include "program/view_frame.h"

#define TICKS_UNLIMITED UINT64_MAX

typedef struct Loop Loop;

/* Pictures of the coming tick, or interpolated where a tick takes too much of a frame. */
typedef struct LoopComing {
    bool slow;
    int64_t slow_since_ns; /* real time */
    double tick_ns;        /* of simulation, mean of the last ones */
} LoopComing;

/* How a run ends by itself, and what it does without. */
typedef struct LoopMode {
    bool headless;       /* no menus */
    bool lockstep;       /* one tick a frame, whatever the clock says */
    bool end_at_finish;  /* ends when the level is finished */
    uint64_t tick_limit; /* ends after exactly so many ticks; TICKS_UNLIMITED: no limit */
} LoopMode;

/* Files and folders; NULL or "": none. */
typedef struct LoopFiles {
    const char *data_dir;   /* holds assets/ */
    const char *player_dir; /* the player's folder, for saves */
    const Cache *cache;     /* of results that are made once */
    RunLogFiles logs;       /* --hash-log, --probe-log, --frame-log */
    const char *render_sound, *sound_log;
    const char *screenshot;   /* PNG of the picture at ... */
    uint64_t screenshot_tick; /* ... this tick; 0: of the last one */
} LoopFiles;

/* All pointers stay the caller's. */
typedef struct LoopDesc {
    const CwGame *game;
    const Config *config;
    SettingsFiles settings;
    RunChoice choice;
    LoopRules rules;
    LoopMode mode;
    LoopFiles files;
    const Guest *guest; /* NULL: none */
} LoopDesc;

/* Sums over a run, for --stats. */
typedef struct LoopStats {
    uint64_t tick_count;
    int64_t started_ns;
    int64_t simulation_ns, render_ns; /* real time, also where the loop's clock is virtual */
    int64_t first_picture_ns;         /* clock_now_ns when it was presented; headless: 0 */
} LoopStats;

/* An open loop must not move: its parts point at each other. */
struct Loop {
    LoopDesc desc; /* its config is that of `settings` */
    RecordingPlaces places;
    Settings settings;
    Stage stage;
    Playback playback;
    Controls controls;
    Menus menus;
    Runs runs;
    ViewFrame view;
    Sound sound;
    Monitor monitor;
    RunLogs logs;
    LoopStats stats;
    CatchUp catch_up;
    LoopComing coming;
    LoopEnd end;
};

/* Opens logs, level and collectors. The open host and the renderer (or NULL) stay the caller's. */
bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error);

/* One frame. False when the run is over; then loop->end tells how. */
bool loop_frame(Loop *loop);

/* What it returns again; where that is false, the run can't go on: loop->end.error says why. */
bool loop_expect(Loop *loop, bool good);

/* The exit status that the game asked for, 0 when it asked for none. */
int loop_exit_status(const Loop *loop);

/* False when a log could not be written to its end. */
bool loop_close(Loop *loop);

/* Tells the guest of a tick that has run. */
void loop_tell_tick(Loop *loop);

/* ---- the coming tick (loop_coming.c) ---- */

/* Decides whether this frame's picture may show it. */
void loop_coming_begin_frame(Loop *loop);

/* A true tick took so long. */
void loop_coming_note_tick(Loop *loop, int64_t length_ns);

/* Before a tick with new input: a coming tick without it shows whether the input moves a body. */
void loop_coming_compare(Loop *loop);

/* The tick in which that input moves something: the world's tick plus `ahead`, or the one after. */
uint64_t loop_coming_effect_tick(const Loop *loop, uint64_t ahead);

/* After a frame's ticks: simulates the coming tick if it is wanted, and places the picture. */
void loop_simulate_coming(Loop *loop, const StepFrame *step);
