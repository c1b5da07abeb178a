/* The state of the loop, which its files share: loop.c runs frames, playlist.c says which run is
 * open, catch_up.c runs ticks again. Each part is a module of its own; what joins them is here. */
#pragma once

#include "frame/controls.h"
#include "frame/run_logs.h"
#include "pages/menus.h"
#include "program/view_frame.h"

#define TICKS_UNLIMITED UINT64_MAX

typedef struct RunChoice {
    const Levels *levels;
    const char *level;          /* NULL: the title screen */
    bool resumes;               /* the last run goes on, of that level if there is one */
    const CwReplayFile *replay; /* to watch, whoever the pilot is; the caller's. NULL: none */
    const char *recording;      /* to be offered in the title; NULL: none */
    bool record_anew;           /* the replay's inputs only, whatever the rules, for a recording */
    bool skips_title;           /* even without a level */
    const char *ghost;          /* recording to race; NULL: by game.ghost */
    const char *replays_dir;    /* the game's own recordings; NULL or "": none */
    RunDriver driver;
} RunChoice;

typedef struct LoopEnd {
    bool done;
    bool failed; /* the reason is in `error` */
    CwError error;
} LoopEnd;

typedef struct Playlist {
    struct Loop *loop;
    int next_demo;                        /* of the levels: whose recording the title shows */
    CwReplayFile *demo;                   /* on the title; NULL: none */
    CwReplayFile *watched;                /* a recording that the player chose; NULL: none */
    bool ghost_chosen;                    /* the player chose a recording to race */
    char ghost_path[PATH_BYTES_MAX];      /* its file; "": the best run */
    int64_t finished_ns;                  /* real time since the level was finished */
    CwFlow next;                          /* how the run ends with this frame, if it does */
    char refused_level[LEVEL_NAME_BYTES]; /* reported: the game asked for it and there is none */
    bool scale_reported, fps_reported;    /* values out of range that the game asked for */
} Playlist;

typedef struct CatchUpDesc {
    uint64_t tick;    /* where the player was: play goes on from here */
    uint64_t last;    /* tick that is to run */
    bool repeats;     /* ticks of the run that is open; else those of its source */
    bool taken_over;  /* the player had watched the run */
    bool continued;   /* the player had ended it: see run_note_continued */
    bool paused;      /* goes on in a pause */
    int64_t shown_ns; /* real time of the last picture before; 0: none */
} CatchUpDesc;

typedef struct CatchUp {
    CatchUpDesc desc;            /* of this or the last one; `last` 0: there was none */
    int64_t began_ns, length_ns; /* of real time, pictures included */
    int64_t sliced_ns;           /* when its last slice ended */
    CwReplayFile *run;           /* that continues or is taken over; NULL: none */
} CatchUp;

/* Pictures of the coming tick, or interpolated where a tick takes too much of a frame. */
typedef struct LoopComing {
    bool slow;
    int64_t slow_since_ns; /* real time */
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

/* An open loop must not move: its parts point at each other. */
typedef struct Loop {
    LoopDesc desc; /* its config is that of `settings` */
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

/* Returns `good`. Where that is false, the run can't go on: loop->end.error says why. */
bool loop_expect(Loop *loop, bool good);

/* Tells the guest of a tick that has run. */
void loop_tell_tick(Loop *loop);
