/* The loop: one frame function for windowed and headless play.
 *
 *     wait ─► poll ─► settings ─► menus ─► pacer, step clock ─► early ─► n x tick
 *     ─► update ─► pre_render ─► render ─► paint ─► end_frame ─► present
 *
 * It joins a stage, which shows and times, and a playback, the run in time, with what stands around
 * a run: menus, configuration, logs, monitor. Real time stops here: what a tick gets is a
 * CwTickInput and nothing else. */
#ifndef SHELL_LOOP_H
#define SHELL_LOOP_H

#include "shell/ab_span.h"
#include "shell/ahead.h"
#include "shell/attract.h"
#include "shell/controls.h"
#include "shell/inspect.h"
#include "shell/level_watch.h"
#include "shell/monitor.h"
#include "shell/playback.h"
#include "shell/prompts.h"
#include "shell/rumble.h"
#include "shell/run_logs.h"
#include "shell/saves.h"
#include "shell/screens.h"
#include "shell/settings.h"
#include "shell/sound.h"
#include "shell/stage.h"
#include "shell/time_bar.h"
#include "shell/time_keys.h"
#include "shell/view_frame.h"

#include <pthread.h>
#include <stdatomic.h>

#define TICKS_UNLIMITED UINT64_MAX

typedef struct Loop Loop;

/* Whom the loop tells of a run, and asks for what lies over its picture: `clockwork dev`. */
typedef struct LoopDev {
    void *context;
    const RerunPlan *plan; /* to begin with; NULL: as usual */
    /* Behind each tick. */
    void (*ticked)(void *context, const Session *session);
    /* Before the picture is painted. */
    void (*draw)(void *context, Loop *loop, const CwTheme *theme);
} LoopDev;

/* A run that is simulated again, or was. */
typedef struct LoopRerun {
    const RerunPlan *plan; /* NULL: the timeline's inputs, from a change by hand on */
    bool runs;
    uint64_t tick; /* where the player was: play goes on from here */
    uint64_t last; /* tick of the run; 0: there was none */
    bool failed;   /* the world could not go on with a change by hand: it is taken back */
    int64_t began_ns, length_ns; /* of real time, pictures included */
    int64_t sliced_ns;           /* when its last slice ended */
    bool ends;                   /* the game asks for it */
    bool is_beside;              /* while a picture is painted it runs in a thread ... */
    pthread_t beside;
    atomic_bool painted;       /* ... up to here */
    uint64_t first_difference; /* tick at which it parted from the run before; 0: it has not */
} LoopRerun;

typedef struct LoopDesc {
    const CwGame *game;
    const Config *config;
    /* What the player may set in the game, over which files, and the one that keeps it. NULL:
     * nothing can be set; NULL or "": nothing is kept. All stay the caller's. */
    const ConfigTable *config_table;
    const ConfigLayers *config_layers;
    const char *player_config;
    bool watches_files; /* saved settings apply while it runs */
    const Levels *levels;
    const char *level;          /* NULL: the title screen */
    const SpriteTable *sprites; /* copied; NULL: the game's rows as they are */
    Pilot pilot;
    uint64_t seed;
    uint64_t monkey_seed;
    const InputScript *script; /* of --hold and --tap, the caller's; NULL or empty: none */
    uint64_t tick_limit;       /* ends after exactly so many ticks; TICKS_UNLIMITED: no limit */
    bool end_at_finish;        /* ends when the level is finished */
    bool lockstep;             /* one tick a frame, whatever the clock says */
    bool at_once;              /* plays from the start, even without a level: no title */
    bool headless;             /* no menus */
    const char *hash_log, *probe_log, *frame_log;
    /* --trace, and the folder for those of the last ten seconds (NULL or "": none kept ready). */
    const char *trace, *traces_dir;
    const char *data_dir;                 /* holds assets/; NULL or "": none */
    const char *render_sound, *sound_log; /* NULL: none */
    const char *player_dir;               /* the player's folder, for saves; NULL or "": none */
    const char *ghost;                    /* recording to race; NULL: by game.ghost */
    const char *replays_dir;              /* of the game's own recordings; NULL or "": none */
    const Cache *cache;                   /* of results that are made once; NULL: none */
    ArtQueue *preloaded_art;    /* stored after the first picture, the caller's; NULL: none */
    const CwReplayFile *replay; /* what to watch, whoever the pilot is; the caller's. NULL: none */
    bool record_anew;           /* its inputs only, whatever the rules, for a new recording */
    const LoopDev *dev;         /* NULL: nobody; the level is then watched here */
    RecorderDesc recorder;
    uint64_t fingerprint;       /* for recordings */
    CwSimSettings own_settings; /* what the game begins with: times under others don't count */
    int sync_test_depth;        /* 0: none */
    const char
        *screenshot; /* PNG of the picture at screenshot_tick, or of the last one when that is 0 */
    uint64_t screenshot_tick;
} LoopDesc;

/* Sums over a run, for --stats. */
typedef struct LoopStats {
    uint64_t tick_count;
    int64_t started_ns;
    int64_t simulation_ns, render_ns; /* real time, also where the loop's clock is virtual */
    int64_t first_picture_ns;         /* CLOCK_MONOTONIC when it was presented; headless: 0 */
} LoopStats;

/* What is said of the clock once a run, however often it happens; --stats has the numbers. */
typedef enum ClockTrouble {
    TROUBLE_BACKWARD,
    TROUBLE_FROZEN,
    TROUBLE_SATURATED,
    TROUBLE_DROPPED,
    TROUBLE_COUNT
} ClockTrouble;

struct Loop {
    LoopDesc desc; /* its config is that of `settings`: an open loop must not move */
    Settings settings;
    CwBestRuns best_runs;
    CwSaves saves;
    Rumble rumble;
    Sound sound;
    bool sought; /* this frame began with a seek, or time runs back */
    Stage stage;
    Playback playback;
    Attract attract;
    bool races;                     /* a recording that the player chose ... */
    char race_path[PATH_BYTES_MAX]; /* ... its file; "": the best run */
    CwReplayFile *watched;          /* that the player chose to see; NULL: none */
    int64_t countdown_ns;           /* until time goes on after a pause; 0 and less: it does */
    bool was_held_back;
    LevelWatch level_watch;
    int64_t next_level_poll_ns;
    ViewFrame view;
    CwPrompts prompts;
    TimeKeys time_keys;
    TimeBar time_bar;
    Screens screens;
    Inspect inspect;
    AbSpan span;
    Ahead ahead;
    const CwMenuRow *row_asked; /* of the game's, for the coming frame; NULL: none */
    int row_turn;
    Monitor monitor;
    RunLogs logs;
    LoopStats stats;
    Controls controls;
    int64_t finished_ns; /* real time since the level was finished */
    int64_t settled_ns;  /* of stage.real_ns, from when on dropped time is said */
    bool mentioned[TROUBLE_COUNT], mentioned_scale, mentioned_fps;
    bool draw_shapes;
    bool done;
    bool failed;                          /* the reason is in `error` */
    CwFlow next;                          /* how the run ends with this frame, if it does */
    char refused_level[LEVEL_NAME_BYTES]; /* that the game asked for in vain: said once */
    LoopRerun rerun;
    CwError error;
};

/* Opens logs, level and collectors on an open host; `renderer` may be NULL. Both stay the caller's.
 */
bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error);

/* One frame. False when the run is over; then loop->failed tells how. */
bool loop_frame(Loop *loop);

/* A span of the run plays over and over. */
bool loop_repeats_span(const Loop *loop);

/* The run can't go on; the reason is in loop->error. */
void loop_fail(Loop *loop);

/* The exit status that the game asked for, 0 when it asked for none. */
int loop_exit_status(const Loop *loop);

/* False when a log could not be written to its end. */
bool loop_close(Loop *loop);

#endif
