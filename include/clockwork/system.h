/* Phases and systems: the order in which code runs.
 *
 * A system is a name, a phase and a function. A frame goes through the phases below from top to
 * bottom. In each phase the engine's systems run first, then the game's in the order of its table.
 *
 * The seven tick phases run once for each tick, so zero, one or several times a frame. They get the
 * world and may write nothing else. Frame phases get a const world and a CwFrame. */
#pragma once

#include "clockwork/event.h"
#include "clockwork/flow.h"
#include "clockwork/save.h"
CW_C_BEGIN

/* The phases of a frame, in order. */
typedef enum CwPhase {
    CW_PHASE_EARLY, /* frame, in real time: after input was read */
    CW_PHASE_INPUT, /* tick: input is set (cw_world_input) */
    CW_PHASE_PRE_PHYSICS,
    CW_PHASE_PHYSICS,
    CW_PHASE_POST_PHYSICS, /* tick: poses, then sorted events */
    CW_PHASE_GAME_LOGIC,   /* tick: rules of the game */
    CW_PHASE_ANIMATION,    /* tick: animation state that must replay */
    CW_PHASE_FLUSH,        /* tick: deferred destroys and spawns */
    CW_PHASE_UPDATE,       /* frame, in real time: particles, UI, sounds */
    CW_PHASE_PRE_RENDER,   /* frame: camera, after everything moved */
    CW_PHASE_RENDER,       /* frame: fill the draw list */
    CW_PHASE_END_FRAME,    /* frame: cleaning up */
    CW_PHASE_COUNT
} CwPhase;

/* The reason why the game is slower than real time. */
typedef enum CwSlow {
    CW_SLOW_NONE,
    CW_SLOW_SIMULATION, /* ticks take too long */
    CW_SLOW_RENDER,     /* drawing takes too long */
    CW_SLOW_STALL       /* time was dropped for another reason */
} CwSlow;

typedef struct CwSystemSet CwSystemSet; /* the game's systems, each on or off */

/* Private to the engine: serves the calls that take a frame in sound.h, input.h, config.h,
 * run_time.h and text_entry.h. */
typedef struct CwFrameServices CwFrameServices;

/* The content of the picture. Draw a HUD in CW_SCENE_PLAY only. */
typedef enum CwScene {
    CW_SCENE_PLAY,
    CW_SCENE_MENU,    /* a page of the menus covers the run that is played or watched */
    CW_SCENE_RESULTS, /* results, with the run in the background */
    CW_SCENE_TITLE    /* the run is the background of the title, without a player */
} CwScene;

/* The player's settings for a calmer, larger or clearer picture, section [comfort] of config.ini.
 * The engine applies them to its own menus, messages and subtitles. A game reads CwFrame.comfort
 * where it draws; changes apply from the next frame on. Ticks can't read them. */
typedef struct CwComfort {
    double text_scale; /* comfort.text_size: factor for text and the panels around it, 1 to 1.5 */
    double shake; /* factor, 0 to 1, already applied to CwCamera.shake_m; 0 with reduced motion */
    bool reduced_motion; /* leave out flashes, wobbling, zooming, sliding */
    bool high_contrast;  /* draw text and important things in white on opaque black */
    bool colour_safe;    /* use blue and orange, not green and red; use brightness or shape, too */
} CwComfort;

/* The events of a frame's ticks; each is in exactly one frame. If there are more than
 * CwGame.content.event_limit, the oldest are lost. While time runs backwards and during a seek
 * there are none, so nothing is shown or heard twice. */
typedef struct CwFrameEvents {
    const CwEvent *items;
    int count;
    uint64_t lost_count; /* older events of the frame that are not in `items` */
} CwFrameEvents;

/* The current frame, for frame phases. Motion in the picture follows sim_dt_s. To approach a target
 * at any frame rate, move by 1 - exp(-dt / tau) of the way. */
typedef struct CwFrame {
    double dt_s;      /* real time since the last frame, at most simulation.max_frame_time; 0 in a
                         run's first frame and while paused. Positive also in a rewind */
    double sim_dt_s;  /* simulated time from the last picture to this one, steps and seeks included.
                         It follows the speed, and is negative while time runs backwards */
    double real_s;    /* real time since the first frame, pauses included */
    double sim_s;     /* simulated time of the picture */
    int ticks;        /* ticks of the frame; in CW_PHASE_EARLY the planned number */
    double dropped_s; /* simulated time dropped so far, see simulation.max_steps_per_frame */
    CwSlow slow;
    double quality; /* 1 to 0: share of decoration that the machine can draw. Falls while frames are
                       late, rises slowly when there is time; always 1 without a window */
    const CwInputFrame *input; /* input[n]: what local player n holds now, and presses, releases and
                                  motion since the last frame. On the title, in a replay and with a
                                  bot: the input of the last tick */
    double alpha;   /* the picture shows the time (cw_world_tick - 1 + alpha) * dt. In [0,1] that is
                       between the last two ticks, in (1,2) between the last and the coming one
                       (display.latency). After a step or a seek alpha is 1. Pass alpha to
                       cw_world_pose. To blend values of your own, limit it to 1 */
    uint64_t index; /* frames since start */
    CwDrawList *draw; /* filled in CW_PHASE_RENDER */
    CwCamera *camera; /* set in CW_PHASE_PRE_RENDER */
    void *view; /* the game's view memory (CwGame.looks.view_bytes), cleared when a level starts */
    struct CwParticles *particles; /* particles of CwGame.looks.emitters; NULL: calls do nothing */
    CwFlow *flow;                  /* requests to the loop (flow.h); NULL: calls do nothing */
    CwSaves *saves;                /* the game's save data, see save.h */
    const CwFrameServices *services; /* private; NULL: calls do nothing */
    CwFrameEvents events;
    bool jumped; /* time did not continue from the last frame, because of a rewind, a seek, or a
                    stall that dropped time. If so, end running effects. Time that a slow machine
                    drops frame by frame is no jump (see `slow`) */
    CwComfort comfort; /* the player's choice */
    CwScene scene;
} CwFrame;

/* A system of a tick phase, and one of a frame phase. */
typedef void CwTickFunction(CwWorld *world);
typedef void CwFrameFunction(const CwWorld *world, CwFrame *frame);

/* A system has either `tick` or `frame`. `init` runs in the order of systems when a level starts,
 * `dispose` in reverse order at the level's end. If an `init` fails, the systems before it are
 * disposed and the level does not start. */
typedef struct CwSystem {
    const char *name;
    CwPhase phase;
    CwTickFunction *tick;
    CwFrameFunction *frame;
    bool (*init)(CwWorld *world, CwError *error);
    void (*dispose)(CwWorld *world);
    int every_hz; /* for tick phases: how often it runs per second, at most the tick rate; 0: in
                     every tick. Exact over time: 25 means 250 runs in 10 s. To spread the load,
                     neighbours in the table with the same rate run in different ticks. Advance
                     things by 1.0 / every_hz s */
} CwSystem;

/* Switches the game's tick systems of this name on or off, from the next tick on. All are on when a
 * level starts. The switch is part of the world: it is hashed, rewound and copied. Recordings do
 * not hold it, because ticks set it again; so only `start`, an init or a tick may call this. The
 * init and dispose of a system that is off still run. The engine's systems are always on. */
void cw_world_enable_system(CwWorld *world, const char *name, bool enabled);
bool cw_world_system_enabled(const CwWorld *world, const char *name);

/* Switches the game's frame systems of this name on or off, from the next frame on. Any frame phase
 * may call this. A rewind does not change the switch, and the next run begins with all on. */
void cw_frame_enable_system(CwFrame *frame, const char *name, bool enabled);
bool cw_frame_system_enabled(const CwFrame *frame, const char *name);

/* Whether a phase runs once a tick, and the name of a phase, such as "pre_physics". */
bool cw_phase_is_tick(CwPhase phase);
const char *cw_phase_name(CwPhase phase);

/* ---- costs, for the game's own display or for decisions in frame phases ---- */

enum { CW_STATS_SYSTEM_MAX = 64 };

/* The cost of one system. */
typedef struct CwSystemCost {
    const char *name;
    CwPhase phase;
    double ms;
} CwSystemCost;

/* Costs are per frame, averaged over the last quarter of a second. */
typedef struct CwStats {
    double fps;                                /* pictures a second, over the last half second */
    double phase_ms[CW_PHASE_COUNT];           /* tick phases: all ticks of a frame together */
    CwSystemCost systems[CW_STATS_SYSTEM_MAX]; /* ordered as registered, the engine's first */
    int system_count;
    double paint_ms;   /* drawing what the render phase pushed */
    double latency_ms; /* median time from an input to its first picture; 0: unknown */
    size_t world_bytes, world_limit_bytes; /* simulation.arena_size is the limit */
    size_t history_bytes;                  /* game.history is the limit */
    uint64_t lost_event_count;             /* events of this level that no frame received */
    int awake_count, asleep_count;         /* dynamic bodies */
    int contact_count, joint_count;
} CwStats;

/* The costs of the game, valid until the next frame. Measuring begins with the first call, and ends
 * a second after the last call. All zero in the first quarter of a second, and without a window. */
const CwStats *cw_frame_stats(CwFrame *frame);
CW_C_END
