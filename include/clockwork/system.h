/* Phases and systems: what runs when.
 *
 * A frame goes through the phases below from top to bottom; the six tick phases run once for each
 * tick, so zero, one or several times a frame. A system is a name, a phase and a function; the
 * order inside a phase is the order of registration, the engine's own systems first. `clockwork
 * systems` prints it.
 *
 * Tick phases get the world and may write nothing else. Frame phases get a const world and a Frame.
 */
#ifndef CLOCKWORK_SYSTEM_H
#define CLOCKWORK_SYSTEM_H

#include "clockwork/draw.h"
#include "clockwork/event.h"

#pragma GCC visibility push(default)

typedef enum Phase {
    PHASE_EARLY, /* frame, real dt: after the OS was polled */
    PHASE_INPUT, /* tick: its input is there (world_input) */
    PHASE_PRE_PHYSICS,
    PHASE_PHYSICS,
    PHASE_POST_PHYSICS, /* tick: poses, then sorted events */
    PHASE_GAME_LOGIC,   /* tick: rules of the game */
    PHASE_ANIMATION,    /* tick: animation state that must replay */
    PHASE_FLUSH,        /* tick: deferred destroys and spawns */
    PHASE_UPDATE,       /* frame, real dt: particles, UI, sound cues */
    PHASE_PRE_RENDER,   /* frame: camera, after everything moved */
    PHASE_RENDER,       /* frame: fill the draw list */
    PHASE_END_FRAME,    /* frame: drop view objects whose entity died */
    PHASE_COUNT
} Phase;

/* What frame phases see of the moment. */
typedef struct Frame {
    double dt_s;    /* real time since the last frame, seconds, also while time runs backwards; 0 on
                       the first and while time stands still, but for a step or seek: the simulated
                       time it passed over, either way */
    double alpha;   /* [0,1]: how far between the last two ticks the picture is; 1 where it is that
                       of a tick: after a step or a seek, and with interpolation off */
    uint64_t index; /* frames since start */
    DrawList *draw; /* to be filled in PHASE_RENDER */
    Camera *camera; /* to be set in PHASE_PRE_RENDER */
    void *view;     /* the game's view memory (Game.view_bytes), cleared when a level starts */

    /* What happened in the ticks of this frame, each event once. None while time runs backwards or
     * is sought, so nothing is shown or heard twice. */
    const Event *events;
    int event_count;
    bool jumped;   /* time did not simply go on since the last frame: drop what is in flight */
    bool backdrop; /* the run is only the background of the title screen: no HUD */
} Frame;

typedef void TickFunction(World *world);
typedef void FrameFunction(const World *world, Frame *frame);

/* A system has exactly one of `tick` (tick phases) and `frame` (frame phases). Init runs in order
 * of registration when a level starts, dispose in reverse when it ends; when an init fails, those
 * before it are disposed and the level does not start. */
typedef struct System {
    const char *name;
    Phase phase;
    TickFunction *tick;
    FrameFunction *frame;
    bool (*init)(World *world, Error *error);
    void (*dispose)(World *world);
} System;

/* True for phases that run once a tick. */
bool phase_is_tick(Phase phase);

/* "pre_physics" and the like. */
const char *phase_name(Phase phase);

#pragma GCC visibility pop

#endif
