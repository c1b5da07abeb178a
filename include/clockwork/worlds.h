/* Worlds beside the run: another world of the game, and a fork of one.
 *
 * Frame phases and programs use them for a ghost, a preview, a solver or a test. The same systems
 * simulate both, with the same bits as the run. Neither can change the run or its recording. Ticks
 * can't use them.
 *
 * A simulation (CwSim) is a world with its own place in memory. It starts at the level's beginning,
 * costs as much as the run, and stays until it is closed. A fork runs in the memory of its parent,
 * costs two copies of the world (a memcpy each) and its ticks, and ends when the call returns.
 * docs/example/ has a game for each. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/settings.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* ---- simulations ---- */

typedef struct CwSim CwSim;

enum { CW_SIM_MAX = 64 }; /* simulations open at once */

/* Describes the world of a simulation. */
typedef struct CwSimDesc {
    const CwGame *game;
    const char *map_path; /* the level's file; NULL for a game without maps */
    const char *level; /* the level's name, for games with CwGame.content.levels; NULL: the first */
    CwSimSettings settings;
    bool takes_map_settings;    /* the map's own (settings.h) override `settings`, as in a run */
    const CwReplayFile *replay; /* begins with the carry of this recording; NULL: with that of
                                   `beside`, or the table's first */
    uint64_t seed;
    size_t arena_bytes;
    const CwWorld *beside; /* the simulation shares this world's level instead of loading the file,
                              and is closed when that level ends or restarts. NULL: it loads its own
                              level and stays open */
    void (*closed)(void *data); /* called after the simulation is closed, by you or with its level:
                                   free `data` here. Not called if opening failed. May be NULL */
    void *data;
    double limit_s; /* CPU time for building the level and for all ticks, to limit foreign inputs;
                       after it, ticks return false. 0: no limit */
} CwSimDesc;

/* No map, seed 1, the engine's default settings, and takes_map_settings. CwGame.menu.defaults and
 * config.ini are not read. To repeat a recording set `replay`, take the settings and the seed of
 * its header, and set takes_map_settings to false. */
CwSimDesc cw_sim_desc_default(const CwGame *game);

/* Describes an existing world, with the settings that it began with. A simulation of this desc
 * becomes an exact copy if it gets the same inputs from tick 1. */
CwSimDesc cw_sim_desc_of(const CwWorld *world);

/* Builds the level as a run does. NULL: no place or memory is left, or the level can't be built. */
CwSim *cw_sim_open(const CwSimDesc *desc, CwError *error);

/* NULL is fine. A level's end closes simulations beside its world, after the systems' dispose. */
void cw_sim_close(CwSim *sim);

/* Runs a tick. False when the world can't go on. */
bool cw_sim_tick(CwSim *sim, const CwTickInput *input, CwError *error);

/* The world, owned by the simulation, for reading (hash, poses, data) and for snapshots. */
CwWorld *cw_sim_world(CwSim *sim);

/* ---- many at once ---- */

/* A simulation that is opened, run and closed by cw_sim_run_many. */
typedef struct CwSimRun {
    CwSimDesc desc; /* the level's file is loaded; `beside` is ignored, because worlds on several
                       threads can't share a level */
    bool (*run)(CwSim *sim, void *data, CwError *error); /* calls cw_sim_tick */
    void *data;                                          /* used by this run only, for results */
    CwError error; /* filled in: the cause of a failure, or "" */
} CwSimRun;

/* Opens and runs each simulation once, on `threads` threads (0: one a core), at most as many as
 * CW_SIM_MAX has free places; in turn on a machine without threads. Results have the same bits on
 * any number of threads, as long as the game keeps its state in the world and view memory: its
 * functions and `run` are called on several threads at once and must not write shared data. Not for
 * ticks. Returns the number of runs without a failure. */
int cw_sim_run_many(CwSimRun *runs, int count, int threads);

/* The run's input in a tick, up to the tick of the picture. With all inputs from tick 1, a
 * simulation that is opened in the middle of a run catches up with it. In a window the inputs reach
 * as far back as the player can rewind (game.history); in a watched replay they reach tick 1. After
 * a rewind they come from the surviving branch (replay.h). False for any other tick, without a
 * window (a frame is a tick there: use cw_world_tick_input), with a history of 0, and after a value
 * was changed in a pause, as inputs do not hold that. */
bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input);

/* ---- forks ---- */

enum { CW_FORK_TICKS_MAX = 3600 };

/* A look into the future: ticks that are simulated and undone. */
typedef struct CwFork {
    uint32_t ticks;            /* at most CW_FORK_TICKS_MAX */
    const CwTickInput *inputs; /* first ticks' inputs; then the last input's actions stay held */
    int input_count;           /* 0: nothing is held */
    void (*seen)(void *context, const CwWorld *fork); /* called after each tick, may be NULL; reads
                                                         the fork, may write later inputs */
    void *context;
    CwSnapshot *state; /* start of the fork, unless empty; receives the fork's end, for a later
                          call. NULL: starts from the world, and discards the end */
} CwFork;

/* Runs a fork of the run's world, or of a simulation's. The world is unchanged afterwards in any
 * case. False with an error if memory is short, or if the fork is too long or can't go on. */
bool cw_world_fork(const CwWorld *world, const CwFork *fork, CwError *error);

/* ---- probe and picture ---- */

/* The result of CwGame.probe for this world; zeros if the game has none. */
CwProbe cw_world_probe(const CwWorld *world);

/* Draws a world's entities at frame->alpha, moved by `offset_m`, multiplied by `tint`; a tint.a of
 * 128 makes a ghost. For CW_PHASE_RENDER. Sets world space, layer 0. */
void cw_world_draw(const CwWorld *world, CwFrame *frame, CwPoint2 offset_m, CwColour tint);
CW_C_END
