/* Which run is played, watched or shown behind the title: where runs begin and end. Told what the
 * player or the game's code asked for and, once a frame, the time: a finish
 * leads on. Owns watched recordings and the choice of a ghost. */
#pragma once

#include "frame/controls.h"
#include "pages/menus.h"

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

typedef struct Runs {
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
} Runs;

/* Zero-initialise, set `loop`, and open the first run. */
bool runs_open_first(Runs *runs, CwError *error);
void runs_close(Runs *runs);

/* Begins the run of the level or recording that was opened, for the activity that is shown. */
bool runs_begin(Runs *runs, CwError *error);

void runs_handle_ask(Runs *runs, const ScreenAsk *ask);

/* If a file was dropped on the window: offers a recording in the title, or plays a level. */
void runs_open_dropped(Runs *runs);

/* Ends the run that is open, so that another one can be opened in its place. */
void runs_end(Runs *runs);

/* The next run can't be opened: in a window the title shows a notice, "WHAT: CAUSE", in front of
 * the world that was shown before (NULL: a world of the title's own). Headless the program fails.
 */
void runs_refuse(Runs *runs, const SessionDesc *before, const CwError *refusal, const char *what);

/* Shows the results after a finish, and the next run on the title. */
void runs_update_finish(Runs *runs);

/* Applies what a tick or a frame asked of the flow. True when no tick may follow in this frame. */
bool runs_apply_flow(Runs *runs, const CwFlow *flow);

/* Between two frames: ends the run as the game's code asked. */
void runs_end_as_asked(Runs *runs);
