/* The state of the loop, shared by the files of program/. Each part is a module of its own: loop.c
 * runs frames, playlist.c chooses the open run, and catch_up.c repeats ticks. */
#pragma once

#include "frame/controls.h"
#include "frame/run_logs.h"
#include "pages/menus.h"
#include "program/view_frame.h"

#define TICKS_UNLIMITED UINT64_MAX

typedef struct RunChoice {
    const Levels *levels;
    const char *level;          /* NULL: the title screen */
    bool resumes;               /* continues the last run, of `level` if there is one */
    const CwReplayFile *replay; /* to watch, with any `driver`; the caller's. NULL: none */
    const char *recording;      /* recording that the title offers; NULL: none */
    bool record_anew;           /* records only the replay's inputs, under any rules */
    bool skips_title;           /* begins a run even without a level */
    const char *ghost;          /* recording to race; NULL: the setting game.ghost chooses */
    const char *replays_dir;    /* folder of the game's own recordings; NULL or "": none */
    RunDriver driver;
} RunChoice;

typedef struct LoopEnd {
    bool done;
    bool failed; /* `error` has the reason */
    CwError error;
} LoopEnd;

typedef struct Playlist {
    struct Loop *loop;
    int next_demo;                   /* index of the level whose recording the title shows next */
    CwReplayFile *demo;              /* recording behind the title; NULL: none */
    CwReplayFile *watched;           /* a recording that the player chose; NULL: none */
    bool ghost_chosen;               /* the player chose a recording to race */
    char ghost_path[PATH_BYTES_MAX]; /* file of the recording to race; "": the best run */
    int64_t finished_ns;             /* real time since the level was finished */
    CwFlow next;                     /* how the run ends with this frame, if it does */
    char refused_level[LEVEL_NAME_BYTES]; /* last unknown level that was reported; "": none */
    bool scale_reported, fps_reported;    /* values out of range that the game asked for */
} Playlist;

typedef struct CatchUpDesc {
    uint64_t tick;    /* tick where the player was: play resumes here */
    uint64_t last;    /* last tick to run */
    bool repeats;     /* repeats ticks of the open run; else runs its source's */
    bool taken_over;  /* the player had watched the run */
    bool continued;   /* the player had ended the run: see run_note_continued */
    bool paused;      /* begins paused */
    int64_t shown_ns; /* real time of the last picture before it; 0: none */
} CatchUpDesc;

typedef struct CatchUp {
    CatchUpDesc desc;            /* the present catch-up or the last one; `last` is 0 before any */
    int64_t began_ns, length_ns; /* real time, pictures included */
    int64_t sliced_ns;           /* end of the last slice */
    CwReplayFile *run;           /* recording that is continued or taken over; NULL: none */
} CatchUp;

/* Shows the coming tick, or interpolates where ticks take too much of a frame. */
typedef struct LoopComing {
    bool slow;
    int64_t slow_since_ns; /* real time */
} LoopComing;

/* Conditions that end a run, and how its frames run. */
typedef struct LoopMode {
    bool headless;       /* no menus */
    bool lockstep;       /* one tick a frame, independent of the clock */
    bool end_at_finish;  /* ends when the level is finished */
    uint64_t tick_limit; /* ends after exactly this many ticks; TICKS_UNLIMITED: no limit */
} LoopMode;

/* Files and folders; NULL or "": none. */
typedef struct LoopFiles {
    const char *data_dir;   /* holds assets/ */
    const char *player_dir; /* the player's folder, for saves */
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
    SettingsFiles settings;
    RunChoice choice;
    LoopRules rules;
    LoopMode mode;
    LoopFiles files;
    const LoopGuest *guest; /* NULL: none */
} LoopDesc;

/* An open loop must not move: its parts point at each other. */
typedef struct Loop {
    LoopDesc desc; /* `config` points into `settings` */
    RecordingPlaces places;
    Settings settings;
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
    LoopComing coming;
    LoopEnd end;
} Loop;

/* Returns `good`. If that is false, the run can't continue: loop->end.error says why. */
bool loop_expect(Loop *loop, bool good);

/* Tells the guest of a tick that has run. */
void loop_tell_tick(Loop *loop);
