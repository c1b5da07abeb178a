/* Phases and systems: what runs when.
 *
 * A frame goes through the phases below from top to bottom; the seven tick phases run once for each
 * tick, so zero, one or several times a frame. A system is a name, a phase and a function; the
 * order inside a phase is the order of the game's one table, the engine's own systems first.
 * `clockwork systems` prints it. There are no priorities; the phase and the place in the table are
 * the order.
 *
 * Tick phases get the world and may write nothing else. Frame phases get a const world and a
 * CwFrame. */
#pragma once

#include "clockwork/comfort.h"
#include "clockwork/draw.h"
#include "clockwork/event.h"
#include "clockwork/flow.h"
#include "clockwork/save.h"

/* The phases of a frame, in order. */
typedef enum CwPhase {
    CW_PHASE_EARLY, /* frame, real dt: after the OS was polled */
    CW_PHASE_INPUT, /* tick: its input is there (cw_world_input) */
    CW_PHASE_PRE_PHYSICS,
    CW_PHASE_PHYSICS,
    CW_PHASE_POST_PHYSICS, /* tick: poses, then sorted events */
    CW_PHASE_GAME_LOGIC,   /* tick: rules of the game */
    CW_PHASE_ANIMATION,    /* tick: animation state that must replay */
    CW_PHASE_FLUSH,        /* tick: deferred destroys and spawns */
    CW_PHASE_UPDATE,       /* frame, real dt: particles, UI, sound cues */
    CW_PHASE_PRE_RENDER,   /* frame: camera, after everything moved */
    CW_PHASE_RENDER,       /* frame: fill the draw list */
    CW_PHASE_END_FRAME,    /* frame: drop view objects whose entity died */
    CW_PHASE_COUNT
} CwPhase;

/* Why the game does not keep up. */
typedef enum CwSlow {
    CW_SLOW_NONE,
    CW_SLOW_SIMULATION, /* ticks take too long */
    CW_SLOW_RENDER,     /* drawing does */
    CW_SLOW_STALL       /* time was dropped, and neither explains it */
} CwSlow;

typedef struct CwSystemSet CwSystemSet; /* the game's systems, each on or off */

/* The moment, for frame phases. Motion in the picture follows sim_dt_s. Approach a target by
 * 1 - exp(-dt / tau) of the way, which works for frames of any length. */
typedef struct CwFrame {
    double dt_s;      /* real time since the last frame, also while time runs backwards: at most
                         simulation.max_frame_time; 0 in a run's first frame and while paused */
    double sim_dt_s;  /* simulated time from the last picture to this one: follows the speed, is
                         negative while time runs backwards, includes steps and seeks */
    double real_s;    /* real time since the first frame, pauses and all */
    double sim_s;     /* simulated time of the picture */
    double fps;       /* over the last half second; 0 on the first */
    int ticks;        /* ticks in this frame; in CW_PHASE_EARLY the planned number */
    double dropped_s; /* simulated time given up so far, see simulation.max_steps_per_frame */
    CwSlow slow;
    double quality; /* 1 to 0: share of the decoration that the machine can draw. Falls while frames
                       are late because of their work, rises slowly when there is time again; always
                       1 without a window */
    const CwInputFrame *input; /* the game's actions and pointer now, with edges and motion since
                                  the last frame; without a player, that of the last tick.
                                  input[n] is player n's at this machine */
    double alpha; /* the picture shows the moment tick - 1 + alpha. In [0,1] it is between the last
                     two ticks, in (1,2) between the last and the coming one
                     (display.latency). 1 where it is that of a tick: after a step or a seek.
                     For cw_world_pose; limit it to 1 where you blend values of your own */
    uint64_t index;   /* frames since start */
    CwDrawList *draw; /* to be filled in CW_PHASE_RENDER */
    CwCamera *camera; /* to be set in CW_PHASE_PRE_RENDER */
    void *view;       /* the game's view memory (CwGame.view_bytes), cleared when a level starts */
    struct CwParticles *particles; /* of CwGame.emitters (particles.h); NULL: calls do nothing */
    CwFlow *flow; /* takes what this frame asks of the loop (flow.h); NULL: calls do nothing */
    const struct CwRun *run; /* for cw_frame_run_input; NULL: there is no history */
    CwSystemSet *systems;    /* for cw_frame_enable_system; NULL: all are on and stay so */

    /* Events of the ticks of this frame, each exactly once; if there are more than 256, the newest.
     * None while time runs backwards or during a seek, so nothing is shown or heard twice. */
    const CwEvent *events;
    int event_count;
    uint64_t lost_event_count; /* older events of this frame, that are not among them */
    bool jumped; /* time did not continue from the last frame: after a rewind or a seek, or when
                    the machine stalled and time was dropped. End effects that are in flight. A
                    machine that is too slow drops time in each frame: slow motion is not a jump */
    CwComfort comfort; /* the player's choice, see comfort.h */
    bool backdrop;     /* the run is only the background of the title or of the results: no HUD */
    bool title;        /* ... of the title: nobody drives it */
    bool menu;         /* a page of the engine covers the picture */
    const struct CwConfigValues *config; /* read it with config.h */
    struct CwRumble *rumble;             /* takes cw_rumble; NULL: calls do nothing */
    struct CwSound *sound;               /* takes cw_sound_...; NULL: calls do nothing */
    CwSaves *saves;                      /* the game's save data, see save.h */
    struct CwBestRuns *best_runs;        /* the player's, see run_time.h; NULL: there are none */
    struct CwTyping *typing;             /* for cw_text_entry; NULL: there is no entry */
    struct CwMeter *meter;               /* for cw_frame_stats (stats.h); NULL: zeros */
    const struct CwPrompts *prompts;     /* for cw_frame_prompt; NULL: prompts are empty */
} CwFrame;

/* A system of a tick phase, and one of a frame phase. */
typedef void CwTickFunction(CwWorld *world);
typedef void CwFrameFunction(const CwWorld *world, CwFrame *frame);

/* Has either `tick` or `frame`. Inits run in order when a level starts, disposes in reverse when it
 * ends; when an init fails, those before it are disposed and the level does not start. */
typedef struct CwSystem {
    const char *name;
    CwPhase phase;
    CwTickFunction *tick;
    CwFrameFunction *frame;
    bool (*init)(CwWorld *world, CwError *error);
    void (*dispose)(CwWorld *world);
    int every_hz; /* of a tick phase: how often a second it runs, up to the tick rate and exact over
                     any time (25 at 60 ticks a second: 250 times in 10 s); systems of the same rate
                     run in different ticks. What it moves advances by 1.0 / every_hz. 0: in each
                     tick */
} CwSystem;

/* Switches the game's systems of tick phases that have this name. Which ones run is settled when a
 * tick begins, so this holds from the next tick on. It is part of the world: hashed, rewound
 * and copied with it, and in recordings because ticks derive it again. So only `start`, an
 * init or a tick may do it. All are on when a level starts. A system that is off keeps its memory,
 * and its init and dispose are called as ever. The engine's own are always on. */
void cw_world_enable_system(CwWorld *world, const char *name, bool enabled);
bool cw_world_system_enabled(const CwWorld *world, const char *name);

/* The same for systems of frame phases, from any frame phase and from the next frame on. No tick
 * sees it, rewinding does not change it, and the next run begins with all on. */
void cw_frame_enable_system(CwFrame *frame, const char *name, bool enabled);
bool cw_frame_system_enabled(const CwFrame *frame, const char *name);

/* True for phases that run once a tick. */
bool cw_phase_is_tick(CwPhase phase);

/* "pre_physics" and the like. */
const char *cw_phase_name(CwPhase phase);
